import type { ChangeMark } from '../core/lists/changeMarks.ts';
import type { ListSource, RowReader } from '../core/model/decode.ts';
import type { RowOfService } from '../core/model/model.ts';
import type { RowTone } from '../core/stats/rowTone.ts';

/** A message for one and for several, of which `n` is the formatted number. */
export type Counted = (n: string) => Plural;
export type Plural = readonly [one: string, several: string];

/**
 * Everything in which the lists differ. The rest is written once for all definitions: views,
 * paging, marks of changes, the finder, exports, JSON documents, agents' tools and what is stored
 * on disk. A definition does not use the editor: views make tree items of its texts.
 *
 * The members that take a row are methods, so that the definition of any row can be used without
 * telling the lists apart (`listOf`).
 */
export interface ListDefinition<Row extends RowOfService, Name extends string = string>
  extends ListSource<Row>, RowReader<Row> {
  /** In the ids of its view and commands (`mintscope.<name>.refresh`) and in the database. */
  readonly name: Name;
  readonly kind: Row['kind'];
  /** The members of service-interface in its order, which are the columns of an export. */
  readonly columns: readonly string[];
  /** Whether its rows are Projects, which have stats and are known by references such as `t/12`. */
  readonly hasStats: boolean;
  readonly words: ListWords<Row>;
  /** What a click on a row does; `openers` in `src/late.ts` does it. */
  readonly open: {
    /** `Open Stats`. */
    title(): string;
    /** The command that opens a row from a text, and its argument; `undefined` if there is none. */
    link(row: Row): { readonly command: string; readonly argument: string } | undefined;
  };
  /** A copy as a Markdown table. */
  readonly table: {
    readonly head: readonly string[];
    cells(row: Row): readonly (string | undefined)[];
  };
  /** See `searchText` of `core/search`. @param state why a project needs attention, in words. */
  searchText(row: Row, state: string): string;
  icon(row: Row): RowTone | { readonly codicon: string };
  /**
   * The text beside the name in the tree. A change comes first: a narrow view cuts the end.
   * @param isStatusSaid whether the group of the row names its status.
   */
  describe(row: Row, mark?: ChangeMark, isStatusSaid?: boolean): string;
  /** What a screen reader says of a changed row after its name, if not the text beside it. */
  spoken?(row: Row, mark: ChangeMark): readonly string[];
  /** The texts beside and below the name in the finder. The mint address is added. */
  inFinder(row: Row): { readonly description: string; readonly detail: string | undefined };
  /** Tells rows of one name apart; if left out, the mint address does. */
  idWords?(row: Row): string | undefined;
  /** Its links besides image and mint address, by the words that conditions of menus use. */
  links(row: Row): Readonly<Record<string, string | undefined>>;
  /** What an agent gets of a row besides its name and mint address. */
  facts(row: Row): Readonly<Record<string, string | boolean | undefined>>;
}

/** Whole sentences, because other languages change more than the noun in them. */
export interface ListWords<Row> {
  /** `project 12 · transferable`, or as much of it as is known. */
  one(row: Row): string;
  readonly several: () => string;
  readonly unnamed: () => string;
  readonly loading: () => string;
  /** That the service says there are more rows than it gave. */
  readonly short: (said: string, gave: string) => string;
  readonly reveal: () => string;
  readonly onceLoaded: () => string;
  readonly notAmong: Counted;
  /** What an agent asks the service for: `page 2 of your projects, 20 at a time`. */
  readonly page: (page: string, limit: string) => string;
  /** What the finder searches in. */
  readonly searched: () => string;
  readonly export: RowsExportWords;
}

/**
 * The words of every export. In `rowsOf`, the number is that of all rows, and `some` is how many of
 * them.
 */
export interface ExportWords {
  readonly title: () => string;
  readonly saveTitle: (format: string) => string;
  readonly progress: (file: string) => string;
  readonly rows: Counted;
  readonly rowsOf: (some: string) => Counted;
}

/** The words for choices of rows. Those with `the` are within a sentence, and alone capitalized. */
export interface RowsExportWords extends ExportWords {
  readonly which: () => string;
  /** `the 3 selected projects`. */
  readonly selected: Counted;
  /** `the 50 loaded projects`. */
  readonly loaded: Counted;
  readonly all: Counted;
  /** As `all`, if the number of rows is not known. */
  readonly allOfThem: () => string;
  /** `the 3 projects with the status failed`; left out if rows have no status. */
  readonly ofStatus?: (status: string) => Counted;
}
