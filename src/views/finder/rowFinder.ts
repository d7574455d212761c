import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { isProject, type Project } from '../../core/model/model.ts';
import { SearchedList } from '../../core/lists/searchedList.ts';
import { counted } from '../../core/base/format.ts';
import { showInformation, showStatus } from '../../editor/notify.ts';
import {
  forEachList,
  LIST_NAMES,
  type ListName,
  listOf,
  type ServiceRow,
} from '../../lists/index.ts';
import type { Views } from '../commandTargets.ts';
import { revealRow } from '../tree/rowFocus.ts';
import { type Choice, Finder } from './finder.ts';

export interface FindOptions {
  /** Such as `Find`, or `Open the animation of which project?`. */
  readonly title: string;
  /** The lists to search; all lists if left out. */
  readonly lists?: readonly ListName[];
  /** Called when a row was chosen, to be opened or revealed. */
  readonly onFound?: () => void;
}

/**
 * The one search of this window, for all commands that need a row. The rows that it reads are not
 * added to the views, but the next search under the same account uses them again.
 */
export class RowFinder {
  readonly #session: Session;
  readonly #views: Views;
  readonly #lists: Readonly<Record<ListName, SearchedList<ServiceRow>>>;

  constructor(session: Session, catalog: Catalog, views: Views) {
    this.#session = session;
    this.#views = views;
    this.#lists = forEachList((name) => new SearchedList<ServiceRow>(catalog[name]));
  }

  /** The projects that only a search has read. */
  get projects(): readonly Project[] {
    const { list, state } = this.#lists.projects;
    return state.rows.slice(list.state.rows.length).filter(isProject);
  }

  /**
   * Lets the user find a row. Resolves with `undefined` if they chose nothing, revealed a row
   * instead, or the connection ended.
   */
  async ask(options: FindOptions, connection: ActiveConnection): Promise<Choice | undefined> {
    const { title, lists = LIST_NAMES, onFound } = options;
    const searched = lists.map((name) => this.#lists[name]);
    const finder = new Finder(this.#session, connection, searched, lists, title);
    const choice = await finder.ask();
    if (choice?.row) onFound?.();
    if (!choice?.row || choice.to === 'open') return choice;
    await this.#reveal(choice.row);
    return undefined;
  }

  /**
   * Selects a row in its view. If it is not loaded there, the view first gets all rows that were
   * read by searches.
   */
  async #reveal(row: ServiceRow): Promise<void> {
    const { name } = listOf(row);
    const view = this.#views[name];
    const added = view.place.rows.list.rowOf(row.key) ? 0 : await this.#lists[name].adopt();
    if (added > 0) {
      const words = counted(added, (n) => [
        l10n.t('1 more row was loaded into the view.'),
        l10n.t('{0} more rows were loaded into the view.', n),
      ]);
      showStatus(words);
    }
    if (!(await revealRow(view, row.key)))
      void showInformation(l10n.t('That row is no longer in the list.'));
  }
}
