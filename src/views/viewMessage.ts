import type * as vscode from 'vscode';
import type { Session } from '../connection/session.ts';
import type { ListState } from '../core/lists/listState.ts';
import type { FailureWords } from '../core/messages/failureMessages.ts';
import { type ListName, listNotices } from '../core/messages/listMessages.ts';
import { asText } from '../editor/asText.ts';
import { formatNumber, formatTime } from '../editor/locale.ts';

/** Words for loading come up only when it takes long enough to wonder. */
const LOADING_WORDS_MS = 250;

/** What a view says above its rows. */
export class ViewMessage implements vscode.Disposable {
  readonly #name: ListName;
  readonly #view: vscode.TreeView<unknown>;
  readonly #session: Session;
  #loadingWords: NodeJS.Timeout | undefined;

  constructor(name: ListName, view: vscode.TreeView<unknown>, session: Session) {
    this.#name = name;
    this.#view = view;
    this.#session = session;
  }

  /**
   * @param problem why there are no rows, if there are none for a reason.
   * @param arrangement what to say of the rows' arrangement.
   */
  show(
    state: ListState<unknown>,
    problem: FailureWords | undefined,
    arrangement: readonly string[],
  ): void {
    clearTimeout(this.#loadingWords);
    if (state.work === 'first') {
      this.#loadingWords = setTimeout(() => {
        this.#say(`Loading ${this.#name}…`);
      }, LOADING_WORDS_MS);
      return;
    }
    // A row is cut where the sidebar ends; here the problem can be read to its end.
    const notices = [...arrangement, ...this.#notices(state)].join(' ');
    this.#say(problem ? `${problem.reason} ${problem.hint}` : notices);
  }

  dispose(): void {
    clearTimeout(this.#loadingWords);
  }

  /** The editor would make rows that come next wait 200 ms for words, even for the same ones. */
  #say(words: string): void {
    const text = asText(words);
    if (text !== (this.#view.message ?? '')) this.#view.message = text;
  }

  #notices(state: ListState<unknown>): string[] {
    const { current, host } = this.#session;
    const notices = listNotices(state, this.#name, formatNumber, host, formatTime, Date.now());
    if (current?.scope === 'sample') notices.unshift('Sample data, made up.');
    return notices;
  }
}
