import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type MinimalService,
  type RecordedRequest,
  type Scripted,
  startMinimalService,
} from '../support/minimalService.ts';
import type { Random } from './random.ts';
import { Tally } from './tally.ts';

interface Occasion {
  readonly request: RecordedRequest;
  readonly random: Random;
  readonly now: () => number;
}

const status = (code: number, headers: Readonly<Record<string, string>> = {}): Scripted => ({
  status: code,
  headers,
  body: { error: 'chaos' },
});
const seconds = ({ random }: Occasion) => ({ 'retry-after': String(random.below(5)) });

/** What is sent in place of the honest response. */
const faults = {
  hang: () => 'hang',
  reset: () => 'reset',
  /** Sends a byte at times, so that only a deadline for the whole response ends it. */
  trickle: () => ({ status: 200, body: Readable.from(drips()) }),
  cutOff: () => ({ status: 200, body: Readable.from(cutOff()) }),
  notJson: () => ({ status: 200, body: '<!doctype html><p>Moved' }),
  empty: () => ({ status: 200, body: '' }),
  internalError: () => status(500),
  unavailable: () => status(503),
  unavailableFor: (occasion) => status(503, seconds(occasion)),
  tooMany: (occasion) => status(429, seconds(occasion)),
  tooManyUntil: ({ now }) => status(429, { 'retry-after': new Date(now() + 3000).toUTCString() }),
  tooManyForAnHour: () => status(429, { 'retry-after': '3600' }),
  /** Redirects to itself, which ends only because redirects are counted. */
  redirect: ({ request }) => status(302, { location: request.path }),
  elsewhere: () => status(302, { location: 'https://elsewhere.example.com/' }),
} satisfies Readonly<Record<string, (occasion: Occasion) => Scripted>>;

/** The relative frequency of each response. */
const WEIGHTS: Readonly<Record<keyof typeof faults | 'honest', number>> = {
  honest: 84,
  hang: 0.5,
  reset: 1.5,
  trickle: 0.3,
  cutOff: 2.5,
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

/** So few projects have stats that several surfaces request the same at a time. */
export const PROJECTS_WITH_STATS = 30;
/** Late responses are sent after this. */
const LATE_MS = 20;

async function* drips() {
  for (;;) {
    yield ' ';
    await sleep(30);
  }
}

async function* cutOff() {
  yield '{"results":[';
  await sleep(1);
  throw new Error('The response ends here.');
}

/**
 * A service that follows service-interface most of the time. At random, it responds late, partly or
 * wrongly, fails for a while, replaces the token that it accepts, or changes its lists.
 */
export class FaultyService {
  /** The only token that is accepted now. */
  token = 'chaos-0';
  readonly served = new Tally();
  readonly lists: Readonly<Record<'projects' | 'collections', object[]>>;
  readonly #random: Random;
  readonly #now: () => number;
  #fresh = 0;
  #tokens = 0;
  /** How many more requests fail in the current outage. */
  #outage = 0;
  #service!: MinimalService;
  #late: NodeJS.Timeout | undefined;

  /** @param now the time for dates in `Retry-After`. */
  static async start(random: Random, now: () => number): Promise<FaultyService> {
    const service = new FaultyService(random, now);
    await service.#start();
    return service;
  }

  private constructor(random: Random, now: () => number) {
    this.#random = random;
    this.#now = now;
    this.lists = {
      projects: Array.from({ length: 230 }, () => this.#item('projects')),
      collections: Array.from({ length: 120 }, () => this.#item('collections')),
    };
  }

  get address(): string {
    return this.#service.address;
  }

  /** How many requests have arrived. */
  get requests(): number {
    return this.#service.requests.length;
  }

  /** From now on, all responses are honest and the lists stay the same. */
  calm(): void {
    clearInterval(this.#late);
    this.#service.release();
    this.#service.fail(undefined);
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  async #start(): Promise<void> {
    // The total identifies the project, so that a response to another request is noticed.
    const stats = Object.fromEntries(
      Array.from({ length: PROJECTS_WITH_STATS }, (_, id) => [`t/${id}`, { total: id }]),
    );
    this.#service = await startMinimalService({ token: this.token, ...this.lists, stats });
    this.#service.fail((request) => this.#respond(request));
    this.#late = setInterval(() => {
      this.#service.release();
      this.#service.hold(() => this.#random.chance(0.08));
    }, LATE_MS);
  }

  #respond(request: RecordedRequest): Scripted | undefined {
    const random = this.#random;
    if (random.chance(0.02)) this.#change();
    if (random.chance(0.002)) {
      this.token = `chaos-${++this.#tokens}`;
      this.#service.setToken(this.token);
    }
    if (random.chance(0.002)) this.#outage = 5 + random.below(15);
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      this.served.add('401');
      return undefined;
    }
    const fault = this.#outage-- > 0 ? 'unavailable' : random.pick(WEIGHTS);
    this.served.add(fault);
    return fault === 'honest' ? undefined : faults[fault]({ request, random, now: this.#now });
  }

  #item(list: 'projects' | 'collections'): object {
    const id = this.#fresh++;
    if (list === 'collections') return { mintAddress: `c${id}` };
    return { id, name: `Project ${id}`, transferable: true };
  }

  /** Inserts, removes or moves a row. */
  #change(): void {
    const random = this.#random;
    const list = random.chance(0.5) ? 'projects' : 'collections';
    const items = this.lists[list];
    const what = random.pick({ insert: 1, remove: 1, move: 1 });
    if (what === 'insert') items.splice(random.below(items.length + 1), 0, this.#item(list));
    else if (items.length > 50) {
      const gone = items.splice(random.below(items.length), 1);
      if (what === 'move') items.splice(random.below(items.length + 1), 0, ...gone);
    }
  }
}
