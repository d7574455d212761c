import * as l10n from '@vscode/l10n';
import { joinWords } from '../../core/base/displayText.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { paceParts } from '../../core/messages/forecastMessages.ts';
import { progressWords } from '../../core/messages/shareMessages.ts';
import { countsOf } from '../../core/model/counts.ts';
import { formatRef, listedRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { describeRef, parseProjectQuery } from '../../core/model/projectRef.ts';
import { unlessFailed } from '../../core/stats/pace.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { timeAfter } from '../../editor/locale.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { inEnglish, loadedWords, rowFacts } from './rowFacts.ts';
import { answered, type InputOf, tool, type ToolParts } from './tool.ts';

const MOST_CANDIDATES = 10;

const schema = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['t', 'n'] },
    id: { type: 'string' },
    name: { type: 'string' },
  },
} as const;

type Projects = ToolParts['catalog']['projects'];

/** @throws Error with a sentence, if the input names no project, or several. */
function refIn({ kind, id, name }: InputOf<typeof schema>, projects: Projects): ProjectRef {
  const ref =
    id !== undefined
      ? byId(id, kind, projects)
      : name !== undefined
        ? byName(name, kind, projects)
        : undefined;
  if (!ref) throw new Error('Name a project: give “id” with “kind”, or “name”.');
  const { length } = rowsOf(ref, projects);
  if (length <= 1) return ref;
  throw new Error(
    `The service lists ${inEnglish(length)} projects as ${formatRef(ref)}, so it cannot be told whose stats it gives.`,
  );
}

function byId(text: string, kind: ProjectRef['kind'] | undefined, projects: Projects): ProjectRef {
  const query = parseProjectQuery(text);
  const refs = query.kind === 'refs' ? query.refs : [];
  const fitting = refs.filter((ref) => kind === undefined || ref.kind === kind);
  // If several projects have the id, use the one that is loaded.
  const isLoaded = (ref: ProjectRef) => rowsOf(ref, projects).length > 0;
  const [ref, ...others] = fitting.length > 1 ? fitting.filter(isLoaded) : fitting;
  if (ref && others.length === 0) return ref;
  if (fitting.length === 0) {
    throw new Error('“id” has to be an id in digits that fits “kind”, or a reference like t/12.');
  }
  throw new Error(
    `There may be two projects with this id: ${listed(fitting)}. Give “kind”: t for transferable, n for non-transferable.`,
  );
}

function byName(name: string, kind: ProjectRef['kind'] | undefined, { state }: Projects) {
  const rows = state.rows.filter((row) => !kind || listedRef(row)?.kind === kind);
  const typed = folded(name);
  const exact = rows.filter((row) => folded(row.name) === typed);
  const found = exact.length > 0 ? exact : rows.filter((row) => folded(row.name).includes(typed));
  if (found.length === 0) {
    throw new Error(
      `None of the loaded projects (${loadedWords(state)}) has this name. Give “id” and “kind”, or look through the pages of mintscope_list.`,
    );
  }
  const refs = new Map(
    found.flatMap((row) => listedRef(row) ?? []).map((ref) => [formatRef(ref), ref]),
  );
  const [ref] = refs.values();
  if (!ref) throw new Error('The service gave no id or kind of that project.');
  if (refs.size === 1) return ref;
  throw new Error(
    `${inEnglish(found.length)} loaded projects have this name: ${listed([...refs.values()])}. Give “id” and “kind”.`,
  );
}

function rowsOf(ref: ProjectRef, projects: Projects): readonly Project[] {
  return projects.rowsOf(`project/${formatRef(ref)}`);
}

/** Requests the stats of one project, which the input names by id, reference or name. */
export const statsTool = tool({
  schema,
  doing: () => l10n.t('Reading stats…'),

  asks: (input, { catalog }) =>
    l10n.t('the stats of project {0}', describeRef(refIn(input, catalog.projects))),

  async find(input, { catalog: { projects } }, connection, signal) {
    const ref = refIn(input, projects);
    const demand = { urgency: 'user', signal, maxAgeMs: Infinity } as const;
    const response = readerOf(connection).request(ref, demand);
    const { stats, asOf } = await answered(response, (failure) =>
      describeStatsFailure(failure, ref, connection.address.host, timeAfter),
    );
    const [row] = rowsOf(ref, projects);
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
});

function listed(refs: readonly ProjectRef[]): string {
  const more = refs.length - MOST_CANDIDATES;
  const shown = refs.slice(0, MOST_CANDIDATES).map(formatRef).join(', ');
  return more > 0 ? `${shown} and ${inEnglish(more)} more` : shown;
}

function folded(name = ''): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
