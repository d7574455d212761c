import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { outageWord } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { ageWords, OLD_MS } from '../../core/messages/ageMessages.ts';
import { describeFailure, waitWords } from '../../core/messages/failureMessages.ts';
import { watchedName } from '../../core/messages/watchMessages.ts';
import { type Project, projectRef } from '../../core/model/model.ts';
import { asText } from '../../editor/asText.ts';
import { formatNumber } from '../../core/base/format.ts';
import { formatTime } from '../../editor/locale.ts';
import { rowName } from '../../lists/index.ts';
import { concernedLook, isSameLook, type RowLook } from '../../views/rowLook.ts';
import { rowTooltip } from '../../views/tooltips.ts';
import { PaintedTree, type TreeRows } from '../../views/tree/paintedTree.ts';
import { concernedItem } from '../../views/tree/treeItems.ts';
import type { Attention, Concerned } from './attention.ts';
import { MOST_BY_ITSELF } from './wholeReading.ts';

const VIEW = 'mintscope.attention';

/** The most rows of the view: their looks are compared at each change. The portfolio has all. */
const MOST_ROWS = 1_000;

/** Stands for the rows beyond `MOST_ROWS`. */
const MORE = { kind: 'more' } as const;

/** Stands for the projects that are not read yet. */
const REST = { kind: 'rest' } as const;

/** Stands for the projects that the user has acknowledged, which are folded. */
const ACKNOWLEDGED = { kind: 'acknowledged' } as const;

type Element = Project | typeof MORE | typeof REST | typeof ACKNOWLEDGED;

interface Shown {
  readonly project: Project;
  readonly look: RowLook;
}

/**
 * The view Needs Attention. It is shown while it has rows. They are rows of Projects, so that the
 * same commands work on them.
 */
export class AttentionView implements TreeRows<Element>, vscode.Disposable {
  readonly tree: PaintedTree<Element>;
  readonly #session: Session;
  readonly #attention: Attention;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #rows: ReadonlyMap<string, Shown> = new Map();
  #acknowledged: ReadonlyMap<string, Shown> = new Map();
  /** The row for the projects that are not read yet. */
  #rest: vscode.TreeItem | undefined;
  #isShown: boolean | undefined;

  constructor(session: Session, attention: Attention) {
    this.#session = session;
    this.#attention = attention;
    this.tree = new PaintedTree(VIEW, this, session.clock);
    this.#subscriptions = [
      this.tree,
      attention,
      attention.onDidChange(this.#show),
      this.tree.view.onDidChangeVisibility(attention.whole.look),
      session.onDidChangeStatus(this.#show),
    ];
    this.#show();
  }

  childrenOf(parent: Element | undefined): readonly Element[] {
    if (parent) return [...this.#acknowledged.values()].map(({ project }) => project);
    const rows = [...this.#rows.values()].map(({ project }) => project);
    return [
      ...rows,
      ...(this.#attention.found.length > rows.length ? [MORE] : []),
      ...(this.#acknowledged.size > 0 ? [ACKNOWLEDGED] : []),
      ...(this.#rest === undefined ? [] : [REST]),
    ];
  }

  parentOf(element: Element): Element | undefined {
    const isFolded = element.kind === 'project' && this.#acknowledged.has(element.key);
    return isFolded ? ACKNOWLEDGED : undefined;
  }

  keyOf(element: Element): string {
    return element.kind === 'project' ? element.key : element.kind;
  }

  itemOf(element: Element): vscode.TreeItem {
    if (element.kind === 'rest') return this.#rest ?? new vscode.TreeItem('');
    if (element.kind === 'more') return moreItem(this.#attention.found.length);
    if (element.kind === 'acknowledged') return acknowledgedItem(this.#acknowledged.size);
    const look = (this.#rows.get(element.key) ?? this.#acknowledged.get(element.key))?.look;
    return look ? concernedItem(element, look, nameOf(element)) : new vscode.TreeItem('');
  }

  tooltipOf(element: Element, token: vscode.CancellationToken) {
    if (element.kind !== 'project') return undefined;
    return rowTooltip(element, undefined, this.#session, token);
  }

  get visible(): boolean {
    return this.tree.view.visible;
  }

  get selection(): readonly Project[] {
    return this.tree.selection.filter((row) => row.kind === 'project');
  }

  async clickedRow(): Promise<Project | undefined> {
    const row = await this.tree.clickedRow();
    return row?.kind === 'project' ? row : undefined;
  }

  /**
   * Removes rows by `run`, for an action of the user. If one of them has the focus in this view, the
   * row that takes the place of the first of them gets it.
   */
  async without<T>(keys: ReadonlySet<string>, run: () => Promise<T>): Promise<T> {
    const focused = (await this.tree.focusedRow()) as Partial<Project> | undefined;
    const at = [...this.#rows.keys()].findIndex((key) => keys.has(key));
    const result = await run();
    const rows = [...this.#rows.values()];
    const next = rows[at] ?? rows.at(-1);
    this.tree.paint.now();
    if (next && this.visible && keys.has(focused?.key ?? '')) {
      // It rejects if the rows change meanwhile.
      const focus = this.tree.reveal(next.project, { select: false, focus: true });
      await focus.catch(() => undefined);
    }
    return result;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #show = (): void => {
    const { found, acknowledged, alarms, covered } = this.#attention;
    const { outage, refused } = this.#session;
    const { view, paint } = this.tree;
    const count = found.length === 0 ? '' : formatNumber(found.length);
    if (count !== (view.description ?? '')) view.description = count;
    const reason = refused ? l10n.t('token refused') : outage && outageWord(outage);
    const message = asText(joinWords(reason ?? '', alarms));
    if (message !== (view.message ?? '')) view.message = message;
    const now = this.#session.clock.now();
    const before = [this.#rows, this.#acknowledged] as const;
    const restBefore = JSON.stringify(this.#rest);
    this.#rows = new Map(
      found.slice(0, MOST_ROWS).map((one) => [one.project.key, shownFrom(one, now)]),
    );
    this.#acknowledged = new Map(
      acknowledged.slice(0, MOST_ROWS).map((one) => [one.project.key, shownFrom(one, now)]),
    );
    this.#rest = restItem(this.#attention, this.#session);
    // Of more projects than are read by themselves, nothing found means little until all are read.
    const isShown = found.length > 0 || (this.#rest !== undefined && covered.of > MOST_BY_ITSELF);
    if (isShown !== this.#isShown) {
      this.#isShown = isShown;
      void vscode.commands.executeCommand('setContext', VIEW, isShown);
    }
    const isSame =
      restBefore === JSON.stringify(this.#rest) &&
      areSame(before[0], this.#rows) &&
      areSame(before[1], this.#acknowledged);
    if (!isSame) paint.later();
  };
}

function areSame(before: ReadonlyMap<string, Shown>, now: ReadonlyMap<string, Shown>): boolean {
  const keys = [...before.keys()];
  return (
    before.size === now.size &&
    [...now].every(([key, { look, project }], at) => {
      const was = before.get(key);
      if (!was || keys[at] !== key || was.project.name !== project.name) return false;
      return isSameLook(was.look, look);
    })
  );
}

function shownFrom({ project, concerns, watched, last, isNew }: Concerned, now: number): Shown {
  const age = last ? ageWords(last.at, now, OLD_MS) : '';
  return { project, look: concernedLook(project, last, concerns, { watched, age, isNew }) };
}

function nameOf(project: Project): string {
  const ref = projectRef(project);
  return project.name === undefined && ref ? watchedName({ name: '', ref }) : rowName(project);
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

/** The last row: says how many of `count` rows are shown; opens the portfolio, which has all. */
function moreItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(l10n.t('Show all in the portfolio'));
  item.description = l10n.t('{0} of {1}', formatNumber(MOST_ROWS), formatNumber(count));
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'mintscope.openPortfolio', title: l10n.t('Open Portfolio') };
  return item;
}

/**
 * The row that says how many projects are read, as long as that is not all: `23 of 3,204 read`, which
 * reads all, or `Reading, 120 of 3,204`, which stops that. `undefined` once all are read, and before
 * the list is known.
 */
function restItem(
  { covered: { read, of }, whole }: Pick<Attention, 'covered' | 'whole'>,
  { current, waitUntil }: Pick<Session, 'current' | 'waitUntil'>,
) {
  const { isReading, failure } = whole;
  const isRead = read >= of && failure === undefined;
  if (of === 0 || (isRead && !isReading)) return undefined;
  const coverage = read < of ? l10n.t('{0} of {1} read', formatNumber(read), formatNumber(of)) : '';
  const item = new vscode.TreeItem(
    isReading
      ? l10n.t('Reading, {0} of {1}', formatNumber(read), formatNumber(of))
      : coverage || l10n.t('Not all projects are read'),
  );
  const command = isReading ? 'mintscope.stopLoading' : 'mintscope.attention.readAll';
  const title = isReading ? l10n.t('Stop') : l10n.t('Read All');
  // Why it does not go on.
  const reason =
    waitUntil !== undefined
      ? waitWords(formatTime(waitUntil))
      : failure && current
        ? describeFailure(failure, current.address.host).reason
        : '';
  item.id = 'attention/rest';
  item.contextValue = isReading ? 'reading' : 'unread';
  item.description = joinWords(title, reason);
  item.iconPath = new vscode.ThemeIcon(isReading ? 'loading~spin' : 'cloud-download');
  const meaning = isReading
    ? l10n.t('Counts that are read may show more projects that need attention. Click to stop.')
    : l10n.t('The other projects may need attention too. Click to read the counts of all.');
  item.tooltip = reason === '' ? meaning : `${reason}\n${meaning}`;
  item.command = { command, title };
  return item;
}
