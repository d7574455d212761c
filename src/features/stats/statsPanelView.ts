import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import { imagePolicy } from '../../protocol/imageSource.ts';
import type { CopyTarget, FromStatsPanel, StatsState, ToStatsPanel } from '../../protocol/stats.ts';
import { isFromStatsPanel } from '../../protocol/statsGuards.ts';

/** A longer name would push the other tabs out of sight. */
const NAME_LENGTH = 40;

/** Where images may come from: https, and http on this machine for a service that runs there. */
interface AllowedImages {
  readonly images: boolean;
  readonly loopbackImages: boolean;
}

/** What a stats panel's webview may do: run our script, and read our two folders. */
export function statsWebviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [
      vscode.Uri.joinPath(extensionUri, 'dist', 'webview'),
      vscode.Uri.joinPath(extensionUri, 'media'),
    ],
  };
}

/**
 * One stats panel: its page, its title, and the handshake with the script inside. It knows nothing
 * of requests; whoever owns it hands in states and hears what the person asked for.
 */
export class StatsPanelView implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #extensionUri: vscode.Uri;
  readonly #messages = new vscode.EventEmitter<FromStatsPanel>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  /** What the page shown may load; `undefined` before there is one. */
  #allowed: AllowedImages | undefined;
  #state: StatsState | undefined;
  #ready = false;
  #gone = false;

  /** What the person asked for, checked, and without `ready`. */
  readonly onMessage: vscode.Event<FromStatsPanel> = this.#messages.event;
  /** Fires once, when the tab was closed or this view disposed. */
  readonly onDidDispose: vscode.Event<void> = this.#disposed.event;

  /** Takes over `panel`, new or restored: it is disposed together with this view. */
  constructor(panel: vscode.WebviewPanel, extensionUri: vscode.Uri) {
    this.#panel = panel;
    this.#extensionUri = extensionUri;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.#receive(message);
      }),
      panel.onDidChangeViewState(() => {
        this.#sendState();
      }),
      panel.onDidDispose(() => {
        this.#panelIsGone();
      }),
    ];
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
    panel.webview.options = statsWebviewOptions(extensionUri);
  }

  /**
   * Shows `state` as soon as it can be seen, and again whenever the page had to be rebuilt.
   * @param loopbackImages whether images may come from http on this machine, too.
   */
  show(state: StatsState, loopbackImages: boolean): void {
    if (this.#gone) return;
    this.#state = state;
    const title = statsPanelTitle(state);
    if (this.#panel.title !== title) this.#panel.title = title;
    this.#allow({ images: state.loadImages !== 'never', loopbackImages });
    this.#sendState();
  }

  /** Shows nothing of the last state again; the page keeps it until there is another one. */
  clear(): void {
    this.#state = undefined;
  }

  /** Ticks a copy button; call it when the clipboard has taken the text. */
  showCopied(what: CopyTarget): void {
    this.#post({ type: 'copied', what });
  }

  /** Brings the tab to the front where it is. */
  reveal(preserveFocus: boolean): void {
    if (!this.#gone) this.#panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    if (!this.#gone) this.#panel.dispose();
  }

  #receive(message: unknown): void {
    if (!isFromStatsPanel(message)) return;
    if (message.type !== 'ready') {
      this.#messages.fire(message);
      return;
    }
    this.#ready = true;
    this.#sendState();
  }

  #sendState(): void {
    if (this.#state !== undefined) this.#post({ type: 'state', state: this.#state });
  }

  /** Messages to a page that is hidden or not ready are not queued: `ready` brings the state. */
  #post(message: ToStatsPanel): void {
    if (this.#gone || !this.#ready || !this.#panel.visible) return;
    void this.#panel.webview.postMessage(message);
  }

  /** The policy is part of the page, so another one needs another page. */
  #allow(allowed: AllowedImages): void {
    const before = this.#allowed;
    this.#allowed = allowed;
    if (before?.images === allowed.images && before.loopbackImages === allowed.loopbackImages) {
      return;
    }
    this.#ready = false;
    this.#panel.webview.html = statsPanelHtml(this.#panel.webview, this.#extensionUri, allowed);
  }

  #panelIsGone(): void {
    this.#gone = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#disposed.fire();
    this.#disposed.dispose();
    this.#messages.dispose();
  }
}

/**
 * The tab's title: `Harbor Lights (t/7012)`, or `Project t/7012` until a list has told the name. It
 * tells projects of one name apart, and after a reload it is all that is known of a tab at first.
 */
export function statsPanelTitle({ ref, facts }: Pick<StatsState, 'ref' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH);
  return name === '' ? `Project ${ref}` : `${name} (${ref})`;
}

/** Whether a tab with this title shows the project `ref`, whatever the project is called. */
export function isStatsPanelTitle(title: string, ref: string): boolean {
  return title === `Project ${ref}` || title.endsWith(` (${ref})`);
}

/**
 * The page of a stats panel. Nothing is allowed that it does not need: one script by nonce, one
 * stylesheet of ours (the controls bring constructed sheets, which need no exception), and images
 * unless they are switched off. `data-session` lets the script tell this page from an earlier one.
 */
export function statsPanelHtml(
  webview: Pick<vscode.Webview, 'asWebviewUri' | 'cspSource'>,
  extensionUri: vscode.Uri,
  allow: AllowedImages,
): string {
  const uri = (...path: string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const nonce = randomBytes(24).toString('base64url');
  const images = allow.images ? imagePolicy(allow.loopbackImages) : ["'none'"];
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `img-src ${images.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Mintscope</title>
<link rel="stylesheet" href="${uri('media', 'stats.css')}">
</head>
<body data-session="${randomBytes(9).toString('base64url')}">
<div id="app"></div>
<script nonce="${nonce}" src="${uri('dist', 'webview', 'stats.js')}"></script>
</body>
</html>`;
}
