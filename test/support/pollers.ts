import assert from 'node:assert/strict';
import type { ActiveConnection } from '../../src/connection/activeConnection.ts';
import type { ProjectRef } from '../../src/core/model/model.ts';
import { OriginPause } from '../../src/core/client/originPause.ts';
import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';
import type { Watched, WatchedProject } from '../../src/core/watch/watchList.ts';
import { settings } from '../../src/editor/settings.ts';
import { Watcher } from '../../src/features/watch/watcher.ts';
import { KeptData } from '../../src/kept/keptData.ts';
import { readerOf } from '../../src/stats/statsReader.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeDesk, useDesk } from './fakeVscode/desk.ts';
import { temporaryFolders } from './temporaryFolder.ts';

type Numbers = readonly [confirmed: number, processing: number, pending: number, failed?: number];

export const MINUTE = 60_000;
export const SIGN_IN = 'id';

/**
 * Opens the watchers of several windows of one sign-in, which share a folder. All end after the case.
 * Call it within `describe`.
 */
export function pollers() {
  const closings = new Set<() => Promise<unknown>>();

  const the = {
    desk: new FakeDesk(),
    clock: new FakeClock(),
    folder: '',
    /** The counts at the service, by project; 10 pending for all others. */
    numbers: new Map<string, Numbers>(),
    /** If set, every request fails with this. */
    failure: undefined as Failure | undefined,
    requests: [] as { readonly key: string; readonly at: number; readonly window: string }[],
    reported: [] as { readonly window: string; readonly news: readonly Watched[] }[],

    /** The stored data, as a window opens it. */
    data: () =>
      new KeptData({
        storage: the.folder,
        clock: the.clock,
        isOnDisk: () => settings.keepRows,
        mayStore: () => true,
      }),

    connection(window: string, data: KeptData, ended = new AbortController().signal) {
      const stats = (ref: ProjectRef) => {
        the.requests.push({ key: ref, at: the.clock.now(), window });
        if (the.failure) return Promise.reject(new ServiceError(the.failure));
        const [confirmed, processing, pending, failed = 0] = the.numbers.get(ref) ?? [0, 0, 10];
        const total = confirmed + processing + pending + failed;
        return Promise.resolve({ total, confirmed, processing, pending, failed, source: {} });
      };
      const beforeClose = new Set<() => Promise<unknown>>();
      const store = data.of(SIGN_IN);
      const { clock } = the;
      const connection = {
        ...{ id: SIGN_IN, client: { stats }, clock, ended, store, beforeClose },
        wait: new OriginPause(clock),
        warn: () => undefined,
        isFailing: () => false,
      };
      return connection as unknown as ActiveConnection;
    },

    open(window = 'a', { focused = true } = {}) {
      const look = { focused };
      const data = the.data();
      const connection = the.connection(window, data);
      const close = async () => {
        closings.delete(close);
        await Promise.all([...connection.beforeClose].map((write) => write()));
        data.dispose();
      };
      const watcher = new Watcher({
        connection,
        focused: () => look.focused,
        random: () => (window === 'a' ? 0 : 0.5),
        mayRequest: () => true,
        isShared: () => false,
        statusOf: () => undefined,
        onChange: () => undefined,
        onNews: (news) => the.reported.push({ window, news }),
      });
      watcher.look();
      closings.add(close);
      return { watcher, look, data, close, connection };
    },

    project: (id: number): WatchedProject => ({
      ref: `t/${id}` as const,
      name: `Project ${id}`,
      since: the.clock.now(),
    }),

    watch(watcher: Watcher, ...ids: readonly number[]): void {
      const projects = ids.map(the.project);
      watcher.change((watched) => [...watched, ...projects]);
    },

    read({ connection }: { readonly connection: ActiveConnection }, id: number) {
      const { signal } = new AbortController();
      const demand = { urgency: 'user', signal, maxAgeMs: 0 } as const;
      return readerOf(connection).read(the.project(id).ref, demand);
    },

    /** Lets time pass, and returns how many requests were sent. */
    async requestsIn(ms: number): Promise<number> {
      const before = the.requests.length;
      await the.clock.advance(ms);
      return the.requests.length - before;
    },

    /** The windows that have sent requests since the last call. */
    requesters: () => [...new Set(the.requests.splice(0).map(({ window }) => window))],
    names: ({ watched }: Watcher) => watched.map(({ name }) => name),
    confirmed: ({ watched }: Watcher) => watched[0]?.last?.confirmed,

    news: () => the.reported.flatMap((one) => one.news.map(({ name, news }) => `${name} ${news}`)),
  };

  beforeEach(() => {
    the.desk = new FakeDesk();
    useDesk(the.desk);
    the.clock = new FakeClock(1_800_000_000_000);
    the.folder = newFolder();
    [the.numbers, the.requests, the.reported] = [new Map(), [], []];
    the.failure = undefined;
  });

  afterEach(async () => {
    await Promise.all([...closings].map((close) => close()));
    assert.equal(the.clock.pending, 0);
    assert.deepEqual(the.desk.shown, []);
  });
  // After the windows have closed.
  const newFolder = temporaryFolders();

  return the;
}
