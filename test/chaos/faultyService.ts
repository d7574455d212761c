import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type RawServer } from '../support/rawServer.ts';
import { type Fault, faults } from './faults.ts';
import type { Random } from './random.ts';
import { Tally } from './tally.ts';

/** The relative frequency of each response. */
const WEIGHTS: Readonly<Record<Fault | 'honest', number>> = {
  honest: 76,
  late: 8,
  hang: 0.5,
  trickle: 0.3,
  reset: 1.5,
  cutOff: 1.5,
  cutOffChunk: 1,
  notHttp: 0.5,
  notJson: 1.5,
  empty: 0.5,
  internalError: 1.5,
  unavailable: 1,
  unavailableFor: 1,
  tooMany: 1,
  tooManyUntil: 0.5,
  tooManyForAnHour: 0.3,
  redirect: 1,
  elsewhere: 0.3,
};

interface Item {
  readonly id: number;
}

/**
 * A service that follows service-interface most of the time. At random, it responds late, partly or
 * wrongly, fails for a while, replaces the token that it accepts, or changes its lists.
 */
export class FaultyService {
  /** The only token that is accepted now. */
  token = 'chaos-0';
  /** Requests so far. */
  requests = 0;
  readonly served = new Tally();
  readonly lists: Readonly<Record<'projects' | 'collections', Item[]>>;
  readonly #random: Random;
  readonly #now: () => number;
  readonly #server: RawServer;
  readonly #timers = new Set<NodeJS.Timeout>();
  #fresh = 0;
  #tokens = 0;
  /** How many more requests fail in the current outage. */
  #outage = 0;
  #calm = false;

  /** @param now the time for dates in `Retry-After`. */
  static async start(random: Random, now: () => number): Promise<FaultyService> {
    const http = createServer();
    const service = new FaultyService(random, now, await listen(http));
    http.on('request', (request, response) => {
      service.#answer(request, response);
    });
    // Connections that are reset within a request are not reported.
    http.on('clientError', (_, socket) => socket.destroy());
    return service;
  }

  private constructor(random: Random, now: () => number, server: RawServer) {
    this.#random = random;
    this.#now = now;
    this.#server = server;
    const items = (count: number) => Array.from({ length: count }, () => ({ id: this.#fresh++ }));
    this.lists = { projects: items(230), collections: items(120) };
  }

  get origin(): string {
    return this.#server.origin;
  }

  get openSockets(): number {
    return this.#server.open;
  }

  get connections(): number {
    return this.#server.connections;
  }

  /** From now on, all responses are honest and the lists stay the same. */
  calm(): void {
    this.#calm = true;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests++;
    const random = this.#random;
    if (!this.#calm) {
      if (random.chance(0.02)) this.#change();
      if (random.chance(0.002)) this.token = `chaos-${++this.#tokens}`;
      if (random.chance(0.002)) this.#outage = 5 + random.below(15);
    }
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      this.served.add('401');
      send(response, 401, { error: 'Unauthorized' });
      return;
    }
    const fault = this.#calm ? 'honest' : this.#outage-- > 0 ? 'unavailable' : random.pick(WEIGHTS);
    this.served.add(fault);
    const honest = () => {
      send(response, 200, this.#body(new URL(request.url ?? '', this.origin)));
    };
    if (fault === 'honest') honest();
    else {
      faults[fault]({
        request,
        response,
        random,
        honest,
        now: this.#now,
        later: (ms, call) => {
          const timer = setTimeout(() => {
            this.#timers.delete(timer);
            call();
          }, ms);
          this.#timers.add(timer);
        },
      });
    }
  }

  #body({ pathname, searchParams }: URL): unknown {
    if (pathname.endsWith('/stats')) {
      // The total identifies the project, so that a response to another request is noticed.
      const total = Number(pathname.split('/')[4]);
      return { total, confirmed: total, processing: 0, pending: 0 };
    }
    const projects = pathname === '/v2/projects';
    const items = projects ? this.lists.projects : this.lists.collections;
    const page = Number(searchParams.get('page'));
    const limit = Number(searchParams.get('limit'));
    return {
      results: items
        .slice((page - 1) * limit, page * limit)
        .map(({ id }) =>
          projects ? { id, name: `Project ${id}`, transferable: true } : { mintAddress: `c${id}` },
        ),
      page,
      limit,
      totalPages: Math.ceil(items.length / limit),
      totalResults: items.length,
    };
  }

  /** Inserts, removes or moves a row. */
  #change(): void {
    const random = this.#random;
    const items = random.chance(0.5) ? this.lists.projects : this.lists.collections;
    const what = random.pick({ insert: 1, remove: 1, move: 1 });
    if (what === 'insert') items.splice(random.below(items.length + 1), 0, { id: this.#fresh++ });
    else if (items.length > 50) {
      const gone = items.splice(random.below(items.length), 1);
      if (what === 'move') items.splice(random.below(items.length + 1), 0, ...gone);
    }
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
