import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { followConnection } from '../../connection/perConnection.ts';
import { outageWord } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import { AGED_MS, ageWords } from '../../core/messages/timeMessages.ts';
import { describeFailure, waitWords } from '../../core/messages/failureMessages.ts';
import { partOf } from '../../core/messages/listMessages.ts';
import type { Project } from '../../core/model/model.ts';
import { OLD_MS } from '../../core/stats/reading.ts';
import { asText } from '../../editor/asText.ts';
import { contextSetter } from '../../editor/contextKeys.ts';
import { formatTime } from '../../editor/locale.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { lookOf } from '../../views/countedLook.ts';
import { rowTooltip } from '../../views/tooltips.ts';
import { MOST_ROWS } from '../../views/tree/listRows.ts';
import { focusAgain, placeOfFocus } from '../../views/tree/rowFocus.ts';
import { isOfService } from '../../views/tree/rows.ts';
import { Tree, type TreeRows } from '../../views/tree/tree.ts';
import { concernedItem, explain } from '../../views/tree/treeItems.ts';
import { Attention, type AttentionParts, type Concerned, MOST_BY_ITSELF } from './attention.ts';

const VIEW = 'mintscope.attention';

interface Shown extends Concerned {
  /** Whether it is in the group of what the user has acknowledged. */
  readonly acknowledged?: boolean;
}

/** The view Needs Attention. Its rows are those of Projects, so that the same commands work on them. */
export class AttentionView implements TreeRows<vscode.TreeItem>, vscode.Disposable {
  readonly tree: Tree<vscode.TreeItem>;
  readonly serviceItem = concernedItem;
  attention: Attention | undefined;
  readonly #session: Session;
  readonly #setContext = contextSetter();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #concerned: ReadonlyMap<string, Shown> = new Map();
  #top: readonly (ServiceRow | vscode.TreeItem)[] = [];
  /** The rows in the group of what the user has acknowledged. */
  #folded: readonly (ServiceRow | vscode.TreeItem)[] = [];

  constructor(session: Session, parts: Pick<AttentionParts, 'projects' | 'unlisted' | 'isSeen'>) {
    this.#session = session;
    this.tree = new Tree(VIEW, this, session.clock);
    this.tree.items.lookOf = this.#lookOf;
    this.#subscriptions = [
      this.tree,
      this.tree.view.onDidChangeVisibility(this.look),
      session.onDidChangeStatus(this.#show),
      followConnection(session, (current) => {
        const all = { ...parts, session, onChange: this.#show };
        this.attention = current && new Attention(current, all);
        this.#show();
        return this.attention ? [vscode.Disposable.from(this.attention)] : [];
      }),
      session.onDidChange(({ sameAccount }) => {
        if (sameAccount) return;
        this.tree.forgetSelection();
        this.tree.userActed();
        this.tree.paintNow();
      }),
    ];
  }

  readonly look = (): void => {
    this.attention?.look();
  };

  childrenOf(parent: object | undefined): readonly (ServiceRow | vscode.TreeItem)[] {
    return parent ? this.#folded : this.#top;
  }

  /** Only rows at the top level are revealed. */
  parentOf(): undefined {
    return undefined;
  }

  itemOf(row: vscode.TreeItem): vscode.TreeItem {
    return row;
  }

  knownOf() {
    return {};
  }

  tooltipOf(row: ServiceRow) {
    return rowTooltip(row, undefined, this.#session);
  }

  get visible(): boolean {
    return this.tree.view.visible;
  }

  /** The selected rows that it still has, as they are known now. */
  get selection(): readonly ServiceRow[] {
    return this.tree.selection.filter(isOfService).flatMap(({ key }) => this.rowOf(key) ?? []);
  }

  rowOf(key: string): Project | undefined {
    return this.#concerned.get(key)?.project;
  }

  get rows() {
    return { inOrder: this.#top.filter(isOfService), first: undefined };
  }

  /**
   * Removes rows by `run`. If one of them has the focus, the row that takes its place gets it.
   * @param isHere whether the user is in this view.
   */
  async without<T>(
    keys: ReadonlySet<string>,
    isHere: boolean,
    run: () => Promise<T> | undefined,
  ): Promise<T | undefined> {
    const place = await placeOfFocus(this);
    const result = await run();
    this.tree.paintNow();
    if (isHere && keys.has(place.focused ?? '')) await focusAgain(this, place);
    return result;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #lookOf = (row: Project) => {
    const shown = this.#concerned.get(row.key);
    const { last, concerns = [], watched = false, acknowledged = false, isNew } = shown ?? {};
    const age = last ? ageWords(last.at, this.#session.clock.now(), OLD_MS) : '';
    return lookOf(row, last, concerns, { watched, acknowledged, age, isNew, isOfAttention: true });
  };

  readonly #show = (): void => {
    const { found = [], acknowledged = [], counts = '', covered } = this.attention ?? {};
    const { outage, refused } = this.#session;
    // Those that are only watched need no attention.
    const watched = found.filter(({ concerns }) => concerns.length === 0).length;
    const count = found.length - watched;
    this.tree.set('description', count === 0 ? '' : formatNumber(count));
    const reason = refused ? l10n.t('token refused') : outage && outageWord(outage);
    const others =
      watched > 0 ? plural(watched, l10n.t('{0} only watched | {0} only watched')) : '';
    const { read = 0, of = 0, isMore = false, oldest } = covered ?? {};
    // The view is shown then: projects may be missing.
    const hasFailed = this.attention?.failure !== undefined;
    const isLarge = of > MOST_BY_ITSELF;
    const isAll = read >= of && !isMore;
    const now = this.#session.clock.now();
    const age =
      oldest === undefined || now - oldest < AGED_MS
        ? ''
        : l10n.t('counts of {0} or later', formatTime(oldest, 'short'));
    // First, so that no count is taken for that of all projects.
    const partly = isLarge && !isAll ? l10n.t('{0} read', readPart(read, of, isMore)) : '';
    const isNone = isLarge && isAll && !hasFailed && found.length === 0 && counts === '';
    const none = isNone ? l10n.t('Nothing needs attention') : '';
    const words = joinWords(none, reason ?? '', partly, counts, others, isAll ? age : '');
    this.tree.set('message', asText(words));
    const shown = found.slice(0, MOST_ROWS);
    const folded = acknowledged.slice(0, MOST_ROWS);
    const rest = this.attention && restItem(this.attention, this.#session);
    const top = [
      ...shown.map(({ project }) => project),
      ...(found.length > shown.length ? [moreItem('attention/more', found.length)] : []),
      ...(folded.length > 0 ? [acknowledgedItem(acknowledged.length)] : []),
      ...(rest ? [rest] : []),
    ];
    const before = this.#concerned;
    const all: readonly Shown[] = [
      ...shown,
      ...folded.map((one) => ({ ...one, acknowledged: true })),
    ];
    this.#concerned = new Map(all.map((one) => [one.project.key, one]));
    this.tree.items.changed(
      [...this.#concerned].flatMap(([key, one]) => (isAlike(one, before.get(key)) ? [] : key)),
    );
    const painted = this.#top;
    this.#top = top;
    const hidden = acknowledged.length;
    this.#folded = [
      ...folded.map(({ project }) => project),
      ...(hidden > folded.length ? [moreItem('attention/moreAcknowledged', hidden)] : []),
    ];
    this.#setContext('mintscope.acknowledged', this.attention?.hidesAny ?? false);
    this.#setContext(VIEW, found.length > 0 || isLarge || (rest !== undefined && hasFailed));
    const isSame = (row: object, at: number) =>
      row === painted[at] ||
      (!isOfService(row) && JSON.stringify(row) === JSON.stringify(painted[at]));
    if (top.length !== painted.length || !top.every(isSame)) this.tree.paintLater();
  };
}

/** Whether the look of a project is the same. All are found anew each minute, for the words of ages. */
function isAlike(one: Shown, other: Shown | undefined): boolean {
  if (one.last !== other?.last || one.concerns !== other?.concerns) return false;
  const isInSameGroup = one.acknowledged === other.acknowledged;
  return isInSameGroup && one.watched === other.watched && one.isNew === other.isNew;
}

function acknowledgedItem(count: number): vscode.TreeItem {
  const state = vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(l10n.t('Acknowledged'), state);
  item.id = 'attention/acknowledged';
  item.description = formatNumber(count);
  explain(item, l10n.t('What you have acknowledged, until it changes.'));
  return item;
}

/** `120 of 3,204`, or `120 of 500 or more`. */
function readPart(read: number, of: number, isMore: boolean): string {
  if (!isMore) return partOf(read, of);
  return l10n.t('{0} of {1} or more', formatNumber(read), formatNumber(of));
}

/** The row that says how many of `count` rows are shown; opens the portfolio, which has all. */
function moreItem(id: string, count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(l10n.t('Show all in the portfolio'));
  item.id = id;
  item.description = partOf(MOST_ROWS, count);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'mintscope.openPortfolio', title: l10n.t('Open Portfolio') };
  return item;
}

/**
 * `Read All 23 of 204 read`, or `Reading · 120 of 204`, which stops that. Of a large service, the line
 * above the rows has the numbers. `undefined` once all are read, and before the list is known.
 */
function restItem(
  { covered: { read, of, isMore = false }, isReading, failure }: Attention,
  { current, waitUntil }: Session,
): vscode.TreeItem | undefined {
  const isAll = read >= of && !isMore && !failure;
  const isLarge = of > MOST_BY_ITSELF;
  if (of === 0 || (isAll && !(isLarge && isReading))) return undefined;
  const covered = isLarge ? '' : readPart(read, of, isMore);
  // The command of a click on a row stops what it is of, and this view's reading only.
  const command = isReading ? 'mintscope.attention.openRow' : 'mintscope.attention.readAll';
  const title = isReading ? l10n.t('Stop') : l10n.t('Read All');
  const partly = isLarge ? '' : l10n.t('{0} read', covered);
  const unread = read < of || isMore ? partly : l10n.t('Not all projects are read');
  // A narrow view cuts the end.
  const item = new vscode.TreeItem(isReading ? joinWords(l10n.t('Reading'), covered) : title);
  const failed = failure && current && describeFailure(failure, current.address.host).reason;
  const reason = waitUntil === undefined ? (failed ?? '') : waitWords(formatTime(waitUntil));
  const meaning = isReading
    ? l10n.t('Counts that are read may show more projects that need attention. Click to stop.')
    : l10n.t('The other projects may need attention too. Click to read the counts of all.');
  item.id = 'attention/rest';
  item.contextValue = isReading ? 'reading' : 'unread';
  item.description = joinWords(isReading ? title : unread, reason);
  item.iconPath = new vscode.ThemeIcon(isReading ? 'loading~spin' : 'cloud-download');
  explain(item, reason === '' ? meaning : `${reason}\n${meaning}`);
  item.command = { command, title };
  return item;
}
