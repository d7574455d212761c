import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { outageWord } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { besideName, joinWords } from '../../core/base/displayText.ts';
import { ageWords, OLD_MS } from '../../core/messages/ageMessages.ts';
import { concernWords, spokenState } from '../../core/messages/attentionMessages.ts';
import { describeFailure, waitWords } from '../../core/messages/failureMessages.ts';
import { watchedName } from '../../core/messages/watchMessages.ts';
import { type Project, projectRef } from '../../core/model/model.ts';
import { isAlarm } from '../../core/stats/attention.ts';
import { leftOf, percentConfirmed } from '../../core/stats/share.ts';
import { formatNumber } from '../../core/base/format.ts';
import { formatTime } from '../../editor/locale.ts';
import { rowName } from '../../lists/index.ts';
import { lookOf } from '../../views/rowLook.ts';
import { OpenHover } from '../../views/tree/openHover.ts';
import { PaintEnd } from '../../views/tree/paintEnd.ts';
import { repaintedTogether } from '../../views/tree/repaintedTogether.ts';
import { rowTooltip } from '../../views/tooltips.ts';
import { contextOf, shortenLabel, tinted } from '../../views/tree/treeItems.ts';
import type { Attention, Concerned } from './attention.ts';
import { MOST_BY_ITSELF } from './wholeReading.ts';

const VIEW = 'mintscope.attention';

/** The most rows of the view: each costs 35 µs at every repaint. The portfolio has all. */
const MOST_ROWS = 10_000;

/** Stands for the rows beyond `MOST_ROWS`. */
const MORE = { kind: 'more' } as const;

/** Stands for the projects that are not read yet. */
const REST = { kind: 'rest' } as const;

type Element = Project | typeof MORE | typeof REST;

/**
 * The view Needs Attention. It is shown while it has rows. They are rows of Projects, so that the
 * same commands work on them.
 */
export class AttentionView implements vscode.TreeDataProvider<Element>, vscode.Disposable {
  readonly #session: Session;
  readonly #attention: Attention;
  readonly #view: vscode.TreeView<Element>;
  readonly #changed = new vscode.EventEmitter<Element[] | undefined>();
  readonly paintEnd: PaintEnd;
  readonly #hover: OpenHover;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #rows: ReadonlyMap<string, Concerned> = new Map();
  /** What `lookKey` gives for `#rows`, by the same keys. */
  #looks: ReadonlyMap<string, string> = new Map();
  /** The elements returned to the editor last, by their keys: it identifies a row by its object. */
  #painted: ReadonlyMap<string, Project> = new Map();
  #count: number | undefined;
  /** The row for the projects that are not read yet. */
  #rest: vscode.TreeItem | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, attention: Attention) {
    this.#session = session;
    this.#attention = attention;
    this.paintEnd = new PaintEnd(session.clock);
    this.#hover = new OpenHover(session.clock, this.#withSelected, this.#repaint, this.#repaint);
    this.#view = vscode.window.createTreeView(VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
    });
    this.#subscriptions = [
      this.#view,
      this.#changed,
      this.#hover,
      this.#view.onDidChangeSelection(() => {
        this.#hover.closed(this.selection.map(({ key }) => key));
      }),
      attention,
      attention.onDidChange(this.#show),
      this.#view.onDidChangeVisibility(attention.whole.look),
      session.onDidChangeStatus(this.#show),
    ];
    this.#show();
  }

  getChildren(): Element[] {
    this.paintEnd.rowsReturned();
    const rows = [...this.#rows.values()].map(({ project }) => project);
    this.#painted = new Map(rows.map((project) => [project.key, project]));
    return [
      ...rows,
      ...(this.#attention.found.length > rows.length ? [MORE] : []),
      ...(this.#rest === undefined ? [] : [REST]),
    ];
  }

  getTreeItem(element: Element): vscode.TreeItem {
    if (element.kind === 'rest') return this.#rest ?? new vscode.TreeItem('');
    const one = element.kind === 'more' ? undefined : this.#rows.get(element.key);
    return one ? itemOf(one, this.#session.clock.now()) : moreItem(this.#attention.found.length);
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    element: Element,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (element.kind !== 'project') return item;
    this.#hover.open(element.key);
    item.tooltip = await rowTooltip(element, undefined, this.#session, token);
    return item;
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get selection(): readonly Project[] {
    return this.#view.selection.filter((row) => row.kind === 'project');
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #show = (): void => {
    const { found, alarms, covered } = this.#attention;
    const { outage, refused } = this.#session;
    const rows = found.slice(0, MOST_ROWS);
    this.#view.description = joinWords(
      // Why nothing newer can be read comes first, because the end may be cut off.
      ...(refused ? [l10n.t('token refused')] : outage ? [outageWord(outage)] : []),
      // What the alarms cover, because the last row, which says it too, may be out of sight.
      found.length > 0 ? coverage(covered) : '',
      alarms,
    );
    const rest = restItem(this.#attention, this.#session);
    const now = this.#session.clock.now();
    const before = this.#looks;
    this.#rows = new Map(rows.map((one) => [one.project.key, one]));
    this.#looks = new Map(rows.map((one) => [one.project.key, lookKey(one, now)]));
    const keys = [...this.#looks.keys()];
    const isRestThere = rest !== undefined && this.#rest !== undefined;
    const isRestSame = JSON.stringify(rest) === JSON.stringify(this.#rest);
    this.#rest = rest;
    if (isRestThere && !isRestSame) this.#changed.fire([REST]);
    if (
      (isRestThere || isRestSame) &&
      found.length === this.#count &&
      keys.join('\n') === [...before.keys()].join('\n')
    ) {
      // The same rows with other texts: repaint only these, because the editor closes the tooltip
      // of a row that it repaints.
      const changed = keys.filter((key) => this.#looks.get(key) !== before.get(key));
      this.#repaint(this.#hover.letPass(changed, MOST_ROWS));
      return;
    }
    this.#count = found.length;
    // Of more projects than are read by themselves, nothing found means little until all are read.
    const isShown = found.length > 0 || (rest !== undefined && covered.of > MOST_BY_ITSELF);
    void vscode.commands.executeCommand('setContext', VIEW, isShown);
    this.#changed.fire(undefined);
  };

  readonly #repaint = (keys: readonly string[]): void => {
    const rows = this.#withSelected(keys).flatMap((key) => this.#painted.get(key) ?? []);
    if (rows.length > 0) this.#changed.fire(rows);
  };

  readonly #withSelected = (keys: readonly string[]): readonly string[] => {
    const selected = this.selection.map(({ key }) => key);
    return repaintedTogether(keys, selected, () => [...this.#painted.keys()]);
  };
}

function isAlarming({ concerns }: Concerned): boolean {
  return concerns.some(({ kind }) => isAlarm(kind));
}

/** `14 min ago`, if its counts are old; else empty. */
function ageOf({ last }: Concerned, now: number): string {
  return last ? ageWords(last.at, now, OLD_MS) : '';
}

/**
 * Changes when the row of a project does. It costs less than the row, of which there may be
 * `MOST_ROWS` at each change.
 */
function lookKey(concerned: Concerned, now: number): string {
  const { project, concerns, watched, last } = concerned;
  const parts = [
    ...[project.name, contextOf(project), watched, ageOf(concerned, now)],
    ...(last ? [percentConfirmed([last]), leftOf(last) === 0] : []),
    concernWords(concerns),
  ];
  return parts.join('\n');
}

function itemOf(concerned: Concerned, now: number): vscode.TreeItem {
  const { project, concerns, watched, last } = concerned;
  const ref = projectRef(project);
  const name =
    project.name === undefined && ref ? watchedName({ name: '', ref }) : rowName(project);
  const item = new vscode.TreeItem(name);
  if (project.name !== undefined) shortenLabel(item, name, '');
  item.id = `attention/${project.key}`;
  item.iconPath = iconOf(concerned);
  const { share, alarms, ended } = lookOf(project, last, concerns);
  const reason = concernWords(concerns);
  const age = ageOf(concerned, now);
  const watching = watched ? l10n.t('watched') : '';
  item.description = besideName(name, joinWords(reason, share, watching, age));
  const spoken = [
    ...[name, ...spokenState({ alarms: alarms === '' ? '' : reason, share, watched })],
    ...[alarms === '' ? reason : '', age],
  ];
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
  const words = [
    ...[contextOf(project), concerns.length > 0 ? 'attention' : ''],
    ...[ended ? 'ended' : '', watched ? 'watched' : ''],
  ];
  item.contextValue = words.filter((word) => word !== '').join(' ');
  item.command = { command: 'mintscope.attention.openRow', title: l10n.t('Open Stats') };
  return item;
}

function iconOf(concerned: Concerned): vscode.ThemeIcon {
  const [worst] = concerned.concerns;
  if (worst?.kind === 'failed') return tinted('error', 'mintscope.failed');
  if (isAlarming(concerned)) return tinted('warning', 'mintscope.warning');
  return new vscode.ThemeIcon(concerned.watched ? 'eye' : 'info');
}

/** The last row: says how many of `count` rows are shown; opens the portfolio, which has all. */
function moreItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(l10n.t('Show all in the portfolio'));
  item.description = l10n.t('{0} of {1}', formatNumber(MOST_ROWS), formatNumber(count));
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'mintscope.openPortfolio', title: l10n.t('Open Portfolio') };
  return item;
}

/** `23 of 3,204 read`, or empty once all are read and before the list is known. */
function coverage({ read, of }: Attention['covered']): string {
  return read < of ? l10n.t('{0} of {1} read', formatNumber(read), formatNumber(of)) : '';
}

/**
 * The row that says how many projects are read, as long as that is not all: `23 of 3,204 read`, which
 * reads all, or `Reading, 120 of 3,204`, which stops that. `undefined` once all are read, and before
 * the list is known.
 */
function restItem(
  { covered, whole }: Pick<Attention, 'covered' | 'whole'>,
  { current, waitUntil }: Pick<Session, 'current' | 'waitUntil'>,
) {
  const { read, of } = covered;
  const { isReading, failure } = whole;
  const isRead = read >= of && failure === undefined;
  if (of === 0 || (isRead && !isReading)) return undefined;
  const item = new vscode.TreeItem(
    isReading
      ? l10n.t('Reading, {0} of {1}', formatNumber(read), formatNumber(of))
      : coverage(covered) || l10n.t('Not all projects are read'),
  );
  const command = isReading ? 'stopReading' : 'readAll';
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
  item.command = { command: `mintscope.attention.${command}`, title };
  return item;
}
