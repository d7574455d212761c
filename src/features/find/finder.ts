import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import type { Session } from '../../connection/session.ts';
import { Later } from '../../core/base/later.ts';
import { isUnread } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { AGED_MS } from '../../core/messages/ageMessages.ts';
import { listProblem } from '../../core/messages/failureMessages.ts';
import { asOfWords, outdatedSince } from '../../core/messages/listMessages.ts';
import {
  hitWords,
  nothingWords,
  searchedWords,
  searchRestWords,
} from '../../core/messages/searchMessages.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { parseProjectQuery } from '../../core/model/projectRef.ts';
import { RowSearch, type SearchHits } from '../../core/search/rowSearch.ts';
import { formatTime } from '../../editor/locale.ts';
import { showStatus, withViewProgress } from '../../editor/notify.ts';
import { answered, createPick } from '../../editor/quickPick.ts';
import { slices } from '../../editor/slices.ts';
import { type ListName, LISTS, searchTextOf, type ServiceRow } from '../../lists/index.ts';
import { lookIn } from '../../views/rowLook.ts';
import { ServiceQuestion, unlistedRefs } from './askService.ts';
import {
  askItem,
  type FoundItem,
  type FoundLine,
  FoundRows,
  nothingItem,
  searchRestItem,
} from './foundRows.ts';

/** The delay of an update after a change of the lists. A move to another row begins it again. */
const CALM_MS = 250;

/** What the user chose: a row, to open or to reveal, or a project that is not among the rows. */
export type Choice =
  | { readonly row: ServiceRow; readonly to: 'open' | 'reveal'; readonly ref?: undefined }
  | { readonly ref: ProjectRef; readonly row?: undefined };

type SearchedList = readonly [name: ListName, list: PagedList<ServiceRow>];

/** Lets the user search the loaded rows of lists, and load the rest of these to search it too. */
export class Finder {
  readonly #session: Session;
  readonly #connection: ActiveConnection;
  readonly #service: ServiceQuestion;
  readonly #lists: readonly SearchedList[];
  readonly #title: string;
  readonly #pick = createPick<FoundLine>();
  readonly #rows: FoundRows;
  readonly #search: RowSearch<ServiceRow>;
  readonly #updates: Later;
  readonly #stop = titleButton('stop-circle', l10n.t('Stop'));
  readonly #retry = titleButton('refresh', l10n.t('Retry'));
  readonly #signIn = titleButton('key', l10n.t('Sign In…'));
  #typed = '';
  #askLines: readonly FoundItem[] = [];
  /** Enter was pressed before the search ended: accept its first line. */
  #acceptFirst = false;
  #open = true;
  #choose: (choice: Choice | undefined) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(
    session: Session,
    connection: ActiveConnection,
    lists: readonly SearchedList[],
    title: string,
  ) {
    this.#session = session;
    this.#connection = connection;
    this.#service = new ServiceQuestion(connection);
    this.#rows = new FoundRows(this.#pick, (row) => lookIn(connection, row, AGED_MS));
    this.#lists = lists;
    this.#title = title;
    this.#updates = new Later(session.clock, this.#show);
    const concerned = concernedOf(connection);
    this.#search = new RowSearch(slices, (row) =>
      searchTextOf(row, concerned.standings.get(row.key)?.words),
    );
  }

  /** Resolves with `undefined` if the user chose nothing, or the connection ended. */
  async ask(): Promise<Choice | undefined> {
    const unfollow = this.#lists.map(([, list]) =>
      list.onChange(() => {
        this.#updates.soon(CALM_MS);
      }),
    );
    try {
      return await answered<Choice>(this.#pick, this.#connection.ended, (answer, fail) => {
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
    }
  }

  get #states() {
    return this.#lists.map(([, { state }]) => state);
  }

  /** Whether projects that are not among the rows can be chosen by their reference. */
  get #takesReferences(): boolean {
    return this.#lists.some(([name]) => LISTS[name].hasStats);
  }

  #listen(): void {
    const pick = this.#pick;
    const [[name] = [], ...others] = this.#lists;
    pick.placeholder =
      name && others.length === 0
        ? LISTS[name].words.searched()
        : l10n.t('Name, symbol, id, mint address, status or owner');
    pick.onDidChangeValue((typed) => {
      this.#type(typed);
    });
    pick.onDidChangeActive((active) => {
      this.#rows.moved(active);
      if (this.#updates.isDue) this.#updates.restart(CALM_MS);
    });
    pick.onDidAccept(() => {
      if (this.#rows.typed === this.#typed) this.#accept(pick.selectedItems[0]);
      else this.#acceptFirst = true;
    });
    pick.onDidTriggerItemButton(({ item: { row, copy }, button }) => {
      if (!row) return;
      if (button !== copy) this.#choose({ row, to: 'reveal' });
      // This row only, not the selection of its view.
      else void vscode.commands.executeCommand('mintscope.copyMintAddress', row, [row]);
    });
    pick.onDidHide(() => {
      this.#open = false;
    });
    pick.onDidTriggerButton((button) => {
      if (button === this.#retry) this.#searchRest();
      else if (button === this.#stop) for (const [, list] of this.#lists) list.cancel();
      else {
        this.#choose(undefined);
        void vscode.commands.executeCommand('mintscope.signIn');
      }
    });
  }

  #type(typed: string): void {
    this.#typed = typed;
    this.#acceptFirst = false;
    this.#service.cancel();
    // Reads the first page, or stored rows again, if no view has done so.
    for (const [, list] of this.#lists) list.open().catch(this.#fail);
    this.#show();
  }

  /** Loads the rest of the lists, as Load All does: it goes on when the finder is closed. */
  #searchRest(): void {
    this.#session.probeNow();
    for (const [name, list] of this.#lists) {
      if (isUnread(list.state))
        withViewProgress(`mintscope.${name}`, () => list.loadAll()).then(undefined, this.#fail);
    }
    this.#show();
  }

  /** Opens or looks up what the line stands for. A line that only explains does nothing. */
  #accept(item: FoundItem | undefined): void {
    const [first, ...others] = item?.ask ?? [];
    if (item?.row) this.#choose({ row: item.row, to: 'open' });
    else if (item?.ref) this.#choose({ ref: item.ref });
    else if (item?.isSearchRest) this.#searchRest();
    else if (first) this.#ask([first, ...others]).catch(this.#fail);
  }

  /** Looks up which of these projects exist. If exactly one does, it is chosen. */
  async #ask(refs: readonly [ProjectRef, ...ProjectRef[]]): Promise<void> {
    this.#session.probeNow();
    const lookup = this.#service.ask(refs);
    this.#show();
    const ref = await lookup;
    if (ref && refs.length > 1) showStatus(kindWords(ref));
    if (ref) this.#choose({ ref });
    else this.#show();
  }

  readonly #show = (): void => {
    const typed = this.#typed;
    const rows = ([] as ServiceRow[]).concat(...this.#states.map((state) => state.rows));
    this.#search.find(rows, typed).then((hits) => {
      if (!hits || !this.#open) return;
      this.#showFrame(hits);
      const above = this.#linesAbove(hits);
      const isEmpty = above.length === 0 && hits.matches === 0;
      this.#rows.show(typed, above, hits.best, this.#linesBelow(hits, isEmpty));
      if (this.#acceptFirst) this.#accept(this.#pick.items[0]);
      this.#acceptFirst = false;
    }, this.#fail);
  };

  #linesAbove({ best }: SearchHits<ServiceRow>): readonly FoundItem[] {
    // For one text the line stays, also if the project is found meanwhile.
    if (this.#rows.typed !== this.#typed) {
      const refs = this.#takesReferences ? unlistedRefs(this.#typed, best) : [];
      const [first, ...others] = refs;
      this.#askLines = first ? [askItem([first, ...others])] : [];
    }
    return this.#service.lines ?? this.#askLines;
  }

  /** The line that searches the rest, and if the list is empty, why. */
  #linesBelow(hits: SearchHits, isEmpty: boolean): readonly FoundItem[] {
    const states = this.#states;
    const query = parseProjectQuery(this.#typed);
    const isBad = this.#takesReferences && query.kind === 'bad';
    const isReading = states.some(({ work }) => work !== undefined);
    const nothing = isBad ? query.sentence : nothingWords(states, hits, this.#typed, isReading);
    const why = isEmpty ? nothing : undefined;
    if (!isReading && states.some(isUnread)) {
      return [searchRestItem(searchRestWords(states), why)];
    }
    return why === undefined ? [] : [nothingItem(why)];
  }

  /** Shows what is searched, and why the rest could not be read. */
  #showFrame(hits: SearchHits): void {
    const pick = this.#pick;
    const states = this.#states;
    const { id } = this.#service;
    const works = states.flatMap(({ work }) => work ?? []);
    const failed =
      works.length === 0 ? states.find((one) => one.failure && isUnread(one)) : undefined;
    const problem = failed && listProblem(failed, this.#session.host, formatTime);
    const words =
      id !== undefined
        ? [l10n.t('Asking the service for project {0}…', id)]
        : [
            asOfWords(outdatedSince(states), (at) => formatTime(at, 'short')),
            searchedWords(states, hits.searched),
            hitWords(hits, this.#typed),
            problem?.reason,
          ];
    const title = [this.#title, ...words].filter(Boolean).join(' · ');
    const next = problem?.action === 'signIn' ? this.#signIn : this.#retry;
    const button = works.includes('all') ? this.#stop : problem && next;
    if (pick.title !== title) pick.title = title;
    pick.busy = works.length > 0 || id !== undefined;
    if (pick.buttons[0] !== button) pick.buttons = button ? [button] : [];
  }
}

function titleButton(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function kindWords({ id, kind }: ProjectRef): string {
  return kind === 't'
    ? l10n.t('Project {0} is transferable.', id)
    : l10n.t('Project {0} is non-transferable.', id);
}
