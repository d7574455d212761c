import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'mocha';
import type { ActiveConnection } from '../../src/connection/activeConnection.ts';
import { formatRef, type ProjectRef } from '../../src/core/model/model.ts';
import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';
import type { Watched } from '../../src/core/watch/watchList.ts';
import { KeptFiles } from '../../src/disk/keptFiles.ts';
import { Poller } from '../../src/features/watch/poller.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeDesk, useDesk } from './fakeVscode/desk.ts';

type Numbers = readonly [confirmed: number, processing: number, pending: number, failed?: number];

export const MINUTE = 60_000;
const dateNow = Date.now;

/** Whether a window has the focus, and may ask the service. */
interface Look {
  focused: boolean;
  mayAsk: boolean;
}

/** Opens the pollers of windows of one sign-in; all end after the case. Call it within `describe`. */
export function pollers() {
  const all: Poller[] = [];
  /** Each closes a window: what it holds of the counts is written. */
  const closings: (() => Promise<unknown>)[] = [];

  const the = {
    desk: new FakeDesk(),
    clock: new FakeClock(),
    /** The counts that the service gives, by project; 10 pending if it is not here. */
    numbers: new Map<string, Numbers>(),
    /** What the service answers instead. */
    failure: undefined as Failure | undefined,
    asked: [] as { readonly key: string; readonly at: number; readonly window: string }[],
    told: [] as { readonly window: string; readonly news: readonly Watched[] }[],

    /** The sign-in in a window, of which the service is asked. */
    connection(window: string, files?: KeptFiles, ended = new AbortController().signal) {
      const stats = (ref: ProjectRef) => {
        const key = formatRef(ref);
        the.asked.push({ key, at: the.clock.now(), window });
        if (the.failure) return Promise.reject(new ServiceError(the.failure));
        const [confirmed, processing, pending, failed = 0] = the.numbers.get(key) ?? [0, 0, 10];
        const total = confirmed + processing + pending + failed;
        return Promise.resolve({ total, confirmed, processing, pending, further: [], source: {} });
      };
      const kept = files && { files, log: { warn: () => undefined } };
      const beforeClose = new Set<() => Promise<unknown>>();
      const connection = { id: 'id', client: { stats }, ended, kept, beforeClose };
      return connection as unknown as ActiveConnection;
    },

    /** A window. With `files`, it shares them with other windows. */
    open(window = 'a', files?: KeptFiles, ended?: AbortSignal) {
      const look: Look = { focused: true, mayAsk: true };
      const connection = the.connection(window, files, ended);
      const close = () => Promise.all([...connection.beforeClose].map((write) => write()));
      const poller = new Poller({
        connection,
        clock: the.clock,
        window,
        focused: () => look.focused,
        mayAsk: () => look.mayAsk,
        onChange: () => undefined,
        onNews: (news) => the.told.push({ window, news }),
      });
      all.push(poller);
      closings.push(close);
      return { poller, look, close };
    },

    project: (id: number): Watched => ({
      ref: { kind: 't', id: String(id) },
      name: `Project ${id}`,
      since: the.clock.now(),
    }),

    /** A person watches these as well. */
    watch: (poller: Poller, ...ids: readonly number[]) =>
      poller.change((watched) => [...watched, ...ids.map(the.project)]),

    /** Requests in the time that follows. */
    async requestsIn(ms: number): Promise<number> {
      const before = the.asked.length;
      await the.clock.advance(ms);
      return the.asked.length - before;
    },

    /** Time passes in steps, and files are written in between. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 250) {
        await the.clock.advance(250);
        await Promise.all(all.map((one) => one.look()));
      }
    },

    confirmed: ({ watched }: Poller) => watched[0]?.last?.confirmed,
    count: () => the.asked.length,

    /** What was told, such as `Project 1 done`. */
    news: () => the.told.flatMap((one) => one.news.map(({ name, news }) => `${name} ${news}`)),
  };

  beforeEach(() => {
    the.desk = new FakeDesk();
    useDesk(the.desk);
    the.clock = new FakeClock();
    the.clock.set(dateNow());
    // Readings have the time of the machine.
    Date.now = the.clock.now;
    [the.numbers, the.asked, the.told] = [new Map(), [], []];
    the.failure = undefined;
  });

  afterEach(async () => {
    await Promise.all(all.splice(0).map((one) => one.dispose()));
    await Promise.all(closings.splice(0).map((close) => close()));
    Date.now = dateNow;
    assert.equal(the.clock.pending, 0);
    assert.deepEqual(the.desk.shown, []);
  });

  return the;
}

/** `pollers`, and the files that their windows share. */
export function sharedPollers() {
  const the = pollers();
  const shared = Object.assign(the, {
    folder: '',
    files: undefined as unknown as KeptFiles,
    /** The file with what is watched. */
    watchFile: () => join(shared.files.folder('id'), 'watch.json'),
  });

  beforeEach(async () => {
    shared.folder = await mkdtemp(join(tmpdir(), 'mintscope-watch-'));
    shared.files = new KeptFiles(shared.folder, () => true);
  });

  afterEach(() => rm(shared.folder, { recursive: true, force: true }));

  return shared;
}
