import * as l10n from '@vscode/l10n';
import { displayText, joinWords } from '../core/base/displayText.ts';
import { plural } from '../core/base/format.ts';
import { hasNewStatus, markSpoken, markWords } from '../core/messages/listMessages.ts';
import { addressPart, rowReader } from '../core/model/decode.ts';
import { flag, integer, text } from '../core/model/json.ts';
import { listedRef, type Project, projectRef, type RowOfService } from '../core/model/model.ts';
import { describeId } from '../core/model/projectRef.ts';
import { statusTone } from '../core/model/statusTone.ts';
import { projectText } from '../core/search/searchText.ts';
import type { Described, ListDefinition } from './definition.ts';

/** Characters of a status or a symbol beside the name. */
const LONGEST_TEXT = 40;

/** The Projects (service-interface §2.1, §4.1). Their panel is `features/stats`. */
export const PROJECTS: ListDefinition<Project, 'projects'> = {
  name: 'projects',
  kind: 'project',
  commands: {
    openRow: 'mintscope.projects.openRow',
    refresh: 'mintscope.projects.refresh',
    loadMore: 'mintscope.projects.loadMore',
    loadAll: 'mintscope.projects.loadAll',
  },
  folder: 'Projects',
  path: '/v2/projects',
  ...rowReader<Project>(
    'project',
    {
      id: ({ id }) => integer(id),
      symbol: ({ symbol }) => text(symbol),
      animationUrl: ({ animationUrl }) => text(animationUrl),
      transferable: ({ transferable }) => flag(transferable),
      status: ({ status }) => text(status),
    },
    {
      certain: (source) => {
        const transferable = flag(source.transferable);
        const id = transferable === undefined ? undefined : integer(source.id);
        return id === undefined ? undefined : `${transferable ? 't' : 'n'}/${id}`;
      },
      // An id identifies a project only with its kind: both kinds may use it.
      likely: (source) => {
        const id = integer(source.id);
        return id === undefined ? addressPart(source) : `row/0/${id}`;
      },
    },
  ),
  columns: [
    'name',
    'symbol',
    'description',
    'image',
    'animationUrl',
    'id',
    'mintAddress',
    'transferable',
    'status',
  ],
  hasStats: true,
  open: {
    title: () => l10n.t('Open Stats'),
    link: (row) => {
      const ref = projectRef(row);
      return ref && { command: 'mintscope.openStats', argument: ref };
    },
  },
  searchText: projectText,
  icon: ({ status }) => statusTone(status),
  describe: describeProject,
  spoken: (row, mark, isStatusSaid) => [
    markSpoken(mark, row, isStatusSaid),
    isStatusSaid || hasNewStatus(mark, row) ? '' : short(row.status),
    short(row.symbol),
  ],
  inFinder: (row) => ({
    description: joinWords(displayText(row.status ?? ''), displayText(row.symbol ?? '')),
    detail: describeId(row),
  }),
  idWords: describeId,
  links: ({ animationUrl }) => ({ animation: animationUrl }),
  facts: (row) => {
    const { id, transferable, symbol, status } = row;
    const ref = projectRef(row);
    return { ...(ref ? { ref } : { id, transferable }), symbol, status };
  },
  words: {
    one: (row) => {
      const id = describeId(row);
      return id === undefined ? l10n.t('project') : l10n.t('project {0}', id);
    },
    several: () => l10n.t('projects'),
    unnamed: (id) => (id === '' ? l10n.t('Unnamed project') : l10n.t('Project {0}', id)),
    reveal: () => l10n.t('Reveal in Projects'),
    page: (page, limit) => l10n.t('page {0} of your projects, {1} at a time', page, limit),
    searched: () => l10n.t('Name, symbol, mint address, status, or an id: 12, t/12 or n/12'),
    export: {
      title: () => l10n.t('Export Projects'),
      rows: (count) => plural(count, l10n.t('{0} project | {0} projects')),
      rowsOf: (some, all) => plural(all, l10n.t('{1} of {0} project | {1} of {0} projects'), some),
    },
  },
};

/** `status · SYMBOL`, `→ confirmed (was pending) · SYMBOL` or `new · status · SYMBOL`. */
function describeProject(
  project: Project,
  { mark, beside = '', isStatusSaid = false }: Described = {},
): string {
  const { symbol, status } = project;
  const change = mark ? markWords(mark, project, beside) : beside;
  const now = isStatusSaid || hasNewStatus(mark, project) ? '' : short(status);
  return joinWords(change, now, short(symbol));
}

/** `t/12`; the id alone if the kind is not known. `undefined` for a project without an id. */
export function typedId(project: Project): string | undefined {
  return listedRef(project) ?? project.id;
}

/** The names of the projects that have one, by their references (`t/12`). */
export function projectNames(rows: readonly RowOfService[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap((row) => {
      const ref = projectRef(row);
      return ref && row.name !== undefined ? [[ref, row.name] as const] : [];
    }),
  );
}

function short(text = ''): string {
  return displayText(text, LONGEST_TEXT);
}
