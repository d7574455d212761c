import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { concernWords, spokenState } from '../../core/messages/attentionMessages.ts';
import { watchedName } from '../../core/messages/watchMessages.ts';
import { type Project, projectRef } from '../../core/model/model.ts';
import { isAlarm } from '../../core/stats/attention.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { rowTooltip } from '../../views/tooltips.ts';
import { contextOf, joinWords, tinted } from '../../views/treeItems.ts';
import { rowName } from '../../views/treeNodes.ts';
import type { Attention, Concerned } from './attention.ts';

const VIEW = 'mintscope.attention';

/** More rows than a person reads; the portfolio has all of them. */
const MOST_ROWS = 200;

/** Readings older than this say their time. */
const OLD_MS = 10 * 60_000;

/** Stands for the rows beyond `MOST_ROWS`. */
const MORE = { kind: 'more' } as const;

type Element = Project | typeof MORE;

/**
 * The view Needs Attention. It is shown while it has rows, which are those of Projects: commands on
 * them work as they do there.
 */
export class AttentionView implements vscode.TreeDataProvider<Element>, vscode.Disposable {
  readonly #session: Session;
  readonly #attention: Attention;
  readonly #view: vscode.TreeView<Element>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #rows: ReadonlyMap<string, Concerned> = new Map();
  #shown = '';
  #isThere = false;
  /** Whether the editor is about to make room for the view. */
  #appears = false;

  readonly onDidChangeTreeData = this.#changed.event;

  /** @param onAppear called when the view has taken room from those below it. */
  constructor(session: Session, attention: Attention, onAppear: () => void) {
    this.#session = session;
    this.#attention = attention;
    this.#view = vscode.window.createTreeView(VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
    });
    this.#subscriptions = [
      this.#view,
      this.#changed,
      attention,
      attention.onDidChange(this.#show),
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (!visible || !this.#appears) return;
        this.#appears = false;
        onAppear();
      }),
    ];
    this.#show();
  }

  getChildren(element?: Element): Element[] {
    if (element) return [];
    const rows = [...this.#rows.values()].map(({ project }) => project);
    return this.#attention.found.length > rows.length ? [...rows, MORE] : rows;
  }

  getTreeItem(element: Element): vscode.TreeItem {
    const one = element.kind === 'more' ? undefined : this.#rows.get(element.key);
    return one ? itemOf(one, this.#session.clock.now()) : moreItem(this.#attention.found.length);
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    element: Element,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (element.kind === 'more') return item;
    item.tooltip = await rowTooltip(element, undefined, this.#session, token);
    return item;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #show = (): void => {
    const { found, hidden } = this.#attention;
    const rows = found.slice(0, MOST_ROWS);
    const alarms = found.filter(isAlarming).length;
    this.#view.description = joinWords(
      alarms === 0 ? '' : formatNumber(alarms),
      hidden === 0 ? '' : l10n.t('{0} acknowledged', formatNumber(hidden)),
    );
    // The editor redraws the rows for each event, which closes a tooltip.
    const shown = JSON.stringify(
      rows.map((one) => [itemOf(one, this.#session.clock.now()), found.length]),
    );
    this.#rows = new Map(rows.map((one) => [one.project.key, one]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    const isThere = found.length > 0;
    if (isThere !== this.#isThere) this.#appears = isThere;
    this.#isThere = isThere;
    void vscode.commands.executeCommand('setContext', VIEW, isThere);
    this.#changed.fire();
  };
}

function isAlarming({ concerns }: Concerned): boolean {
  return concerns.some(({ kind }) => isAlarm(kind));
}

function itemOf(one: Concerned, now: number): vscode.TreeItem {
  const { project, concerns, watched, known } = one;
  const ref = projectRef(project);
  const name =
    project.name === undefined && ref ? watchedName({ name: '', ref }) : rowName(project);
  const item = new vscode.TreeItem(name);
  item.id = `attention/${project.key}`;
  item.iconPath = iconOf(one);
  const percent = known && percentConfirmed([known]);
  const share = percent === undefined ? '' : formatNumber(percent, 'percent');
  const reason = concernWords(concerns, formatNumber);
  const isOld = known !== undefined && now - known.at >= OLD_MS;
  const age = isOld ? l10n.t('as of {0}', formatTime(known.at, 'short')) : '';
  const state = watched ? l10n.t('watched') : '';
  item.description = joinWords(reason, share, state, age);
  const isAlarm = isAlarming(one);
  const spoken = [
    name,
    ...spokenState({ alarms: isAlarm ? reason : '', share, watched }),
    ...(isAlarm ? [] : [reason]),
    age,
  ];
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
  const words = [contextOf(project), concerns.length > 0 ? 'attention' : '', state && 'watched'];
  item.contextValue = words.filter((word) => word !== '').join(' ');
  item.command = {
    command: 'mintscope.openRow',
    title: l10n.t('Open Stats'),
    arguments: [project],
  };
  return item;
}

function iconOf(one: Concerned): vscode.ThemeIcon {
  const [worst] = one.concerns;
  if (worst?.kind === 'failed') return tinted('error', 'mintscope.failed');
  if (isAlarming(one)) return tinted('warning', 'mintscope.warning');
  return new vscode.ThemeIcon(one.watched ? 'eye' : 'info');
}

/** Says how many rows are shown, and opens the portfolio, which has all. */
function moreItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(l10n.t('Show all in the portfolio'));
  item.description = l10n.t('{0} of {1}', formatNumber(MOST_ROWS), formatNumber(count));
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'mintscope.openPortfolio', title: l10n.t('Open Portfolio') };
  return item;
}
