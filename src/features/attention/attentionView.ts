import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { followConnection } from '../../connection/perConnection.ts';
import { outageWord } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { formatNumber } from '../../core/base/format.ts';
import { ageWords, OLD_MS } from '../../core/messages/ageMessages.ts';
import { describeFailure, waitWords } from '../../core/messages/failureMessages.ts';
import type { Project } from '../../core/model/model.ts';
import { asText } from '../../editor/asText.ts';
import { contextSetter } from '../../editor/contextKeys.ts';
import { formatTime } from '../../editor/locale.ts';
import { lookOf } from '../../views/countedLook.ts';
import { rowTooltip } from '../../views/tooltips.ts';
import { Tree, type TreeRows } from '../../views/tree/tree.ts';
import { concernedItem } from '../../views/tree/treeItems.ts';
import { Attention, type AttentionParts, type Concerned, MOST_BY_ITSELF } from './attention.ts';

const VIEW = 'mintscope.attention';

/** The most rows of the view: their items are compared at each change. The portfolio has all. */
const MOST_ROWS = 1_000;

interface Made {
  /** What the item shows. */
  readonly facts: readonly unknown[];
  readonly item: vscode.TreeItem;
}

/** A project, or the item of a row of the view itself. */
type Row = Project | vscode.TreeItem;

/**
 * The view Needs Attention. It is shown while it has rows. They are rows of Projects, so that the
 * same commands work on them.
 */
export class AttentionView implements TreeRows<Row>, vscode.Disposable {
  readonly tree: Tree<Row>;
  /** What was found; `undefined` without a connection. */
  attention: Attention | undefined;
  readonly #session: Session;
  readonly #setContext = contextSetter();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The items of projects, and what they were made of, by the keys of the projects. */
  #items: ReadonlyMap<string, Made> = new Map();
  #top: readonly Row[] = [];
  /** The rows in the group of what the user has acknowledged. */
  #folded: readonly Project[] = [];
  /** The items of the rows of the view itself as they were painted last. */
  #own = '';

  constructor(session: Session, parts: Pick<AttentionParts, 'projects' | 'unlisted' | 'isSeen'>) {
    this.#session = session;
    this.tree = new Tree(VIEW, this, session.clock);
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
    ];
  }

  /** Call this when the view of the Projects was shown or hidden. */
  readonly look = (): void => {
    this.attention?.look();
  };

  childrenOf(parent: Row | undefined): readonly Row[] {
    return parent ? this.#folded : this.#top;
  }

  /** Only rows at the top level are revealed. */
  parentOf(): undefined {
    return undefined;
  }

  keyOf(row: Row): string {
    return isProject(row) ? row.key : String(row.id);
  }

  itemOf(row: Row): vscode.TreeItem {
    return isProject(row) ? (this.#items.get(row.key)?.item ?? new vscode.TreeItem('')) : row;
  }

  tooltipOf(row: Row, token: vscode.CancellationToken) {
    return isProject(row) ? rowTooltip(row, undefined, this.#session, token) : undefined;
  }

  get visible(): boolean {
    return this.tree.view.visible;
  }

  get selection(): readonly Project[] {
    return this.tree.selection.filter(isProject);
  }

  async clickedRow(): Promise<Project | undefined> {
    const row = await this.tree.clickedRow();
    return row && isProject(row) ? row : undefined;
  }

  /**
   * Removes rows by `run`, for an action of the user. If one of them has the focus in this view, the
   * row that takes the place of the first of them gets it.
   */
  async without<T>(keys: ReadonlySet<string>, run: () => Promise<T> | undefined) {
    const focused = (await this.tree.focusedRow()) as Partial<Project> | undefined;
    const at = this.#top.findIndex((row) => keys.has(this.keyOf(row)));
    const result = await run();
    const rows = this.#top.filter(isProject);
    const next = rows[at] ?? rows.at(-1);
    this.tree.paintNow();
    if (next && this.visible && keys.has(focused?.key ?? '')) {
      // It rejects if the rows change meanwhile.
      await this.tree.reveal(next, { select: false, focus: true }).catch(() => undefined);
    }
    return result;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #show = (): void => {
    const { found = [], acknowledged = [], alarms = '', covered } = this.attention ?? {};
    const { outage, refused, clock } = this.#session;
    // Those that are only watched need no attention.
    const watched = found.filter(({ concerns }) => concerns.length === 0).length;
    const count = found.length - watched;
    this.tree.set('description', count === 0 ? '' : formatNumber(count));
    const reason = refused ? l10n.t('token refused') : outage && outageWord(outage);
    const others = watched > 0 ? l10n.t('{0} watched', formatNumber(watched)) : '';
    const { read = 0, of = 0, oldest } = covered ?? {};
    // More projects than are read by themselves: what was found, or that nothing was, may be out of date.
    const isLarge = of > MOST_BY_ITSELF;
    const isOld = isLarge && read >= of && oldest !== undefined && clock.now() - oldest >= OLD_MS;
    const asOf = isOld ? l10n.t('as of {0}', formatTime(oldest, 'short')) : '';
    this.tree.set('message', asText(joinWords(reason ?? '', alarms, others, asOf)));
    const shown = found.slice(0, MOST_ROWS);
    const folded = acknowledged.slice(0, MOST_ROWS);
    const rest = this.attention && restItem(this.attention, this.#session);
    const own = [
      ...(found.length > shown.length ? [moreItem(found.length)] : []),
      ...(folded.length > 0 ? [acknowledgedItem(acknowledged.length)] : []),
      ...(rest ? [rest] : []),
    ];
    const before = this.#items;
    const now = clock.now();
    this.#items = new Map(
      [...shown, ...folded].map((one) => {
        const { key } = one.project;
        return [key, madeOf(one, now, before.get(key))];
      }),
    );
    this.#top = [...shown.map(({ project }) => project), ...own];
    this.#folded = folded.map(({ project }) => project);
    this.#setContext(VIEW, found.length > 0 || (rest !== undefined && isLarge));
    const items = [...before.values()];
    const isSame = [...this.#items.values()].every(({ item }, at) => item === items[at]?.item);
    const ownItems = JSON.stringify(own);
    if (!isSame || this.#items.size !== before.size || ownItems !== this.#own)
      this.tree.paintLater();
    this.#own = ownItems;
  };
}

function isProject(row: Row): row is Project {
  return 'source' in row;
}

/**
 * The item of a row. To make those of 1,000 rows takes some milliseconds, so `before` is used again
 * while nothing that it shows has changed.
 */
function madeOf(one: Concerned, now: number, before: Made | undefined): Made {
  const { project, concerns, watched, last, isNew } = one;
  const age = last ? ageWords(last.at, now, OLD_MS) : '';
  const facts = [project, concerns, watched, last, isNew, age];
  if (before && facts.every((fact, at) => fact === before.facts[at])) return before;
  const look = lookOf(project, last, concerns, { watched, age, isNew, isOfAttention: true });
  const item = concernedItem(project, look);
  const isSame = before && JSON.stringify(item) === JSON.stringify(before.item);
  return { facts, item: isSame ? before.item : item };
}

/** The row that holds what the user has acknowledged. */
function acknowledgedItem(count: number): vscode.TreeItem {
  const state = vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(l10n.t('Acknowledged'), state);
  item.id = 'attention/acknowledged';
  item.description = formatNumber(count);
  item.tooltip = l10n.t('What you have acknowledged, until it changes.');
  return item;
}

/** The row that says how many of `count` rows are shown; opens the portfolio, which has all. */
function moreItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(l10n.t('Show all in the portfolio'));
  item.id = 'attention/more';
  item.description = l10n.t('{0} of {1}', formatNumber(MOST_ROWS), formatNumber(count));
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'mintscope.openPortfolio', title: l10n.t('Open Portfolio') };
  return item;
}

/**
 * The row that says how many projects are read: `Read All 23 of 3,204 read`, or `Reading, 120 of 3,204`,
 * which stops that. Once all are read, it says when, or is `undefined` if they are read again by
 * themselves. `undefined` too before the list is known.
 */
function restItem(
  { covered: { read, of, oldest }, isReading, failure }: Attention,
  { current, waitUntil }: Session,
): vscode.TreeItem | undefined {
  if (of === 0 || (read >= of && !failure && of <= MOST_BY_ITSELF)) return undefined;
  const isAgain = read >= of && !failure && !isReading;
  const covered = [formatNumber(read), formatNumber(of)] as const;
  const command = isReading ? 'mintscope.stopLoading' : 'mintscope.attention.readAll';
  const title = isReading ? l10n.t('Stop') : isAgain ? l10n.t('Read Again') : l10n.t('Read All');
  const unread =
    read < of || isAgain
      ? l10n.t('{0} of {1} read', ...covered)
      : l10n.t('Not all projects are read');
  // A narrow view cuts the end.
  const item = new vscode.TreeItem(isReading ? l10n.t('Reading, {0} of {1}', ...covered) : title);
  const failed = failure && current && describeFailure(failure, current.address.host).reason;
  const reason = waitUntil === undefined ? (failed ?? '') : waitWords(formatTime(waitUntil));
  const meaning = isReading
    ? l10n.t('Counts that are read may show more projects that need attention. Click to stop.')
    : isAgain
      ? l10n.t(
          'More than {0} projects are read only on request. Click to read again what can change.',
          formatNumber(MOST_BY_ITSELF),
        )
      : l10n.t('The other projects may need attention too. Click to read the counts of all.');
  const asOf =
    isAgain && oldest !== undefined ? l10n.t('as of {0}', formatTime(oldest, 'short')) : '';
  item.id = 'attention/rest';
  item.contextValue = isReading ? 'reading' : 'unread';
  item.description = isReading ? joinWords(title, reason) : joinWords(unread, asOf, reason);
  item.iconPath = new vscode.ThemeIcon(isReading ? 'loading~spin' : 'cloud-download');
  item.tooltip = reason === '' ? meaning : `${reason}\n${meaning}`;
  item.command = { command, title };
  return item;
}
