import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { RemainingPages } from '../../core/lists/remainingPages.ts';
import { nothingWords } from '../../core/messages/searchMessages.ts';
import type { Breath } from '../../core/model/breath.ts';
import type { Collection, Project } from '../../core/model/model.ts';
import { RowSearch, type SearchHits } from '../../core/search/rowSearch.ts';
import type { SearchedRow } from '../../core/search/searchText.ts';
import { formatNumber } from '../../editor/locale.ts';
import { createPick } from '../../editor/quickPick.ts';
import { type FindFrame, findFrame, SIGN_IN, STOP } from './findFrame.ts';
import { COPY, type FoundItem, type FoundLine, FoundRows, nothingItem } from './foundRows.ts';

/** How the finder is used to answer a question. */
export interface FindOptions {
  /** Stands before how far the search is. */
  readonly title: string;
  readonly lists: Lists;
}

/** The chosen row, and what to do with it. */
export interface Found {
  readonly row: SearchedRow;
  readonly to: 'open' | 'reveal';
}

/**
 * Lets a person search both lists: loaded rows at once, the others page by page. Resolves with
 * `undefined` if they chose nothing or the connection ended.
 */
export function find(
  session: Session,
  projects: PagedList<Project>,
  collections: PagedList<Collection>,
  ended: AbortSignal,
  { title, lists }: FindOptions = { title: 'Find', lists: [projects, collections] },
): Promise<Found | undefined> {
  return new Promise((resolve, reject) => {
    new Finder(session, title, lists, resolve, reject).open(ended);
  });
}

type Lists = readonly (PagedList<Project> | PagedList<Collection>)[];

/** The least time between updates of the rows, and between a move of the person and an update. */
const SHOW_MS = 250;

const breath: Breath = {
  now: () => performance.now(),
  pause: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
};

class Finder {
  readonly #session: Session;
  readonly #title: string;
  readonly #lists: Lists;
  readonly #finish: (found: Found | undefined) => void;
  readonly #fail: (error: unknown) => void;
  readonly #pick = createPick<FoundLine>();
  readonly #rows = new FoundRows(this.#pick);
  readonly #search: RowSearch;
  readonly #rest: RemainingPages;
  readonly #atEnd: (() => void)[] = [];
  #hits: SearchHits = { best: [], matches: 0, searched: 0 };
  #typed = '';
  /** Enter was pressed before the search ended: accept its first row. */
  #acceptFirst = false;
  #movedAt = 0;
  #due: NodeJS.Timeout | undefined;
  #open = true;

  constructor(
    session: Session,
    title: string,
    lists: Lists,
    finish: (found: Found | undefined) => void,
    fail: (error: unknown) => void,
  ) {
    this.#session = session;
    this.#title = title;
    this.#lists = lists;
    this.#finish = finish;
    this.#fail = fail;
    this.#rest = new RemainingPages(lists);
    this.#search = new RowSearch(
      lists.map((list) => () => list.state.rows),
      breath,
    );
  }

  open(ended: AbortSignal): void {
    const pick = this.#pick;
    pick.placeholder = 'Name, symbol, id, t/12, mint address, status or owner';
    pick.onDidChangeValue((typed) => {
      this.#typed = typed;
      this.#acceptFirst = false;
      this.#show();
    });
    pick.onDidChangeActive(() => {
      this.#movedAt = Date.now();
    });
    pick.onDidAccept(() => {
      if (this.#rows.areFor(this.#typed)) this.#choose(pick.selectedItems[0], 'open');
      else this.#acceptFirst = true;
    });
    pick.onDidTriggerItemButton(({ item, button }) => {
      // This row only, not the selection of its view.
      const copy = [item.row, [item.row]];
      if (button !== COPY) this.#choose(item, 'reveal');
      else void vscode.commands.executeCommand('mintscope.copyMintAddress', ...copy);
    });
    pick.onDidTriggerButton((button) => {
      this.#press(button);
    });
    pick.onDidHide(() => {
      this.#end();
    });
    const end = () => {
      this.#end();
    };
    ended.addEventListener('abort', end);
    this.#atEnd.push(() => {
      ended.removeEventListener('abort', end);
    });
    for (const list of this.#lists) {
      this.#atEnd.push(
        list.onChange(() => {
          this.#showSoon(SHOW_MS);
        }),
      );
    }
    if (ended.aborted) {
      this.#end();
      return;
    }
    this.#readRest();
    this.#show();
    pick.show();
  }

  #readRest(): void {
    this.#session.probeNow();
    this.#rest.read().then(() => {
      this.#show();
    }, this.#fail);
    this.#showFrame();
  }

  #press(button: vscode.QuickInputButton): void {
    if (button === STOP) {
      this.#rest.stop();
      this.#showFrame();
    } else if (button === SIGN_IN) {
      this.#end();
      void vscode.commands.executeCommand('mintscope.signIn');
    } else {
      this.#readRest();
    }
  }

  /** A line without a row does not close the finder. */
  #choose(item: FoundItem | undefined, to: Found['to']): void {
    if (!item?.row) return;
    this.#finish({ row: item.row, to });
    this.#end();
  }

  #end(): void {
    if (!this.#open) return;
    this.#open = false;
    clearTimeout(this.#due);
    for (const end of this.#atEnd) end();
    this.#rest.stop();
    this.#pick.dispose();
    this.#finish(undefined);
  }

  /** Waits, so that rows do not move while a person goes through them. */
  #showSoon(ms: number): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      const still = Date.now() - this.#movedAt;
      if (still < SHOW_MS) this.#showSoon(SHOW_MS - still);
      else this.#show();
    }, ms);
  }

  /** Searches the loaded rows for the typed text and shows the result. */
  #show(): void {
    const typed = this.#typed;
    this.#search.find(typed).then((hits) => {
      if (!hits || !this.#open) return;
      this.#hits = hits;
      const { busy, problem } = this.#showFrame();
      const states = this.#lists.map(({ state }) => state);
      const nothing = nothingWords(states, hits, typed, busy, formatNumber);
      this.#rows.show(typed, hits.best, () => nothingItem(nothing, problem));
      if (this.#acceptFirst) this.#choose(this.#pick.items[0], 'open');
      this.#acceptFirst = false;
    }, this.#fail);
  }

  #showFrame(): FindFrame {
    const pick = this.#pick;
    const states = this.#lists.map(({ state }) => state);
    const { host } = this.#session;
    const frame = findFrame(this.#title, states, this.#rest.work, this.#hits, this.#typed, host);
    const buttons = frame.button ? [frame.button] : [];
    if (pick.title !== frame.title) pick.title = frame.title;
    if (pick.busy !== frame.busy) pick.busy = frame.busy;
    if (pick.buttons[0] !== buttons[0]) pick.buttons = buttons;
    return frame;
  }
}
