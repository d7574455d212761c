import { contentDigest, keyPart } from './contentDigest.ts';
import { type AnyCount, COUNTS, countsOf, furtherStage, MOST_NFTS } from './counts.ts';
import { isDeeper, isObject, text } from './json.ts';
import {
  type Json,
  type JsonObject,
  NO_VARIANT,
  type ProjectStats,
  type RowOfService,
} from './model.ts';
import { ServiceError } from './serviceError.ts';

/** Items of a page. A list adds a page in one step, which takes 40 ms for this many. */
const MOST_ROWS = 30_000;
/** Levels of lists and objects in a row or in stats, so that code may recurse through them. */
const DEEPEST = 200;

/** One page of a list (service-interface §2.3), with every total that the service gave. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Items in `results`, readable or not. */
  readonly received: number;
  readonly unreadable: number;
  readonly page: number | undefined;
  readonly limit: number | undefined;
  readonly totalPages: number | undefined;
  readonly totalResults: number | undefined;
}

/** What a request for a page needs to know of its list. */
export interface ListSource<Row> extends Pick<RowReader<Row>, 'decode'> {
  /** Relative to the base address, such as `/v2/projects` (service-interface §4). */
  readonly path: string;
}

/**
 * Reads stats (§2.4), and the further stages that the service counts. Of several members with one word
 * for a stage, the first counts.
 * @throws ServiceError `decode`: `notStats` if none of the counts of §2.4 is given, `notCounts` if
 * other values are in their place, `tooComplex` if it is nested too deep.
 */
export function decodeStats(body: Json): ProjectStats {
  if (!isObject(body)) throw new ServiceError({ kind: 'decode', what: 'notStats' });
  if (isDeeper(body, DEEPEST)) throw new ServiceError({ kind: 'decode', what: 'tooComplex' });
  const counts: Partial<Record<AnyCount, number>> = {};
  const notCounts = new Set<AnyCount>();
  for (const name of COUNTS) {
    const count = nftCount(body[name]);
    if (count !== undefined) counts[name] = count;
    else if (body[name] !== undefined && body[name] !== null) notCounts.add(name);
  }
  if (Object.keys(counts).length === 0) {
    const what = notCounts.size === 0 ? 'notStats' : 'notCounts';
    throw new ServiceError({ kind: 'decode', what });
  }
  const words = new Set<string>();
  for (const member in body) {
    const stage = furtherStage(member);
    if (!stage || words.has(stage.word)) continue;
    words.add(stage.word);
    const count = nftCount(body[member]);
    if (count !== undefined) counts[stage.name] = (counts[stage.name] ?? 0) + count;
    // Another value may be a list of what has failed, or why.
    else if (typeof body[member] === 'number') notCounts.add(stage.name);
  }
  const odd = notCounts.size > 0 ? [...notCounts] : undefined;
  return { ...countsOf({ ...counts, notCounts: odd }), source: body };
}

/** A count of NFTs: a whole number up to `MOST_NFTS`. */
function nftCount(value: Json | undefined): number | undefined {
  const count = finiteNumber(value);
  return Number.isInteger(count) && Number(count) <= MOST_NFTS ? count : undefined;
}

/** A total, a page or a limit, without its fraction. */
function wholeNumber(value: Json | undefined): number | undefined {
  const number = finiteNumber(value);
  return number === undefined ? undefined : Math.floor(number);
}

/** Of 0 or more. Also as a text of digits, which database drivers give: `900`, `900.00`. */
function finiteNumber(value: Json | undefined): number | undefined {
  const isText = typeof value === 'string' && /^\d{1,16}(\.0+)?$/.test(value);
  const number = isText ? Number(value) : value;
  const isValid = typeof number === 'number' && Number.isFinite(number) && number >= 0;
  return isValid ? number + 0 : undefined;
}

/** How a list's rows are identified, by what was received of each. See `ListRow.identity`. */
interface Identity {
  /**
   * The identity of a row that names it completely, such as `t/12`: two rows with the same one are
   * two only if their mint addresses differ. Left out if rows of the list have no such identity.
   */
  readonly certain?: (source: JsonObject) => string | undefined;
  /** An identity that different rows may have: their content distinguishes them. */
  readonly likely: (source: JsonObject) => string | undefined;
}

/** How to read the members that a row of one list has besides those of every row. */
type ReadersOf<Row> = {
  readonly [Name in Exclude<keyof Row, keyof RowOfService>]: (source: JsonObject) => Row[Name];
};

const OF_EVERY_ROW = {
  mintAddress: (source: JsonObject) => text(source.mintAddress),
  name: (source: JsonObject) => text(source.name),
  description: (source: JsonObject) => text(source.description),
  image: (source: JsonObject) => text(source.image),
};

export interface RowReader<Row> {
  /**
   * Reads a page, by hand, because every member may be missing or of any type. An item that is no
   * object, or is nested too deep, is unreadable.
   * @throws ServiceError `decode` (`notAList`, `tooComplex`). A single bad row never throws.
   */
  decode(body: Json): Page<Row>;
  /** Whether this has the shape of a row of the list; other extensions may pass anything. */
  isRow(value: unknown): value is Row;
}

/**
 * Decodes the rows of one list. Members are read when needed, because few rows are ever viewed.
 * @param kind begins the keys of the rows.
 */
export function rowReader<Row extends RowOfService>(
  kind: Row['kind'],
  members: ReadersOf<Row>,
  { certain = () => undefined, likely }: Identity,
): RowReader<Row> {
  const readers = Object.entries<(source: JsonObject) => unknown>({
    ...OF_EVERY_ROW,
    ...members,
  });

  class ReceivedRow {
    readonly key: string;
    readonly identity: string;
    readonly source: JsonObject;
    readonly variant: string;
    askedAt: number | undefined = undefined;

    constructor(identity: string, source: JsonObject, variant: string, key = identity) {
      this.key = key;
      this.identity = identity;
      this.source = source;
      this.variant = variant;
    }

    get kind() {
      return kind;
    }

    withKey(key: string): ReceivedRow {
      const row = new ReceivedRow(this.identity, this.source, this.variant, key);
      row.askedAt = this.askedAt;
      return row;
    }
  }
  for (const [name, read] of readers) {
    Object.defineProperty(ReceivedRow.prototype, name, {
      get(this: ReceivedRow) {
        return read(this.source);
      },
    });
  }

  /** @param alike how many rows with the same content the page has had so far, by their content. */
  const decodeRow = (source: JsonObject, alike: Map<string, number>) => {
    const reference = certain(source);
    if (reference !== undefined) {
      return new ReceivedRow(`${kind}/${reference}`, source, addressPart(source) ?? NO_VARIANT);
    }
    const content = contentDigest(source);
    const before = alike.get(content) ?? 0;
    alike.set(content, before + 1);
    // Equal rows of one page all stay, and reading the page again adds none of them.
    const variant = before === 0 ? content : `${content}/${before}`;
    return new ReceivedRow(`${kind}/${likely(source) ?? 'row'}`, source, variant);
  };

  return {
    decode: (body) => {
      const alike = new Map<string, number>();
      // The cast is safe: the members are defined above.
      return decodePage(body, (source) => decodeRow(source, alike) as unknown as Row);
    },

    isRow: (value): value is Row => {
      const row = (value ?? {}) as Readonly<Record<string, unknown>>;
      const { key, source } = row;
      if (row.kind !== kind || typeof key !== 'string' || typeof source !== 'object') return false;
      return readers.every(
        ([name, read]) => row[name] === undefined || read(row as JsonObject) === row[name],
      );
    },
  };
}

function decodePage<Row>(body: Json, decodeRow: (source: JsonObject) => Row): Page<Row> {
  const results = isObject(body) && itemsOf(body);
  if (!results) throw new ServiceError({ kind: 'decode', what: 'notAList' });
  if (results.length > MOST_ROWS) throw new ServiceError({ kind: 'decode', what: 'tooComplex' });
  const rows: Row[] = [];
  for (const item of results) {
    if (isObject(item) && !isDeeper(item, DEEPEST)) rows.push(decodeRow(item));
  }
  return {
    rows,
    received: results.length,
    unreadable: results.length - rows.length,
    page: wholeNumber(body.page),
    limit: wholeNumber(body.limit),
    totalPages: wholeNumber(body.totalPages),
    totalResults: wholeNumber(body.totalResults),
  };
}

/**
 * The items of a page; `undefined` if it has none. Go sends `null` in place of an empty list, and PHP
 * an object with the places as names in place of a list with gaps.
 */
function itemsOf({ results = '', totalResults }: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(results)) return results as readonly Json[];
  if (results === null) return wholeNumber(totalResults) === 0 ? [] : undefined;
  const names = isObject(results) ? Object.keys(results) : [];
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  return isList ? Object.values(results) : undefined;
}

export function addressPart({ mintAddress }: JsonObject): string | undefined {
  const address = text(mintAddress);
  return address === undefined ? undefined : keyPart(address);
}
