import * as l10n from '@vscode/l10n';
import { useLocale } from '../core/base/format.ts';
import type { Guard } from '../core/panel/is.ts';
import type { Ready } from '../core/panel/panel.ts';

/** The editor, as a panel's page reaches it. */
export interface Editor<Message, Saved> {
  readonly post: (message: Message) => void;
  /** What an earlier page of this panel saved, in this window or before a reload; not checked. */
  readonly saved: unknown;
  readonly save: (state: Saved) => void;
  /**
   * Stays the same when the tab was hidden and is shown again, which reloads the page. Differs
   * after the editor set other HTML, a reload of the window or a restart.
   */
  readonly session: string;
  readonly root: HTMLElement;
}

/**
 * Connects a page to the editor. Call it once in each page.
 * @param receive called with each message of the editor that passes `isMessage`, first with the latest
 * state.
 */
export function connect<ToPage, FromPage = never, Saved = never>(
  isMessage: Guard<ToPage>,
  receive: (message: ToPage) => void,
): Editor<FromPage, Saved> {
  const vscode = acquireVsCodeApi();
  useEditorLanguage();
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) receive(data);
  });
  const post = (message: FromPage | Ready) => {
    vscode.postMessage(message);
  };
  // The response arrives in a later turn, when the caller has what this function returns.
  post({ type: 'ready' });
  return {
    post,
    saved: vscode.getState(),
    save: (state) => {
      vscode.setState(state);
    },
    session: document.body.dataset.session ?? '',
    root: document.getElementById('app') ?? document.body,
  };
}

/**
 * Uses the translations that the editor wrote into the page (`pageHtml`). Without translations all
 * text is English. The locale of numbers and times is that of the editor too, so that a panel and
 * the views write them alike.
 */
function useEditorLanguage(): void {
  const bundle = document.getElementById('l10n')?.textContent;
  if (bundle) l10n.config({ contents: bundle });
  useLocale(() => document.documentElement.dataset.locale ?? 'en');
}
