import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { concernedOf } from '../../connection/concernedRows.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { memo } from '../../core/base/memo.ts';
import { ArrangedProjects } from '../../core/arrange/arrangedProjects.ts';
import {
  type Arrangement,
  AS_LISTED,
  groupValue,
  isAsListed,
  type ProjectGroup,
  readArrangement,
} from '../../core/arrange/arrangement.ts';
import {
  isFiltering,
  matcher,
  members,
  NO_STANDINGS,
  type ProjectFilter,
  type Standing,
  type Standings,
} from '../../core/arrange/projectFilter.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import {
  arrangementNotices,
  groupCoverage,
  matchCoverage,
  searchAllLabel,
} from '../../core/messages/arrangementMessages.ts';
import type { Project } from '../../core/model/model.ts';
import { contextSetter } from '../../editor/contextKeys.ts';
import { newCollator } from '../../core/base/format.ts';
import { showInformation } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import { rowName, type ServiceRow } from '../../lists/index.ts';
import type { GroupRow, NoMatchRow, Row } from '../tree/treeNodes.ts';
import { groupItem, groupRow, NO_MATCH, noMatchItem } from './groupRows.ts';

const MEMORY = 'mintscope.arrangement';

/**
 * The filter, order and groups of the Projects, and the rows arranged by them. Each account has its
 * own arrangement in the workspace, so a filter made for one never hides rows of another.
 */
export class ProjectsArranger implements vscode.Disposable {
  readonly #list: PagedList<Project>;
  readonly #session: Session;
  readonly #workspace: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #changed = new vscode.EventEmitter<boolean>();
  readonly #following: readonly vscode.Disposable[];
  /** Created when first needed, because its collator takes some milliseconds. */
  #arranged: ArrangedProjects | undefined;
  /** The stored arrangement of the account in use. */
  stored = AS_LISTED;
  /** The arrangement in effect: `stored`, or the same with a filter that is being edited. */
  #current = AS_LISTED;
  readonly #setContext = contextSetter();
  /** The standings for filter and groups. They change only if that can change what is shown. */
  standings = NO_STANDINGS;
  /**
   * The shares that the order by progress uses, taken when the user has arranged, refreshed or loaded
   * more: if each new count were used, rows would move under the pointer.
   */
  #shares = NO_STANDINGS;
  #sharesSince: readonly unknown[] = [];

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
      session.onDidChange(this.#restore),
      followConnection(session, (current) => {
        this.#followStandings();
        return current ? [concernedOf(current).onDidChangeStandings(this.#followStandings)] : [];
      }),
    ];
    this.#restore();
  }

  dispose(): void {
    for (const following of this.#following) following.dispose();
    this.#changed.dispose();
  }

  /** Whether the Projects are shown in another way than the service lists them. */
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
    return this.#upToDate.shown;
  }

  /** Another object whenever the rows shown, their order or their groups change. */
  get version(): unknown {
    const { groups, shown } = this.#upToDate;
    return groups ?? shown;
  }

  /** How many rows match the filter; `undefined` without a filter. */
  get matching(): number | undefined {
    return this.isFiltered ? this.shown().length : undefined;
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
    return arrangementNotices(this.#current, state, countKnown);
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

  /** Shows the rows that match a filter while it is edited, until `change` or `showStored`. */
  show(filter: ProjectFilter): void {
    this.#use({ ...this.stored, filter });
  }

  showStored(): void {
    this.#use(this.stored);
  }

  /** How many rows match, in words; `undefined` without a filter. */
  get coverage(): string | undefined {
    if (!this.isFiltered) return undefined;
    return matchCoverage(this.#standingsOf(this.shown()), this.#list.state);
  }

  /**
   * Replaces the words of `Load more`, which then loads all, while fewer rows match than a page has.
   * The description is empty if no row matches, because another row says that.
   */
  get searchAll(): { readonly label: string; readonly description: string } | undefined {
    const { matching } = this;
    const { state } = this.#list;
    if (matching === undefined || matching >= settings.pageSize) return undefined;
    return {
      label: searchAllLabel(state),
      description: matching === 0 ? '' : (this.coverage ?? ''),
    };
  }

  /** The rows at the top level, before `Load more`. */
  topRows(): readonly Row[] {
    const { groups, shown } = this.#upToDate;
    if (shown.length === 0 && this.#list.state.rows.length > 0) return NO_MATCH;
    return groups ? this.#groupRows(groups) : shown;
  }

  itemOf(row: GroupRow | NoMatchRow): vscode.TreeItem {
    if (row.kind === 'noMatch') return noMatchItem(row);
    const standings = this.#standingsOf(row.rows);
    return groupItem(row, groupCoverage(standings, this.#list.state));
  }

  /** For each row its standing, or nothing if that is not known. */
  #standingsOf(rows: readonly Project[]): Partial<Standing>[] {
    return rows.map(({ key }) => this.standings.get(key) ?? {});
  }

  /** The group of a row that is shown. */
  groupOf(row: Row): GroupRow | undefined {
    const { groups } = this.#upToDate;
    const { group } = this.#current;
    if (row.kind !== 'project' || group === 'none' || !groups) return undefined;
    const value = groupValue(row, group, this.standings);
    return this.#groupRows(groups).find((one) => one.value === value);
  }

  shows(row: Row): boolean {
    return row.kind !== 'project' || this.accepts(this.#current.filter)(row);
  }

  /** Whether a filter accepts a row, which need not be loaded. */
  accepts(filter: ProjectFilter): (row: Project) => boolean {
    return matcher(filter, this.standings);
  }

  /** Clears the filter, which hides this row, and says so. */
  async uncover(row: ServiceRow): Promise<void> {
    await this.change({ filter: {} });
    void showInformation(l10n.t('The filter was cleared, because it hid “{0}”.', rowName(row)));
  }

  /** The stored arrangements by account; they may be anything. */
  get #memory(): Readonly<Record<string, unknown>> {
    return members(this.#workspace.get<unknown>(MEMORY));
  }

  readonly #restore = (): void => {
    const { account = '' } = this.#session;
    this.stored = readArrangement(this.#memory[account]);
    this.#use(this.stored);
  };

  get #newestStandings() {
    const { current } = this.#session;
    return current ? concernedOf(current).standings : NO_STANDINGS;
  }

  readonly #followStandings = (): void => {
    const before = this.standings;
    this.standings = this.#newestStandings;
    const isFirst = this.#current.sort === 'progress' && !knowsShare(before);
    const showsStandings = this.isFiltered || this.groupedBy !== 'none';
    if ((isFirst || showsStandings) && this.standings !== before) this.#changed.fire(false);
  };

  get #upToDate(): ReturnType<ArrangedProjects['of']> {
    this.#arranged ??= new ArrangedProjects(newCollator());
    const { state } = this.#list;
    const { sort } = this.#current;
    const isKnown = sort === 'progress' && knowsShare(this.#newestStandings);
    const since = [this.stored, isKnown, state.asOf, state.rows.length];
    if (!since.every((one, at) => one === this.#sharesSince[at])) {
      this.#shares = this.#newestStandings;
      this.#sharesSince = since;
    }
    return this.#arranged.of(state.rows, this.#current, this.standings, this.#shares);
  }

  /** The same objects while the groups are the same. */
  readonly #groupRows = memo((groups: readonly ProjectGroup[]) => groups.map(groupRow));

  #use(arrangement: Arrangement): void {
    this.#current = arrangement;
    this.#setContext('mintscope.projects.filtered', this.isFiltered);
    this.#changed.fire(true);
  }
}

function knowsShare(standings: Standings): boolean {
  return [...standings.values()].some(({ percent }) => percent !== undefined);
}
