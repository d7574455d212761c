import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type RecordedRequest,
  type Scripted,
  startMinimalService,
} from '../support/minimalService.ts';
import type { Random } from './random.ts';

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
  tooManyUntil: ({ now }) =>
    status(429, {
      date: new Date(now()).toUTCString(),
      'retry-after': new Date(now() + 3000).toUTCString(),
    }),
  tooManyForAnHour: () => status(429, { 'retry-after': '3600' }),
  /** Redirects to itself, which ends only because redirects are counted. */
  redirect: ({ request }) => status(302, { location: request.path }),
  elsewhere: () => status(302, { location: 'https://elsewhere.example.com/' }),
} satisfies Readonly<Record<string, (occasion: Occasion) => Scripted>>;

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

export type FaultyService = Awaited<ReturnType<typeof startFaultyService>>;

/**
 * Starts a service that follows service-interface most of the time. At random, it responds late,
 * partly or wrongly, fails for a while, replaces the token that it accepts, or changes its lists.
 * @param now the time for dates in `Retry-After`.
 */
export async function startFaultyService(random: Random, now: () => number) {
  let token = 'chaos-0';
  let tokens = 0;
  let lastId = 0;
  let outage = 0;
  const newItem = {
    projects: () => ({ id: ++lastId, name: `Project ${lastId}`, transferable: true }),
    collections: () => ({ mintAddress: `c${++lastId}` }),
  };
  const lists: Readonly<Record<keyof typeof newItem, object[]>> = {
    projects: Array.from({ length: 230 }, newItem.projects),
    collections: Array.from({ length: 120 }, newItem.collections),
  };
  // The total identifies the project, so that a response to another request is noticed.
  const stats = Object.fromEntries(
    Array.from({ length: PROJECTS_WITH_STATS }, (_, id) => [`t/${id}`, { total: id }]),
  );
  const service = await startMinimalService({ token, ...lists, stats });
  service.fail(respond);
  const late = setInterval(() => {
    service.release();
    service.hold(() => random.chance(0.08));
  }, LATE_MS);

  function respond(request: RecordedRequest): Scripted | undefined {
    if (random.chance(0.02)) change();
    if (random.chance(0.002)) {
      token = `chaos-${++tokens}`;
      service.setToken(token);
    }
    if (random.chance(0.002)) outage = 5 + random.below(15);
    if (request.headers.authorization !== `Bearer ${token}`) return undefined;
    const fault = outage-- > 0 ? 'unavailable' : random.pick(WEIGHTS);
    return fault === 'honest' ? undefined : faults[fault]({ request, random, now });
  }

  function change(): void {
    const list = random.chance(0.5) ? 'projects' : 'collections';
    const items = lists[list];
    const what = random.pick({ insert: 1, remove: 1, move: 1 });
    const moved =
      what === 'insert' ? [newItem[list]()] : items.splice(random.below(items.length), 1);
    if (what !== 'remove') items.splice(random.below(items.length + 1), 0, ...moved);
  }

  return {
    address: service.address,
    lists,
    get token() {
      return token;
    },
    /** From now on, all responses are honest and the lists stay the same. */
    calm: () => {
      clearInterval(late);
      service.release();
      service.fail(undefined);
    },
    close: () => service.close(),
  };
}
