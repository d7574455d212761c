import { contentDigest, keyPart } from './contentDigest.ts';
import { forEachCount } from './counts.ts';
import { integer, isDeeper, isObject, longInteger, text } from './json.ts';
import type { Collection, Json, JsonObject, Project, ProjectStats } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** Rows of a page. A list adds a page in one step, which takes 40 ms for this many. */
const MOST_ROWS = 30_000;
/**
 * Levels of lists and objects in a row or in stats. With this limit, code may recurse through
 * decoded values.
 */
const DEEPEST = 200;

/** One page of a list (service-interface §2.3), with every total that the service gave. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Items in `results`, readable or not. */
  readonly received: number;
  /** Items that cannot be read as a row. They are left out and counted. */
  readonly unreadable: number;
  readonly page: number | undefined;
  readonly limit: number | undefined;
  readonly totalPages: number | undefined;
  readonly totalResults: number | undefined;
}

/**
 * Reads a page. By hand, without a schema library: every member may be missing or of any type, so
 * there is nothing to validate. An item that is no object, or is nested too deep, is unreadable.
 * @throws ServiceError `decode` (`notAList`, `tooComplex`). A single bad row never throws.
 */
export function decodeProjects(body: Json): Page<Project> {
  return decodePage(body, decodeProject);
}

/** As `decodeProjects`. */
export function decodeCollections(body: Json): Page<Collection> {
  return decodePage(body, decodeCollection);
}

/**
 * Reads stats (§2.4). Members may be missing, and numeric members beyond the known ones are included.
 * @throws ServiceError `decode`: `notStats` if there is not one count in it, `tooComplex` if it is
 * nested too deep.
 */
export function decodeStats(body: Json): ProjectStats {
  if (!isObject(body)) throw new ServiceError({ kind: 'decode', what: 'notStats' });
  if (isDeeper(body, DEEPEST)) throw new ServiceError({ kind: 'decode', what: 'tooComplex' });
  const counts = new Map<string, number>();
  for (const name in body) {
    const value = toNumber(body[name] as Json);
    if (value !== undefined) counts.set(name, value);
  }
  if (counts.size === 0) throw new ServiceError({ kind: 'decode', what: 'notStats' });
  const take = (name: string) => {
    const count = counts.get(name);
    counts.delete(name);
    return count;
  };
  return {
    ...forEachCount(take),
    further: [...counts].map(([name, count]) => ({ name, count })),
    source: body,
  };
}

function decodePage<Row>(
  body: Json,
  decodeRow: (source: JsonObject, twins: Twins) => Row,
): Page<Row> {
  if (!isObject(body) || !Array.isArray(body.results)) {
    throw new ServiceError({ kind: 'decode', what: 'notAList' });
  }
  const results = body.results as readonly Json[];
  if (results.length > MOST_ROWS) throw new ServiceError({ kind: 'decode', what: 'tooComplex' });
  const twins = new Twins();
  const rows: Row[] = [];
  for (const item of results) {
    if (isObject(item) && !isDeeper(item, DEEPEST)) rows.push(decodeRow(item, twins));
  }
  return {
    rows,
    received: results.length,
    unreadable: results.length - rows.length,
    page: count(body.page),
    limit: count(body.limit),
    totalPages: count(body.totalPages),
    totalResults: count(body.totalResults),
  };
}

function decodeProject(source: JsonObject, twins: Twins): Project {
  const id = integer(source.id);
  const { transferable } = source;
  if (id !== undefined && typeof transferable === 'boolean') {
    return new ReceivedProject(`project/${transferable ? 't' : 'n'}/${id}`, id, source);
  }
  // An id identifies a project only with its kind: both kinds may use it.
  const part = id === undefined ? addressPart(source) : `row/0/${id}`;
  if (part === undefined) return new ReceivedProject(`project/${twins.key(source)}`, id, source);
  const key = `project/${part}`;
  return new ReceivedProject(key, id, source, twins.content(key, source));
}

function decodeCollection(source: JsonObject, twins: Twins): Collection {
  const part = addressPart(source);
  if (part === undefined) return new ReceivedCollection(`collection/${twins.key(source)}`, source);
  const key = `collection/${part}`;
  return new ReceivedCollection(key, source, twins.content(key, source));
}

function addressPart({ mintAddress }: JsonObject): string | undefined {
  const address = text(mintAddress);
  return address === undefined ? undefined : keyPart(address);
}

/**
 * Keys for rows without a complete identity: their content, and a number for equal rows of one
 * page. So a page that is read twice adds no row twice, and equal rows of a page all stay.
 */
class Twins {
  readonly #seen = new Map<string, number>();

  /** For a row without any identity. */
  key(source: JsonObject): string {
    const digest = contentDigest(source);
    return `row/${this.#count(digest)}/${digest}`;
  }

  /** Distinguishes rows that have the same key (`SharedKeys`). */
  content(key: string, source: JsonObject): string {
    const digest = contentDigest(source);
    const twin = this.#count(`${key}/${digest}`);
    return twin === 0 ? digest : `${digest}/${twin}`;
  }

  #count(content: string): number {
    const before = this.#seen.get(content) ?? 0;
    this.#seen.set(content, before + 1);
    return before;
  }
}

/** A count beyond 2^53 is rounded rather than left out. */
function toNumber(value: Json): number | undefined {
  const number = Number(longInteger(value) ?? NaN) || value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function count(value: Json | undefined): number | undefined {
  const valid = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return valid ? Math.floor(value) : undefined;
}

/*
 * Rows as they were received. Members are read from the source when needed, and not copied: few of
 * tens of thousands of rows are ever viewed, and copies would cost memory and garbage collection
 * for all.
 */

class ReceivedRow {
  readonly key: string;
  readonly source: JsonObject;
  readonly content: string | undefined;
  askedAt: number | undefined = undefined;

  /** @param content see `ListRow`. */
  constructor(key: string, source: JsonObject, content?: string) {
    this.key = key;
    this.source = source;
    this.content = content;
  }

  get mintAddress() {
    return text(this.source.mintAddress);
  }

  get name() {
    return text(this.source.name);
  }

  get description() {
    return text(this.source.description);
  }

  get image() {
    return text(this.source.image);
  }
}

class ReceivedProject extends ReceivedRow implements Project {
  readonly id: string | undefined;

  constructor(key: string, id: string | undefined, source: JsonObject, content?: string) {
    super(key, source, content);
    this.id = id;
  }

  renamed(key: string): ReceivedProject {
    return new ReceivedProject(key, this.id, this.source, this.content);
  }

  get kind() {
    return 'project' as const;
  }

  get symbol() {
    return text(this.source.symbol);
  }

  get animationUrl() {
    return text(this.source.animationUrl);
  }

  get transferable() {
    const { transferable } = this.source;
    return typeof transferable === 'boolean' ? transferable : undefined;
  }

  get status() {
    return text(this.source.status);
  }
}

class ReceivedCollection extends ReceivedRow implements Collection {
  renamed(key: string): ReceivedCollection {
    return new ReceivedCollection(key, this.source, this.content);
  }

  get kind() {
    return 'collection' as const;
  }

  get uri() {
    return text(this.source.uri);
  }

  get ownerAddress() {
    return text(this.source.ownerAddress);
  }
}
