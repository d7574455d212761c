import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Scripted, startMinimalService } from '../support/minimalService.ts';
import type { Random } from './random.ts';

const TOKEN = 'chaos';
const status = (code: number, headers: Readonly<Record<string, string>> = {}): Scripted => ({
  status: code,
  headers,
  body: { error: 'chaos' },
});
const seconds = (random: Random) => ({ 'retry-after': String(random.below(5)) });

/** What is sent in place of the honest response. */
const faults = {
  hang: () => 'hang',
  reset: () => 'reset',
  /** Sends a byte at times, so that only a deadline for the whole response ends it. */
  trickle: () => ({ status: 200, body: Readable.from(drips()) }),
  cutOff: () => ({ status: 200, body: Readable.from(cutOff()) }),
  notJson: () => ({ status: 200, body: '<!doctype html><p>Moved' }),
  internalError: () => status(500),
  unavailable: () => status(503),
  unavailableFor: (random) => status(503, seconds(random)),
  tooMany: (random) => status(429, seconds(random)),
  tooManyForAnHour: () => status(429, { 'retry-after': '3600' }),
  elsewhere: () => status(302, { location: 'https://elsewhere.example.com/' }),
} satisfies Readonly<Record<string, (random: Random) => Scripted>>;

const WEIGHTS: Readonly<Record<keyof typeof faults | 'honest', number>> = {
  honest: 84,
  hang: 0.5,
  reset: 1.5,
  trickle: 0.3,
  cutOff: 3,
  notJson: 2,
  internalError: 1.5,
  unavailable: 1,
  unavailableFor: 1.5,
  tooMany: 1.5,
  tooManyForAnHour: 0.3,
  elsewhere: 0.5,
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

/**
 * Starts a service that follows service-interface most of the time. At random, it responds late,
 * partly or wrongly, fails for a while, or changes its list.
 */
export async function startFaultyService(random: Random) {
  let lastId = 0;
  let outage = 0;
  const newItem = () => ({ id: ++lastId, name: `Project ${lastId}`, transferable: true });
  const projects = Array.from({ length: 230 }, newItem);
  // The total identifies the project, so that a response to another request is noticed.
  const stats = Object.fromEntries(
    Array.from({ length: PROJECTS_WITH_STATS }, (_, id) => [`t/${id}`, { total: id }]),
  );
  const service = await startMinimalService({ token: TOKEN, projects, stats });
  service.fail(() => {
    if (random.chance(0.02)) change();
    if (random.chance(0.002)) outage = 5 + random.below(15);
    const fault = outage-- > 0 ? 'unavailable' : random.pick(WEIGHTS);
    return fault === 'honest' ? undefined : faults[fault](random);
  });
  const late = setInterval(() => {
    service.release();
    service.hold(() => random.chance(0.08));
  }, LATE_MS);

  function change(): void {
    const what = random.pick({ insert: 1, remove: 1, move: 1 });
    const moved =
      what === 'insert' ? [newItem()] : projects.splice(random.below(projects.length), 1);
    if (what !== 'remove') projects.splice(random.below(projects.length + 1), 0, ...moved);
  }

  return {
    address: service.address,
    token: TOKEN,
    projects,
    /** From now on, all responses are honest and the list stays the same. */
    calm: () => {
      clearInterval(late);
      service.release();
      service.fail(undefined);
    },
    close: () => service.close(),
  };
}
