import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Catalog } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { isUnread } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { listProblem } from '../../core/messages/failureMessages.ts';
import { outdatedSince } from '../../core/messages/listMessages.ts';
import {
  hitWords,
  nothingWords,
  searchedWords,
  searchRestWords,
} from '../../core/messages/searchMessages.ts';
import { AGED_MS } from '../../core/messages/timeMessages.ts';
import {
  idOf,
  isProject,
  kindOf,
  type ProjectRef,
  type RowOfService,
} from '../../core/model/model.ts';
import { badReference, typedRefs, unseenProject } from '../../core/model/projectRef.ts';
import { RowSearch, type SearchHits } from '../../core/search/rowSearch.ts';
import { type Handler, type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { asOfWords, formatTime } from '../../editor/locale.ts';
import { showInformation, withViewProgress } from '../../editor/notify.ts';
import { answered, createPick } from '../../editor/quickPick.ts';
import { slices } from '../../editor/slices.ts';
import {
  LIST_NAMES,
  type ListName,
  listOf,
  LISTS,
  searchTextOf,
  type ServiceRow,
} from '../../lists/index.ts';
import { type OpenRow, TO_STAY } from '../../rows/rowTabs.ts';
import { standingsOf } from '../../stats/rowFacts.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { RowQuestion, Views } from '../../views/commandTargets.ts';
import { lookIn } from '../../views/countedLook.ts';
import { revealRow } from '../../views/tree/rowFocus.ts';
import {
  type FoundItem,
  type FoundLine,
  FoundRows,
  nothingItem,
  refItem,
  searchRestItem,
} from './foundRows.ts';

/**
 * Resolves with `undefined` if the user chose nothing, revealed a row instead, or the connection
 * ended. A row to be revealed that its view does not show is opened.
 */
export type FindRow = (
  question: RowQuestion,
  connection: ActiveConnection,
) => Promise<ServiceRow | undefined>;

export function rowFinder(
  session: Session,
  catalog: Catalog,
  views: Views,
  openRow: OpenRow,
): FindRow {
  return async ({ title, lists = LIST_NAMES }, connection) => {
    const searched = lists.map((name) => [name, catalog[name]] as const);
    const choice = await askForRow(session, connection, searched, title);
    if (!choice) return undefined;
    const { row, to } = choice;
    if (to === 'open') return row;
    const revealed = await revealRow(views[listOf(row).name], row.key);
    if (revealed === 'beyond') await openRow(row, TO_STAY, connection.ended);
    else if (!revealed) void showInformation(l10n.t('That row is no longer in the list.'));
    return undefined;
  };
}

export function findCommands(session: Session, openRow: OpenRow, findRow: FindRow) {
  const find =
    (question: RowQuestion): Handler =>
    () =>
      connected(session, async (connection) => {
        const row = await findRow(question, connection);
        // Another connection may be in use by now.
        if (row && !connection.ended.aborted) await openRow(row, TO_STAY, connection.ended);
      });
  return {
    'mintscope.find': find({ title: l10n.t('Find') }),
    'mintscope.lookUpStats': find({ title: l10n.t('Look Up Project Stats'), lists: ['projects'] }),
  } satisfies Handlers;
}

/** The delay of an update after a change of the lists. A move to another row begins it again. */
const CALM_MS = 250;

/** What the user chose. A project that is not among the rows is to be opened. */
interface Choice {
  readonly row: ServiceRow;
  readonly to: 'open' | 'reveal';
}

type SearchedList = readonly [name: ListName, list: PagedList<ServiceRow>];

/** Resolves with `undefined` if the user chose nothing, or the connection ended. */
export function askForRow(
  session: Session,
  connection: ActiveConnection,
  lists: readonly SearchedList[],
  title: string,
): Promise<Choice | undefined> {
  const [[name] = [], ...others] = lists;
  /** Whether projects that are not among the rows can be chosen by their reference. */
  const takesReferences = lists.some(([one]) => LISTS[one].hasStats);
  const standings = standingsOf(connection);
  const search = new RowSearch<ServiceRow>(slices, (row) =>
    searchTextOf(row, standings.all.get(row.key)?.words),
  );
  const pick = createPick<FoundLine>();
  pick.placeholder =
    name && others.length === 0
      ? LISTS[name].words.searched()
      : l10n.t('Name, symbol, id, mint address, status or owner');
  const rows = new FoundRows(pick, (row) => lookIn(connection, row, AGED_MS));
  const stop = titleButton('stop-circle', l10n.t('Stop'));
  const retry = titleButton('refresh', l10n.t('Retry'));
  const signIn = titleButton('key', l10n.t('Sign In…'));
  let typed = '';
  let refLines: readonly FoundItem[] = [];
  /** Enter was pressed before the search ended: accept its first line. */
  let acceptFirst = false;
  let isOpen = true;
  const ends: (() => void)[] = [];

  const states = () => lists.map(([, { state }]) => state);

  const linesAbove = ({ best }: SearchHits<ServiceRow>): readonly FoundItem[] => {
    // For one text the lines stay, also if a project is found meanwhile.
    if (rows.typed !== typed) {
      refLines = takesReferences ? unlistedRefs(typed, best).map(refItem) : [];
    }
    return refLines;
  };

  /** The line that searches the rest, and if the list is empty, why. */
  const linesBelow = (hits: SearchHits, isEmpty: boolean): readonly FoundItem[] => {
    const isReading = states().some(({ work }) => work !== undefined);
    const bad = takesReferences ? badReference(typed) : undefined;
    const nothing = bad ?? nothingWords(states(), hits, typed, isReading);
    const why = isEmpty ? nothing : undefined;
    if (!isReading && states().some(isUnread)) {
      return [searchRestItem(searchRestWords(states()), why)];
    }
    return why === undefined ? [] : [nothingItem(why)];
  };

  const showFrame = (hits: SearchHits) => {
    const works = states().flatMap(({ work }) => work ?? []);
    const failed =
      works.length === 0 ? states().find((one) => one.failure && isUnread(one)) : undefined;
    const problem = failed && listProblem(failed, session.host, formatTime);
    const text = [
      title,
      asOfWords(outdatedSince(states())),
      searchedWords(states(), hits.searched),
      hitWords(hits, typed),
      problem?.reason,
    ]
      .filter(Boolean)
      .join(' · ');
    const next = problem?.action === 'signIn' ? signIn : retry;
    const button = works.includes('all') ? stop : problem && next;
    if (pick.title !== text) pick.title = text;
    pick.busy = works.length > 0;
    if (pick.buttons[0] !== button) pick.buttons = button ? [button] : [];
  };

  return answered<Choice>(pick, connection.ended, (choose, fail) => {
    const show = () => {
      const all = ([] as ServiceRow[]).concat(...states().map((state) => state.rows));
      const text = typed;
      search.find(all, text).then((hits) => {
        // Of two texts that arrive together, the hits of the first come after the second.
        if (!hits || !isOpen || text !== typed) return;
        showFrame(hits);
        const above = linesAbove(hits);
        const isEmpty = above.length === 0 && hits.matches === 0;
        rows.show(typed, above, hits.best, linesBelow(hits, isEmpty));
        if (acceptFirst) accept(pick.items[0]);
        acceptFirst = false;
      }, fail);
    };
    const updates = new Later(session.clock, show);

    /** Loads the rest of the lists, as Load All does: it goes on when the finder is closed. */
    const searchRest = () => {
      session.probeNow();
      for (const [one, list] of lists) {
        if (isUnread(list.state)) {
          withViewProgress(`mintscope.${one}`, () => list.loadAll()).then(undefined, fail);
        }
      }
      show();
    };

    /** Opens what the line stands for. A line that only explains does nothing. */
    const accept = (item: FoundItem | undefined) => {
      if (item?.row) choose({ row: item.row, to: 'open' });
      else if (item?.ref) choose({ row: unseenProject(item.ref), to: 'open' });
      else if (item?.isSearchRest) searchRest();
    };

    const updateSoon = () => {
      updates.soon(CALM_MS);
    };
    // The lines say how old their counts are.
    const aging = new Later(session.clock, () => {
      aging.restart(MINUTE_MS);
      show();
    });
    aging.restart(MINUTE_MS);
    const following = readerOf(connection).onDidChange(updateSoon);
    ends.push(updates.cancel, aging.cancel, () => {
      following.dispose();
    });
    for (const [, list] of lists) ends.push(list.onChange(updateSoon));
    pick.onDidChangeValue((text) => {
      typed = text;
      acceptFirst = false;
      // Reads the first page, or stored rows again, if no view has done so.
      for (const [, list] of lists) list.open().catch(fail);
      show();
    });
    pick.onDidChangeActive((active) => {
      rows.moved(active);
      if (updates.isDue) updates.restart(CALM_MS);
    });
    pick.onDidAccept(() => {
      if (rows.typed === typed) accept(pick.selectedItems[0]);
      else acceptFirst = true;
    });
    pick.onDidTriggerItemButton(({ item: { row, copy }, button }) => {
      if (!row) return;
      if (button !== copy) choose({ row, to: 'reveal' });
      // This row only, not the selection of its view.
      else void runCommand('mintscope.copyMintAddress', row, [row]);
    });
    pick.onDidTriggerButton((button) => {
      if (button === retry) searchRest();
      else if (button === stop) for (const [, list] of lists) list.cancel();
      else {
        choose(undefined);
        void runCommand('mintscope.signIn');
      }
    });
    show();
  }).finally(() => {
    isOpen = false;
    for (const end of ends) end();
  });
}

function titleButton(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

/** The projects that the typed text refers to; empty if one of them is among the rows found. */
function unlistedRefs(typed: string, found: readonly RowOfService[]): readonly ProjectRef[] {
  const refs = typedRefs(typed);
  const isListed = (ref: ProjectRef) => {
    const isOfKind = kindOf(ref) === 't';
    return found.some(
      (row) =>
        isProject(row) && row.id === idOf(ref) && (row.transferable ?? isOfKind) === isOfKind,
    );
  };
  return refs.some(isListed) ? [] : refs;
}
