import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import {
  type Arrangement,
  AS_LISTED,
  groupProjects,
  groupValue,
  isAsListed,
  projectOrder,
  readArrangement,
  type SortBy,
} from '../../core/arrange/arrangement.ts';
import {
  filterNeedsStandings,
  hasText,
  isFiltering,
  matcher,
  members,
  NO_STANDINGS,
  type ProjectFilter,
  type Standing,
  type Standings,
} from '../../core/arrange/projectFilter.ts';
import { newCollator } from '../../core/base/format.ts';
import { memo } from '../../core/base/memo.ts';
import type { RowFacts } from '../../core/lists/changeMarks.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { arrangementNotices, matchCoverage } from '../../core/messages/arrangementMessages.ts';
import { keyPart } from '../../core/model/contentDigest.ts';
import type { Project } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import { projectText } from '../../core/search/searchText.ts';
import { contextSetter } from '../../editor/contextKeys.ts';
import { showInformation } from '../../editor/notify.ts';
import { rowName, type ServiceRow } from '../../lists/index.ts';
import { standingsOf } from '../../stats/rowFacts.ts';
import type { GroupRow, OwnRow, Row } from './rows.ts';

const MEMORY = 'mintscope.arrangement';

/** The counts of the rows in sight are read within this time after a refresh. */
const SETTLING_MS = 5_000;

const NO_MATCH: readonly OwnRow[] = [
  { kind: 'noMatch', list: 'projects' },
  { kind: 'clearFilter', list: 'projects' },
];

type Projects = readonly Project[];

/**
 * The filter, order and groups of the Projects, and the rows arranged by them. Each account has its
 * own in the workspace, so a filter made for one never hides rows of another.
 */
export class ProjectsArranger implements vscode.Disposable {
  readonly #list: PagedList<Project>;
  readonly #session: Session;
  readonly #workspace: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #changed = new vscode.EventEmitter<boolean>();
  readonly #following: readonly { dispose(): unknown }[];
  readonly #setContext = contextSetter();
  /** Created when first needed, because it takes some milliseconds. */
  readonly #collator = memo(newCollator);
  /** The stored arrangement of the account in use. */
  stored = AS_LISTED;
  /** The arrangement in effect: `stored`, or the same with a filter that is being edited. */
  #current = AS_LISTED;
  /** The standings for filter and groups. They change only if that can change what is shown. */
  #standings = NO_STANDINGS;
  /**
   * The `projectText` of rows, stored while a text is searched: it costs most of a search. No
   * `WeakMap`, which takes ten times as long.
   */
  readonly #texts = new Map<Project, string>();

  /** Fires with whether the arrangement has changed; else the counts have, which may move rows. */
  readonly onDidChange = this.#changed.event;

  constructor(
    list: PagedList<Project>,
    session: Session,
    workspace: Pick<vscode.Memento, 'get' | 'update'>,
  ) {
    this.#list = list;
    this.#session = session;
    this.#workspace = workspace;
    this.#following = [
      this.#changed,
      session.onDidChange(this.#restore),
      followConnection(session, (current) => {
        this.#followStandings();
        return current ? [standingsOf(current).onDidChange(this.#followStandings)] : [];
      }),
    ];
    this.#restore();
  }

  dispose(): void {
    for (const following of this.#following) following.dispose();
  }

  get isOn(): boolean {
    return !isAsListed(this.#current);
  }

  get groupedBy(): Arrangement['group'] {
    return this.#current.group;
  }

  get isFiltered(): boolean {
    return isFiltering(this.#current.filter);
  }

  /** The loaded Projects that match the filter, in the order they are shown in. */
  shown(): Projects {
    const { rows } = this.#list.state;
    const { filter, sort } = this.#current;
    // A refresh replaces all rows.
    if (!hasText(filter) || this.#texts.size > rows.length) this.#texts.clear();
    const sorted = this.#sorted(rows, sort, sort === 'progress' ? this.#sharesNow : NO_STANDINGS);
    const standings = filterNeedsStandings(filter) ? this.#standings : NO_STANDINGS;
    return isFiltering(filter) ? this.#matching(sorted, filter, standings) : sorted;
  }

  /** The rows at the top level, before `Load more`: another array whenever they change. */
  topRows(): readonly Row[] {
    const shown = this.shown();
    if (shown.length === 0 && this.#list.state.rows.length > 0) return NO_MATCH;
    const { group } = this.#current;
    const alarms = group === 'attention' ? this.#standings : NO_STANDINGS;
    return group === 'none' ? shown : this.#grouped(shown, group, alarms);
  }

  groupOf(row: Row): GroupRow | undefined {
    const { group } = this.#current;
    if (row.kind !== 'project' || group === 'none') return undefined;
    const value = groupValue(row, group, this.#standings);
    return this.topRows().find(
      (one): one is GroupRow => one.kind === 'group' && one.value === value,
    );
  }

  shows(row: Row): boolean {
    return row.kind !== 'project' || this.accepts(this.#current.filter)(row);
  }

  showsGone(key: string, was: RowFacts): boolean {
    const ref = parseProjectRef(refOfKey(key));
    return ref ? this.shows(unseenProject(ref, was)) : !this.isFiltered;
  }

  /** Whether a filter accepts a row, which need not be loaded. */
  accepts(filter: ProjectFilter): (row: Project) => boolean {
    return matcher(filter, this.#standings, this.#textOf);
  }

  standingsOf(rows: Projects): readonly Partial<Standing>[] {
    return rows.map(({ key }) => this.#standings.get(key) ?? {});
  }

  get matching(): number | undefined {
    return this.isFiltered ? this.shown().length : undefined;
  }

  get coverage(): string | undefined {
    return this.isFiltered ? matchCoverage(this.#matches().length, this.#list.state) : undefined;
  }

  #matches(): Projects {
    const { state } = this.#list;
    // They need no order: all rows would be sorted again and again while more arrive.
    return state.work === 'all'
      ? state.rows.filter(this.accepts(this.#current.filter))
      : this.shown();
  }

  get notices(): readonly string[] {
    const { state } = this.#list;
    if (state.rows.length === 0) return [];
    const countKnown = () => {
      const known = this.#newestStandings;
      const byShare = this.#current.sort === 'progress';
      return state.rows.filter(({ key }) =>
        byShare ? known.get(key)?.percent !== undefined : known.has(key),
      ).length;
    };
    const matching = this.isFiltered ? this.standingsOf(this.#matches()) : [];
    return arrangementNotices(this.#current, state, countKnown, matching);
  }

  /** Applies and stores a change; does nothing if signed out. Resolves once it is stored. */
  async change(change: Partial<Arrangement>): Promise<void> {
    const { account } = this.#session;
    if (account === undefined) return;
    this.stored = { ...this.stored, ...change };
    this.#use(this.stored);
    const stored = isAsListed(this.stored) ? undefined : this.stored;
    await this.#workspace.update(MEMORY, { ...this.#memory, [account]: stored });
  }

  /** Shows the rows that match a filter while it is edited, until `change` or another call. */
  show(filter: ProjectFilter = this.stored.filter): void {
    this.#use({ ...this.stored, filter });
  }

  async uncover(row: ServiceRow): Promise<void> {
    await this.change({ filter: {} });
    void showInformation(l10n.t('The filter was cleared, because it hid “{0}”.', rowName(row)));
  }

  readonly #sorted = memo((rows: Projects, by: SortBy, shares: Standings): Projects => {
    const order = projectOrder(by, this.#collator(), shares);
    return order ? rows.toSorted(order) : rows;
  });

  readonly #textOf = (row: Project): string => {
    const text = this.#texts.get(row) ?? projectText(row);
    this.#texts.set(row, text);
    return text;
  };

  readonly #matching = memo((rows: Projects, filter: ProjectFilter, standings: Standings) => {
    return rows.filter(matcher(filter, standings, this.#textOf));
  });

  readonly #grouped = memo((rows: Projects, by: GroupRow['by'], standings: Standings) => {
    return groupProjects(rows, by, this.#collator(), standings).map(groupRow);
  });

  /** The stored arrangements by account; they may be anything. */
  get #memory(): Readonly<Record<string, unknown>> {
    return members(this.#workspace.get<unknown>(MEMORY));
  }

  readonly #restore = (): void => {
    const { account = '' } = this.#session;
    const before = JSON.stringify(this.#current);
    this.stored = readArrangement(this.#memory[account]);
    // A paint without need would delay the first rows: the editor paints once in 200 ms.
    if (JSON.stringify(this.stored) !== before) this.#use(this.stored);
  };

  get #newestStandings(): Standings {
    const { current } = this.#session;
    return current ? standingsOf(current).all : NO_STANDINGS;
  }

  readonly #followStandings = (): void => {
    const before = this.#standings;
    this.#standings = this.#newestStandings;
    const isFirst = this.#current.sort === 'progress' && !knowsShare(before);
    const showsStandings = this.isFiltered || this.groupedBy !== 'none';
    if ((isFirst || showsStandings) && this.#standings !== before) this.#changed.fire(false);
  };

  /**
   * The shares that the order by progress uses, taken when the user has arranged or loaded more, or
   * until a refresh has settled: if each new count were used, rows would move under the pointer.
   */
  get #sharesNow(): Standings {
    const { asOf, rows } = this.#list.state;
    const newest = this.#newestStandings;
    const taken = this.#sharesSince(this.stored, knowsShare(newest), asOf, rows.length);
    const { uptime } = this.#session.clock;
    if (asOf !== undefined && uptime() - this.#firstShown(asOf).at < SETTLING_MS)
      taken.shares = newest;
    return taken.shares;
  }

  /** When the rows of this time were first shown, by `Clock.uptime`: a long list takes longer to read. */
  readonly #firstShown = memo((asOf: number) => ({ asOf, at: this.#session.clock.uptime() }));

  readonly #sharesSince = memo((...since: readonly unknown[]) => ({
    since,
    shares: this.#newestStandings,
  }));

  #use(arrangement: Arrangement): void {
    this.#current = arrangement;
    this.#setContext('mintscope.projects.filtered', this.isFiltered);
    this.#changed.fire(true);
  }
}

function groupRow({ by, value, rows }: Omit<GroupRow, 'kind' | 'key'>): GroupRow {
  const key = value === undefined ? `group/${by}` : `group/${by}/${keyPart(String(value))}`;
  return { kind: 'group', key, by, value, rows };
}

function knowsShare(standings: Standings): boolean {
  return [...standings.values()].some(({ percent }) => percent !== undefined);
}
