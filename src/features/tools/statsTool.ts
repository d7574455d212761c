import * as l10n from '@vscode/l10n';
import { joinWords } from '../../core/base/displayText.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { paceParts } from '../../core/messages/forecastMessages.ts';
import { progressWords } from '../../core/messages/shareMessages.ts';
import { countsOf } from '../../core/model/counts.ts';
import {
  formatRef,
  listedRef,
  type Project,
  type ProjectRef,
  projectRef,
} from '../../core/model/model.ts';
import { describeRef, parseProjectQuery } from '../../core/model/projectRef.ts';
import { unlessFailed } from '../../core/stats/pace.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { timeAfter } from '../../editor/locale.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { inEnglish, loadedWords, rowFacts } from './rowFacts.ts';
import { answered, choiceIn, idIn, textIn, type Tool, type ToolParts } from './tool.ts';

const MOST_CANDIDATES = 10;
const KINDS = ['t', 'n'] as const;

/** Requests the stats of one project, which the input names by id, reference or name. */
export function statsTool({ catalog: { projects } }: ToolParts): Tool {
  /** @throws Error with a sentence, if the input names no project, or several. */
  function refIn(input: object): ProjectRef {
    const kind = choiceIn(input, 'kind', KINDS);
    const id = idIn(input, 'id');
    const name = textIn(input, 'name');
    if (id !== undefined) return byId(id, kind);
    if (name !== undefined) return byName(name, kind);
    throw new Error('Name a project: give “id” with “kind”, or “name”.');
  }

  function byId(text: string, kind: ProjectRef['kind'] | undefined): ProjectRef {
    const query = parseProjectQuery(text);
    const refs = query.kind === 'refs' ? query.refs : [];
    const fitting = refs.filter((ref) => kind === undefined || ref.kind === kind);
    // If several projects have the id, use the one that is loaded.
    const usable = fitting.length > 1 ? fitting.filter((ref) => rowsOf(ref).length > 0) : fitting;
    const [ref] = usable;
    if (ref && usable.length === 1) return unshared(ref);
    if (fitting.length === 0)
      throw new Error('“id” has to be an id in digits that fits “kind”, or a reference like t/12.');
    throw new Error(
      `There may be two projects with this id: ${listed(fitting)}. Give “kind”: t for transferable, n for non-transferable.`,
    );
  }

  function byName(name: string, kind: ProjectRef['kind'] | undefined): ProjectRef {
    const { state } = projects;
    const rows = state.rows.filter((row) => !kind || projectRef(row)?.kind === kind);
    const typed = folded(name);
    const exact = rows.filter((row) => folded(row.name) === typed);
    const found = exact.length > 0 ? exact : rows.filter((row) => folded(row.name).includes(typed));
    const refs = found.flatMap((row) => projectRef(row) ?? []);
    const [ref] = refs;
    if (ref && found.length === 1) return ref;
    if (found.length === 0) {
      const loaded = loadedWords(state);
      throw new Error(
        `None of the loaded projects (${loaded}) has this name. Give “id” and “kind”, or look through the pages of mintscope_list.`,
      );
    }
    if (refs.length === 0) {
      for (const row of found) {
        const shared = listedRef(row);
        if (shared) unshared(shared);
      }
      throw new Error('The service gave no id or kind of that project.');
    }
    throw new Error(
      `${inEnglish(found.length)} loaded projects have this name: ${listed(refs)}. Give “id” and “kind”.`,
    );
  }

  function rowsOf(ref: ProjectRef): readonly Project[] {
    return projects.rowsOf(`project/${formatRef(ref)}`);
  }

  /** @throws Error if several projects have this reference. */
  function unshared(ref: ProjectRef): ProjectRef {
    const { length } = rowsOf(ref);
    if (length <= 1) return ref;
    throw new Error(
      `The service lists ${inEnglish(length)} projects as ${formatRef(ref)}, so it cannot be told whose stats it gives.`,
    );
  }

  return {
    doing: l10n.t('Reading stats…'),

    asks: (input) => l10n.t('the stats of project {0}', describeRef(refIn(input))),

    async find(input, connection, signal) {
      const ref = refIn(input);
      const demand = { urgency: 'user', signal, maxAgeMs: Infinity } as const;
      const response = readerOf(connection).request(ref, demand);
      const { stats, asOf } = await answered(response, (failure) =>
        describeStatsFailure(failure, ref, connection.address.host, timeAfter),
      );
      const [row] = rowsOf(ref);
      const pace = unlessFailed(projectPace(connection, ref), row?.status);
      return {
        asOf,
        project: row ? rowFacts(row) : { ref: formatRef(ref) },
        counts: countsOf(stats),
        percentConfirmed: percentConfirmed([stats]),
        summary: progressWords(stats, row?.status),
        forecast: joinWords(...paceParts(pace, connection.store.clock.now())),
      };
    },
  };
}

function listed(refs: readonly ProjectRef[]): string {
  const more = refs.length - MOST_CANDIDATES;
  const shown = refs.slice(0, MOST_CANDIDATES).map(formatRef).join(', ');
  return more > 0 ? `${shown} and ${inEnglish(more)} more` : shown;
}

function folded(name = ''): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
