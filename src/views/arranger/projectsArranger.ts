import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { concernedOf } from '../../connection/concernedRows.ts';
import { followConnection } from '../../connection/followConnection.ts';
import type { Session } from '../../connection/session.ts';
import { ArrangedProjects } from '../../core/arrange/arrangedProjects.ts';
import {
  type Arrangement,
  AS_LISTED,
  type GroupValue,
  groupValue,
  isAsListed,
  needsStandings,
  type ProjectGroup,
  readArrangement,
} from '../../core/arrange/arrangement.ts';
import {
  isFiltering,
  matcher,
  NO_STANDINGS,
  type ProjectFilter,
  type Standing,
} from '../../core/arrange/projectFilter.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import {
  arrangementNotices,
  groupCoverage,
  groupTitle,
  matchCoverage,
  matchesSoFar,
  searchAllLabel,
} from '../../core/messages/arrangementMessages.ts';
import { keyPart } from '../../core/model/contentDigest.ts';
import type { Project } from '../../core/model/model.ts';
import { projectText } from '../../core/search/searchText.ts';
import { formatNumber, newCollator } from '../../editor/locale.ts';
import { showInformation } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import { rowName, type ServiceRow } from '../../lists/index.ts';
import type { ArrangementMemory } from './arrangementMemory.ts';
import type { GroupRow, NoMatchRow, Row } from '../tree/treeNodes.ts';

/**
 * The filter, order and groups of the Projects, and the rows arranged by them. Each account has its
 * own arrangement in the workspace, so a filter made for one never hides rows of another.
 */
export class ProjectsArranger implements vscode.Disposable {
  readonly #list: PagedList<Project>;
  readonly #session: Session;
  readonly #memory: ArrangementMemory;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following: readonly vscode.Disposable[];
  /** Made when the Projects are first arranged: the collator takes some milliseconds. */
  #arranged: ArrangedProjects | undefined;
  /** The stored arrangement of the account in use. */
  stored = AS_LISTED;
  /** The arrangement in effect: `stored`, or the same with the filter that is being typed. */
  #current = AS_LISTED;
  /** The value of its context key that the editor knows. */
  #told: boolean | undefined;
  /** What the counts tell, for filter and groups; another map only if that makes a difference. */
  standings = NO_STANDINGS;
  /**
   * The shares that the order by progress follows: those of when it was chosen, or of the last
   * refresh, and of rows that came since those of when they came. Rows would move away under the
   * pointer otherwise, and others in their places be read.
   */
  #shares = new Map<string, Standing>();
  /** When the list was read whose shares these are, and how many of its rows they are of. */
  #sharesOf: { readonly asOf: number | undefined; readonly rows: number } | undefined;
  #groups = new Map<string, GroupRow>();
  #members = new Map<GroupRow, readonly Project[]>();

  readonly onDidChange = this.#changed.event;

  constructor(list: PagedList<Project>, session: Session, memory: ArrangementMemory) {
    this.#list = list;
    this.#session = session;
    this.#memory = memory;
    this.#following = [
      session.onDidChange(this.#follow),
      followConnection(session, (current) => {
        this.#followStandings();
        return current ? [concernedOf(current).onDidChangeStandings(this.#followStandings)] : [];
      }),
    ];
    this.#follow();
  }

  dispose(): void {
    for (const following of this.#following) following.dispose();
    this.#changed.dispose();
  }

  /** Whether the Projects stand in another way than the service lists them. */
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
  shown(): readonly Project[] {
    return this.#upToDate().shown;
  }

  /** Changes whenever the rows shown or their order change. */
  get version(): number {
    return this.#upToDate().version;
  }

  /** How many rows match the filter; `undefined` while none is on. */
  get matching(): number | undefined {
    return this.isFiltered ? this.#upToDate().count : undefined;
  }

  get notices(): readonly string[] {
    const { state } = this.#list;
    if (state.rows.length === 0) return [];
    const counted = () => {
      this.#takeShares();
      const [shares, known] = [this.#shares, this.#known];
      return this.#current.sort === 'progress'
        ? state.rows.filter(({ key }) => hasShare(shares.get(key))).length
        : state.rows.filter(({ key }) => known.has(key)).length;
    };
    return arrangementNotices(this.#current, state, formatNumber, counted);
  }

  /** Stores a change and ends the trial. Resolves when it is stored. */
  async change(change: Partial<Arrangement>): Promise<void> {
    const { account } = this.#session;
    if (account === undefined) return;
    this.stored = { ...this.stored, ...change };
    if (change.sort) this.#shares = new Map(this.#known);
    this.#use(this.stored);
    this.#arranged?.rest();
    await this.#memory.keep(account, isAsListed(this.stored) ? undefined : this.stored);
  }

  /** Shows the rows that match a filter, until `change` keeps it or `giveUp` ends the trial. */
  try(filter: ProjectFilter): void {
    this.#use({ ...this.stored, filter });
  }

  giveUp(): void {
    this.#use(this.stored);
    this.#arranged?.rest();
  }

  /** Tests a filter on the next few thousand rows. Returns whether there are more. */
  prepare(filter: ProjectFilter): boolean {
    return this.#upToDate().prepare(filter, 4000);
  }

  /** Text beside the view's name; `undefined` while all rows are shown. */
  get coverage(): string | undefined {
    const { matching } = this;
    if (matching === undefined) return undefined;
    return matchCoverage(matching, this.#list.state, formatNumber);
  }

  /**
   * Replaces the words of `Load more` while few rows match: it then loads all. The description is
   * empty if no row matches, because another row says that.
   */
  get searchAll(): { readonly label: string; readonly description: string } | undefined {
    const { matching } = this;
    const { state } = this.#list;
    if (matching === undefined || matching >= settings.pageSize) return undefined;
    return {
      label: searchAllLabel(state, formatNumber),
      description: matching === 0 ? '' : matchesSoFar(matching, state, formatNumber),
    };
  }

  /** The rows at the top level, before `Load more`. */
  topRows(): readonly Row[] {
    const arranged = this.#upToDate();
    const { groups } = arranged;
    const { state } = this.#list;
    const before = this.#groups;
    this.#groups = new Map();
    this.#members = new Map();
    if (arranged.count === 0 && state.rows.length > 0) return NO_MATCH;
    if (!groups) return arranged.shown;
    return groups.map(({ by, value, rows }) => {
      const row = before.get(groupKey(by, value)) ?? newGroup(by, value);
      this.#groups.set(row.key, row);
      this.#members.set(row, rows);
      return row;
    });
  }

  /** The rows of a group, as of the last `topRows`. */
  rowsOf(group: GroupRow): readonly Project[] {
    return this.#members.get(group) ?? [];
  }

  itemOf(row: GroupRow | NoMatchRow): vscode.TreeItem {
    if (row.kind === 'noMatch') return noMatchItem(row);
    const { state } = this.#list;
    const { Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(groupTitle(row.by, row.value), Expanded);
    item.id = row.key;
    item.description = groupCoverage(this.rowsOf(row).length, state, formatNumber);
    item.contextValue = 'group';
    return item;
  }

  groupOf(row: Row): GroupRow | undefined {
    const { group } = this.#current;
    if (row.kind !== 'project' || group === 'none') return undefined;
    const value = groupValue(row, group, this.standings);
    const key = groupKey(group, value);
    // `parentOf` may ask for a group before it is painted.
    const known = this.#groups.get(key) ?? newGroup(group, value);
    this.#groups.set(key, known);
    return known;
  }

  shows(row: Row): boolean {
    if (row.kind !== 'project') return true;
    return this.accepts(this.#current.filter)(row);
  }

  /** Whether a filter accepts a row, which need not be loaded. */
  accepts(filter: ProjectFilter): (row: Project) => boolean {
    const matches = matcher(filter, this.standings);
    return (row) => matches({ row, text: () => projectText(row) });
  }

  /** Clears the filter to show this row, with a message. */
  async uncover(row: ServiceRow): Promise<void> {
    await this.change({ filter: {} });
    void showInformation(l10n.t('The filter was cleared, because it hid “{0}”.', rowName(row)));
  }

  readonly #follow = (): void => {
    const { account } = this.#session;
    this.stored = readArrangement(account === undefined ? undefined : this.#memory.of(account));
    this.#use(this.stored);
  };

  /** What the counts tell now. */
  get #known() {
    const { current } = this.#session;
    return current ? concernedOf(current).standings : NO_STANDINGS;
  }

  readonly #followStandings = (): void => {
    this.standings = this.#known;
    const isFirst = this.#current.sort === 'progress' && ![...this.#shares.values()].some(hasShare);
    if (isFirst) this.#shares = new Map(this.#known);
    if (isFirst || needsStandings(this.#current)) this.#changed.fire();
  };

  #upToDate(): ArrangedProjects {
    this.#arranged ??= new ArrangedProjects(newCollator());
    this.#takeShares();
    this.#arranged.update(this.#list.state.rows, this.#current, this.standings, this.#shares);
    return this.#arranged;
  }

  /** Takes all after a refresh, else those of added rows, into the same map: no other row moves. */
  #takeShares(): void {
    const { rows, asOf } = this.#list.state;
    const before = this.#sharesOf;
    this.#sharesOf = { asOf, rows: rows.length };
    if (!before || before.asOf !== asOf) this.#shares = new Map(this.#known);
    else if (rows.length > before.rows) {
      const known = this.#known;
      for (const { key } of rows.slice(before.rows)) {
        const standing = known.get(key);
        if (standing && !hasShare(this.#shares.get(key))) this.#shares.set(key, standing);
      }
    }
  }

  #use(arrangement: Arrangement): void {
    this.#current = arrangement;
    const { isFiltered } = this;
    if (isFiltered !== this.#told) {
      this.#told = isFiltered;
      const key = 'mintscope.projects.filtered';
      void vscode.commands.executeCommand('setContext', key, isFiltered);
    }
    this.#changed.fire();
  }
}

function hasShare(standing: Standing | undefined): boolean {
  return standing?.percent !== undefined;
}

function noMatchItem({ part }: NoMatchRow): vscode.TreeItem {
  const label = part === 'words' ? l10n.t('No project matches') : l10n.t('Clear Filter');
  const item = new vscode.TreeItem(label);
  item.id = `noMatch/${part}`;
  if (part === 'words') {
    item.iconPath = new vscode.ThemeIcon('filter');
    return item;
  }
  item.iconPath = new vscode.ThemeIcon('clear-all');
  item.command = { command: 'mintscope.clearFilter', title: label };
  return item;
}

const NO_MATCH: readonly NoMatchRow[] = [
  { kind: 'noMatch', part: 'words' },
  { kind: 'noMatch', part: 'clearFilter' },
];

function newGroup(by: ProjectGroup['by'], value: GroupValue): GroupRow {
  return { kind: 'group', key: groupKey(by, value), by, value };
}

function groupKey(by: ProjectGroup['by'], value: GroupValue): string {
  return value === undefined ? `group/${by}` : `group/${by}/${keyPart(String(value))}`;
}
