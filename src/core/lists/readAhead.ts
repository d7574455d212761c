import type { Page } from '../model/decode.ts';
import type { ListRow } from '../model/sharedKeys.ts';
import type { PageRequest, PageWalk } from './pageWalk.ts';

/** Asks the service for one page. Rejects with a `ServiceError`. */
export type ReadPage<Row> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Row>>;

/**
 * The next pages of a walk, asked for before they are needed and handed out in order. Whoever
 * makes one has to `end` it.
 */
export class ReadAhead<Row extends ListRow> {
  readonly #read: ReadPage<Row>;
  readonly #walk: PageWalk<Row>;
  readonly #width: number;
  readonly #upTo: number;
  readonly #signal: AbortSignal;
  #controller = new AbortController();
  #asked: { request: PageRequest; page: Promise<Page<Row>> }[] = [];

  constructor(
    read: ReadPage<Row>,
    walk: PageWalk<Row>,
    { width, upTo }: { readonly width: number; readonly upTo: number },
    signal: AbortSignal,
  ) {
    this.#read = read;
    this.#walk = walk;
    this.#width = width;
    this.#upTo = upTo;
    this.#signal = signal;
    signal.addEventListener('abort', this.drop);
  }

  async next(): Promise<{ request: PageRequest; page: Page<Row> } | undefined> {
    this.#signal.throwIfAborted();
    while (this.#asked.length < this.#width) {
      const request = this.#walk.request(this.#asked.length);
      if (!request) break;
      if ((request.page - 1) * request.limit >= this.#upTo) break;
      const page = this.#read(request, this.#controller.signal);
      // Whoever waits for it sees its failure; a page dropped unread has nobody to tell.
      page.catch(() => undefined);
      this.#asked.push({ request, page });
    }
    const first = this.#asked.shift();
    return first && { request: first.request, page: await first.page };
  }

  /** Calls off what was asked and not handed out. */
  readonly drop = (): void => {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#asked = [];
  };

  end(): void {
    this.#signal.removeEventListener('abort', this.drop);
    this.drop();
  }
}
