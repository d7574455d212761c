import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import type { Session } from '../../connection/session.ts';
import { Later } from '../../core/base/later.ts';
import { isUnread, RemainingPages } from '../../core/lists/remainingPages.ts';
import type { SearchedList } from '../../core/lists/searchedList.ts';
import { AGED_MS } from '../../core/messages/ageMessages.ts';
import { nothingWords } from '../../core/messages/searchMessages.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { parseProjectQuery } from '../../core/model/projectRef.ts';
import { RowSearch, type SearchHits } from '../../core/search/rowSearch.ts';
import { slices } from '../../editor/slices.ts';
import { showStatus } from '../../editor/notify.ts';
import { answered, createPick } from '../../editor/quickPick.ts';
import { type ListName, LISTS, searchTextOf, type ServiceRow } from '../../lists/index.ts';
import { lookIn } from '../rowLook.ts';
import { ServiceQuestion, unlistedRefs } from './askService.ts';
import { finderButton, type FinderFrame, finderFrame } from './finderFrame.ts';
import { askItem, type FoundItem, type FoundLine, FoundRows, nothingItem } from './foundRows.ts';

/** The delay of an update after a change of the lists. A move to another row begins it again. */
const CALM_MS = 250;

/** What the user chose: a row, to open or to reveal, or a project that is not among the rows. */
export type Choice =
  | { readonly row: ServiceRow; readonly to: 'open' | 'reveal'; readonly ref?: undefined }
  | { readonly ref: ProjectRef; readonly row?: undefined };

type SearchedLists = readonly SearchedList<ServiceRow>[];

/**
 * Lets the user search lists. Rows that were read before are searched at once. The remaining pages
 * are read and searched one by one after the user has typed.
 */
export class Finder {
  readonly #session: Session;
  readonly #connection: ActiveConnection;
  readonly #service: ServiceQuestion;
  readonly #lists: SearchedLists;
  readonly #names: readonly ListName[];
  readonly #title: string;
  readonly #pick = createPick<FoundLine>();
  readonly #rows: FoundRows;
  readonly #search: RowSearch<ServiceRow>;
  readonly #rest: RemainingPages;
  readonly #updates: Later;
  #hits: SearchHits<ServiceRow> = { best: [], matches: 0, searched: 0 };
  #typed = '';
  #begun = false;
  /** Enter was pressed before the search ended: accept its first line. */
  #acceptFirst = false;
  #open = true;
  #choose: (choice: Choice | undefined) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(
    session: Session,
    connection: ActiveConnection,
    lists: SearchedLists,
    names: readonly ListName[],
    title: string,
  ) {
    this.#session = session;
    this.#connection = connection;
    this.#service = new ServiceQuestion(connection);
    this.#rows = new FoundRows(this.#pick, (row) => lookIn(connection, row, AGED_MS));
    this.#lists = lists;
    this.#names = names;
    this.#title = title;
    this.#rest = new RemainingPages(lists);
    this.#updates = new Later(session.clock, this.#show);
    const concerned = concernedOf(connection);
    this.#search = new RowSearch(
      lists.map((list) => () => list.state.rows),
      slices,
      (row) => searchTextOf(row, concerned.standings.get(row.key)?.words),
    );
  }

  /** Resolves with `undefined` if the user chose nothing, or the connection ended. */
  async ask(): Promise<Choice | undefined> {
    const { ended } = this.#connection;
    const unfollow = this.#lists.map((list) =>
      list.onChange(() => {
        this.#updates.soon(CALM_MS);
      }),
    );
    try {
      return await answered<Choice>(this.#pick, ended, (answer, fail) => {
        this.#choose = answer;
        this.#fail = fail;
        this.#listen();
        this.#show();
      });
    } finally {
      this.#open = false;
      for (const end of unfollow) end();
      this.#updates.cancel();
      this.#service.cancel();
      this.#rest.stop();
    }
  }

  /** Whether projects that are not among the rows can be chosen by their reference. */
  get #takesReferences(): boolean {
    return this.#names.some((name) => LISTS[name].hasStats);
  }

  #listen(): void {
    const pick = this.#pick;
    pick.placeholder = placeholderOf(this.#names);
    pick.onDidChangeValue((typed) => {
      this.#type(typed);
    });
    pick.onDidChangeActive(() => {
      if (this.#updates.isDue) this.#updates.restart(CALM_MS);
    });
    pick.onDidAccept(() => {
      if (this.#rows.typed === this.#typed) this.#accept(pick.selectedItems[0]);
      else this.#acceptFirst = true;
    });
    pick.onDidTriggerItemButton(({ item: { row }, button }) => {
      if (!row) return;
      if (button !== finderButton('copy')) this.#choose({ row, to: 'reveal' });
      // This row only, not the selection of its view.
      else void vscode.commands.executeCommand('mintscope.copyMintAddress', row, [row]);
    });
    pick.onDidHide(() => {
      this.#open = false;
    });
    pick.onDidTriggerButton((button) => {
      this.#press(button);
    });
  }

  #type(typed: string): void {
    this.#typed = typed;
    this.#acceptFirst = false;
    this.#service.cancel();
    const hasUnread = this.#lists.some(({ state }) => isUnread(state));
    if (typed.trim() !== '' && !this.#begun && hasUnread) this.#readRest();
    this.#show();
  }

  #readRest(): void {
    this.#begun = true;
    this.#session.probeNow();
    this.#rest.read().then(() => {
      this.#show();
    }, this.#fail);
    this.#showFrame();
  }

  #press(button: vscode.QuickInputButton): void {
    if (button === finderButton('stop')) {
      this.#rest.stop();
      this.#showFrame();
    } else if (button === finderButton('signIn')) {
      this.#choose(undefined);
      void vscode.commands.executeCommand('mintscope.signIn');
    } else if (button === finderButton('load')) {
      for (const list of this.#lists) list.adopt().catch(this.#fail);
    } else {
      this.#readRest();
    }
  }

  /** Opens or looks up what the line stands for. A line that only explains does nothing. */
  #accept(item: FoundItem | undefined): void {
    const [first, ...others] = item?.ask ?? [];
    if (item?.row) this.#choose({ row: item.row, to: 'open' });
    else if (item?.ref) this.#choose({ ref: item.ref });
    else if (first) this.#ask([first, ...others]).catch(this.#fail);
  }

  /** Looks up which of these projects exist. If exactly one does, it is chosen. */
  async #ask(refs: readonly [ProjectRef, ...ProjectRef[]]): Promise<void> {
    this.#session.probeNow();
    const lookup = this.#service.ask(refs);
    this.#showFrame();
    const ref = await lookup;
    if (ref && refs.length > 1) showStatus(kindWords(ref));
    if (ref) this.#choose({ ref });
    else this.#show();
  }

  readonly #show = (): void => {
    const typed = this.#typed;
    this.#search.find(typed).then((hits) => {
      if (!hits || !this.#open) return;
      this.#hits = hits;
      const { busy, problem } = this.#showFrame();
      this.#rows.show(typed, this.#linesAbove(), hits.best, () => {
        const query = parseProjectQuery(typed);
        if (this.#takesReferences && query.kind === 'bad')
          return nothingItem(query.sentence, undefined);
        const states = this.#lists.map(({ state }) => state);
        return nothingItem(nothingWords(states, hits, typed, busy), problem);
      });
      if (this.#acceptFirst) this.#accept(this.#pick.items[0]);
      this.#acceptFirst = false;
    }, this.#fail);
  };

  #linesAbove(): readonly FoundItem[] {
    if (this.#service.lines) return this.#service.lines;
    const refs = this.#takesReferences ? unlistedRefs(this.#typed, this.#hits.best) : [];
    return refs.length > 0 ? [askItem(refs)] : [];
  }

  #showFrame(): FinderFrame {
    const pick = this.#pick;
    const frame = finderFrame(
      this.#lists.map(({ state }) => state),
      {
        title: this.#title,
        reading: this.#rest.work,
        begun: this.#begun,
        asking: this.#service.id,
        ahead: this.#lists.some(({ ahead }) => ahead > 0),
        host: this.#session.host,
      },
      this.#hits,
      this.#typed,
    );
    const { title, busy, buttons } = frame;
    if (pick.title !== title) pick.title = title;
    if (pick.busy !== busy) pick.busy = busy;
    const same = buttons.length === pick.buttons.length;
    if (!same || buttons.some((one, at) => one !== pick.buttons[at])) pick.buttons = buttons;
    return frame;
  }
}

function placeholderOf([name, ...others]: readonly ListName[]): string {
  return name && others.length === 0
    ? LISTS[name].words.searched()
    : l10n.t('Name, symbol, id, mint address, status or owner');
}

function kindWords({ id, kind }: ProjectRef): string {
  return kind === 't'
    ? l10n.t('Project {0} is transferable.', id)
    : l10n.t('Project {0} is non-transferable.', id);
}
