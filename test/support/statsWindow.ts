import type { ActiveConnection } from '../../src/connection/activeConnection.ts';
import { forEachCount } from '../../src/core/model/counts.ts';
import { type ProjectRef, type ProjectStats } from '../../src/core/model/model.ts';
import { type Failure, isServiceError } from '../../src/core/model/serviceError.ts';
import { KeptData } from '../../src/kept/keptData.ts';
import { OriginPause } from '../../src/core/client/originPause.ts';
import { readerOf } from '../../src/stats/statsReader.ts';
import type { FakeClock } from './fakeClock.ts';
import { HeldCalls } from './heldCalls.ts';
import { turn } from './turn.ts';

function statsWith(total: object, confirmed: number, processing?: number): ProjectStats {
  const source = { ...total, confirmed, ...(processing !== undefined && { processing }) };
  return { ...forEachCount(() => undefined), ...source, source };
}

interface StatsCall {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly respond: (stats: ProjectStats) => void;
  readonly fail: (failure?: Failure) => void;
}

/** A service of stats that records its requests and responds when the test says so. */
export class StatsService {
  readonly #calls = new HeldCalls<StatsCall>();
  /** The total in all responses; empty if the service gives none. */
  total: { readonly total?: number } = { total: 9 };

  readonly stats = (ref: ProjectRef, signal: AbortSignal): Promise<ProjectStats> =>
    this.#calls.hold<ProjectStats>((ends) => ({ key: ref, signal, ...ends }), true);

  /** The projects of all requests so far, as `t/12`, in order. */
  get requested(): readonly string[] {
    return this.#calls.requests.map(({ key }) => key);
  }

  get underWay(): readonly string[] {
    return this.#calls.waiting.map(({ key }) => key);
  }

  /** Responds to the requests under way for a project, or to all. */
  async respond(key?: string, confirmed = 1, processing?: number): Promise<void> {
    await turn();
    for (const call of this.#of(key)) call.respond(statsWith(this.total, confirmed, processing));
    await turn();
  }

  async fail(failure: Failure, key?: string): Promise<void> {
    await turn();
    for (const call of this.#of(key)) call.fail(failure);
    await turn();
  }

  #of(key: string | undefined): readonly StatsCall[] {
    return this.#calls.waiting.filter((call) => key === undefined || call.key === key);
  }
}

/**
 * A window of a sign-in, as far as stats need one.
 * @param storage the folder of the database, which windows share.
 */
export function statsWindow(
  storage: string,
  clock: FakeClock,
  service: StatsService,
  signIn = 'one',
) {
  const data = new KeptData({
    ...{ storage, clock, isOnDisk: () => true, mayStore: () => true },
  });
  const life = new AbortController();
  const wait = new OriginPause(clock);
  const status = { isFailing: false };
  // Waits as `requestPolicy` does.
  const stats = async (ref: ProjectRef, signal: AbortSignal) => {
    wait.enter();
    const sentAt = clock.uptime();
    try {
      const response = await service.stats(ref, signal);
      wait.ended(undefined, sentAt);
      return response;
    } catch (error) {
      if (isServiceError(error)) wait.ended(error.failure, sentAt);
      throw error;
    }
  };
  const beforeClose = new Set<() => Promise<unknown>>();
  const connection = {
    ...{ id: signIn, account: 'https://a.example#1', clock, wait, ended: life.signal, beforeClose },
    address: { base: 'https://a.example', host: 'a.example' },
    client: { stats },
    isFailing: () => status.isFailing,
    store: data.of(signIn),
    warn: () => undefined,
  } as unknown as ActiveConnection;
  return {
    data,
    connection,
    status,
    wait,
    reader: readerOf(connection),
    end: () => {
      life.abort();
    },
    close: async () => {
      await Promise.all([...beforeClose].map((write) => write()));
      life.abort();
      data.dispose();
    },
  };
}
