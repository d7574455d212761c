import * as l10n from '@vscode/l10n';
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
      return mark ? [{ row, mark }] : [];
    });
    const { coverage, ...loaded } = loadedFacts(state);
    const count = (kind: 'new' | 'changed') =>
      found.filter(({ mark }) => mark.kind === kind).length;
    return {
      since: isoTime(changes.since),
      asOf: isoTime(state.asOf),
      new: count('new'),
      changed: count('changed'),
      ...loaded,
      coverage: `${coverage}${comparedWords(changes.inBoth)}`,
      rows: found.slice(0, MOST_ROWS / 2).map(({ row, mark }) => ({
        change: mark.kind,
        ...rowFacts(row),
        ...(mark.kind === 'changed' ? { statusBefore: factText(mark.was) ?? null } : {}),
      })),
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

/** Where changes were looked for, if not in the whole list; see `ListMarks.inBoth`. */
function comparedWords(inBoth: number | undefined): string {
  if (inBoth === undefined) return '';
  return inBoth === 1
    ? '; the 1 row loaded both times was compared'
    : `; the ${inEnglish(inBoth)} rows loaded both times were compared`;
}
