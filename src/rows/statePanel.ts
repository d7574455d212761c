import * as vscode from 'vscode';
import type { Guard } from '../core/panel/is.ts';
import type { Ready, StateMessage } from '../core/panel/panel.ts';
import { showError } from '../editor/notify.ts';
import { pageHtml, webviewOptions } from './pageHtml.ts';

interface Typed {
  readonly type: string;
}

export interface PanelType<Message extends Typed> {
  /** The feature whose page it shows: `src/features/<page>/page/main.ts` and `<page>.css`. */
  readonly page: string;
  readonly extensionUri: vscode.Uri;
  readonly isMessage: Guard<Message | Ready>;
}

/**
 * The page of a panel and the messages to and from it. Each state replaces the last one. The last
 * state is sent again each time the page has loaded: at first, when it is shown again after it was
 * hidden, and after a change of its content security policy.
 */
export class StatePanel<State, Message extends Typed = never, Notice extends Typed = never>
  implements vscode.Disposable
{
  readonly #type: PanelType<Message>;
  readonly #panel: vscode.WebviewPanel;
  readonly #answer: (message: Message) => Promise<void>;
  readonly #onReady: () => void;
  /** The sources of images of the page shown; `undefined` before there is a page. */
  #images: string | undefined;
  #state: State | undefined;
  #ready = false;
  #closed = false;

  /**
   * @param panel empty; it is closed when this is disposed.
   * @param answer handles a message of the page. If it rejects, the user sees why.
   * @param onClose called once, however the panel is closed.
   * @param onReady called each time the page has loaded, after the state was sent, to send what is
   * not part of the state.
   */
  constructor(
    type: PanelType<Message>,
    panel: vscode.WebviewPanel,
    answer: (message: Message) => Promise<void>,
    onClose: () => void,
    onReady: () => void = () => undefined,
  ) {
    this.#type = type;
    this.#panel = panel;
    this.#answer = answer;
    this.#onReady = onReady;
    panel.iconPath = vscode.Uri.joinPath(type.extensionUri, 'media', 'icon.svg');
    panel.webview.options = webviewOptions(type.extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => {
      this.#receive(message);
    });
    panel.onDidChangeViewState(() => {
      this.#sendState();
    });
    panel.onDidDispose(() => {
      this.#closed = true;
      onClose();
    });
  }

  /**
   * Shows `state`, at once or when the page becomes visible.
   * @param images where images may come from, as sources of a content security policy. If they
   * change, the page is loaded again.
   */
  show(state: State, title: string, images: readonly string[] = []): void {
    if (this.#closed) return;
    this.#state = state;
    if (this.#panel.title !== title) this.#panel.title = title;
    const sources = images.join(' ') || "'none'";
    if (this.#images !== sources) {
      this.#images = sources;
      this.#ready = false;
      const { webview } = this.#panel;
      webview.html = pageHtml(webview, this.#type.extensionUri, this.#type.page, sources);
    }
    this.#sendState();
  }

  /** Sends a message that is not part of the state. A hidden or loading page does not get it. */
  notify(notice: Notice): void {
    this.#post(notice);
  }

  get visible(): boolean {
    return !this.#closed && this.#panel.visible;
  }

  dispose(): void {
    if (!this.#closed) this.#panel.dispose();
  }

  #receive(message: unknown): void {
    if (this.#closed || !this.#type.isMessage(message)) return;
    if (message.type === 'ready') {
      this.#ready = true;
      this.#sendState();
      this.#onReady();
      return;
    }
    this.#answer(message as Message).catch((error: unknown) => {
      void showError(`Mintscope: ${String(error)}`);
    });
  }

  #sendState(): void {
    if (this.#state !== undefined) this.#post({ type: 'state', state: this.#state });
  }

  /** Messages to a hidden or loading page are lost. The state is sent again after its `ready`. */
  #post(message: StateMessage<State> | Notice): void {
    if (this.#closed || !this.#ready || !this.#panel.visible) return;
    void this.#panel.webview.postMessage(message);
  }
}
