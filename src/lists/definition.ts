import type { ChangeMark } from '../core/lists/changeMarks.ts';
import type { ListSource, RowReader } from '../core/model/decode.ts';
import type { RowOfService } from '../core/model/model.ts';
import type { RowTone } from '../core/stats/rowTone.ts';

/** What the text beside a name depends on, besides the row. */
export interface Described {
  readonly mark?: ChangeMark | undefined;
  /** What else is said of the row, after its change: how far it is. */
  readonly beside?: string;
  /** Whether the row's group names its status, so that the text leaves it out. */
  readonly isStatusSaid?: boolean;
}

/**
 * Everything in which the lists differ; the rest is written once for all of them. A definition does
 * not use the editor. Members that take a row are methods, whose parameters TypeScript compares
 * less strictly: so `listOf` can return the definition of a row of either list.
 */
export interface ListDefinition<Row extends RowOfService, Name extends string = string>
  extends ListSource<Row>, RowReader<Row> {
  /** Part of the ids of its view and commands (`mintscope.<name>.refresh`), and in the database. */
  readonly name: Name;
  readonly kind: Row['kind'];
  /** The ids of its commands, by which a search finds them. */
  readonly commands: ListCommands<Name>;
  /** The folder of its rows in addresses (`rows/address.ts`), which selectors of package.json name. */
  readonly folder: string;
  /** The members of service-interface in its order, which are the columns of an export. */
  readonly columns: readonly string[];
  /** Whether its rows are Projects, which have stats and references such as `t/12`. */
  readonly hasStats: boolean;
  readonly words: ListWords<Row>;
  /** What a click on a row does; `openRow` in `src/late.ts` does it. */
  readonly open: {
    /** The label of that action: `Open Stats`. */
    title(): string;
    /** The command of a link that opens the row, and its argument; `undefined` if none can. */
    link(row: Row): { readonly command: string; readonly argument: string } | undefined;
  };
  /** See `searchText` of `core/search`. @param state why a project needs attention, in words. */
  searchText(row: Row, state: string): string;
  icon(row: Row): RowTone | { readonly codicon: string };
  /** The text beside the name in the tree. A change comes first: a narrow view cuts the end. */
  describe(row: Row, known?: Described): string;
  /**
   * What a screen reader says after a changed row's name; if left out, the result of `describe`.
   * @param isStatusSaid whether something else says what the status is now.
   */
  spoken?(row: Row, mark: ChangeMark, isStatusSaid: boolean): readonly string[];
  /** The texts beside and below the name in the finder, which adds the mint address below. */
  inFinder(row: Row): { readonly description: string; readonly detail: string | undefined };
  /** Tells rows with the same name apart; if `undefined`, the mint address does. */
  idWords?(row: Row): string | undefined;
  /** Its links besides image and mint address, by the words that `when` clauses of menus use. */
  links(row: Row): Readonly<Record<string, string | undefined>>;
  /** What an agent gets of a row besides its name and mint address. */
  facts(row: Row): Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * `openRow` opens the selected row of its view, which is the clicked one; a row that says what is under
 * way is stopped by it. No arguments: the editor forgets them whenever the rows are repainted, and a
 * click at that moment would do nothing. So there is one for each view: the editor does not say in
 * which of them the click was.
 */
export type ListCommands<Name extends string> = {
  readonly [
    Command in 'openRow' | 'refresh' | 'loadMore' | 'loadAll'
  ]: `mintscope.${Name}.${Command}`;
};

/** Whole sentences, because other languages change more than the noun in them. */
export interface ListWords<Row> {
  /** `project 12 · transferable`, or as much of it as is known. */
  one(row: Row): string;
  readonly several: () => string;
  /** What stands in for the name of a row without one. `id` is its id or address, or empty. */
  readonly unnamed: (id: string) => string;
  readonly reveal: () => string;
  /** What a tool for agents requests: `page 2 of your projects, 20 at a time`. */
  readonly page: (page: string, limit: string) => string;
  readonly searched: () => string;
  /** The words of an export. `rowsOf` is for `some` of all rows. */
  readonly export: {
    readonly title: () => string;
    readonly rows: (count: number) => string;
    readonly rowsOf: (some: string, all: number) => string;
  };
}
