import * as l10n from '@vscode/l10n';
import type { ChangeMark, RowFacts } from '../../core/lists/changeMarks.ts';
import { hasNewStatus } from '../../core/messages/listMessages.ts';
import { forEachList, type ListName, type ServiceRow } from '../../lists/index.ts';
import { factText, inEnglish, isoTime, loadedFacts, MOST_ROWS, rowFacts } from './rowFacts.ts';
import type { Tool, ToolParts } from './tool.ts';

/** Gives what is new or changed since the user last looked. Asks the service for nothing. */
export function changesTool({ catalog, marks }: ToolParts): Tool {
  function changesOf(name: ListName) {
    const changes = marks[name];
    const { state } = catalog[name];
    const rows: readonly ServiceRow[] = state.rows;
    const found = rows.flatMap((row) => {
      const mark = changes.marks.get(row.key);
      return mark ? [{ row, mark, change: changeOf(mark, row) }] : [];
    });
    const gone = [...changes.marks.values()].flatMap((mark) =>
      mark.kind === 'gone' ? [{ change: mark.kind, ...factsBefore(mark.was) }] : [],
    );
    const { coverage, ...loaded } = loadedFacts(state);
    const count = (kind: (typeof found)[number]['change']) =>
      found.filter(({ change }) => change === kind).length;
    return {
      since: isoTime(changes.since),
      asOf: isoTime(state.asOf),
      new: count('new'),
      changed: count('changed'),
      renamed: count('renamed'),
      gone: gone.length,
      ...loaded,
      coverage: `${coverage}${comparedWords(changes.inBoth)}`,
      rows: [
        ...found.map(({ row, mark, change }) => ({
          change,
          ...rowFacts(row),
          ...(mark.kind === 'new' ? {} : factsBefore(mark.was)),
        })),
        ...gone,
      ].slice(0, MOST_ROWS / 2),
    };
  }

  return {
    doing: l10n.t('Reading changes…'),
    find: () => {
      const times = Object.values(catalog).flatMap(({ state }) => state.asOf ?? []);
      return {
        asOf: times.length === 0 ? undefined : Math.min(...times),
        ...forEachList(changesOf),
      };
    },
  };
}

/** `renamed` if the status is the same. */
function changeOf(mark: ChangeMark, row: RowFacts): 'new' | 'changed' | 'renamed' {
  if (mark.kind === 'new') return 'new';
  return hasNewStatus(mark, row) ? 'changed' : 'renamed';
}

function factsBefore({ name, status }: RowFacts) {
  return { nameBefore: factText(name) ?? null, statusBefore: factText(status) ?? null };
}

/** Where changes were looked for, if not in the whole list; see `ListMarks.inBoth`. */
function comparedWords(inBoth: number | undefined): string {
  if (inBoth === undefined) return '';
  return inBoth === 1
    ? '; the 1 row loaded both times was compared'
    : `; the ${inEnglish(inBoth)} rows loaded both times were compared`;
}
