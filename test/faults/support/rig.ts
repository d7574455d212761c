import { TOKEN } from '../../support/minimalService.ts';
import type { Clock } from '../../../src/core/base/clock.ts';
import { AccessToken } from '../../../src/core/client/accessToken.ts';
import { RequestPolicy } from '../../../src/core/client/requestPolicy.ts';
import { addressOf } from '../../support/address.ts';
import { ServiceClient } from '../../../src/core/client/serviceClient.ts';
import { RenewableTransport } from '../../../src/core/client/transport.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { describeFailure, listProblem } from '../../../src/core/messages/failureMessages.ts';
import {
  coverage,
  hasProblemRow,
  listNotices,
  loadMoreWords,
} from '../../../src/core/messages/listMessages.ts';
import type { Collection, Project, ProjectRef } from '../../../src/core/model/model.ts';
import { failureCode, isServiceError } from '../../../src/core/model/serviceError.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { LISTS } from '../../../src/lists/index.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { createFallbackTransport } from '../../../src/net/fallbackTransport.ts';
import type { NetworkSettings } from '../../../src/net/undiciTransport.ts';

export interface RigOptions {
  readonly network?: Partial<NetworkSettings>;
  readonly pageSize?: number;
  /**
   * By which factor time passes faster than real time, for services that do not respond. If left out,
   * only waits between requests pass faster, so that no response is late on a busy machine.
   */
  readonly speed?: number;
  readonly onRefused?: () => void;
}

/** By which factor waits between requests pass faster than real time. */
const BETWEEN_REQUESTS = 20;

/**
 * The path of a request as the extension builds it, from the lists down to real sockets. Only its
 * clock is another one: see `RigOptions.speed`.
 */
export function startRig(address: string, options: RigOptions = {}) {
  const service = addressOf(address);
  const clock = new PacedClock(options.speed ?? BETWEEN_REQUESTS);
  // Read again for each connection, as the editor's settings are.
  const network = () => ({ proxy: undefined, noProxy: [], strictSSL: true, ...options.network });
  const logged: string[] = [];
  const transport = new RenewableTransport(() =>
    createFallbackTransport(network(), clock.now, (line) => logged.push(line)),
  );
  if (options.speed === undefined) keepTimeWhileBusy(transport, clock);
  const policy = new RequestPolicy(clock, Math.random);
  const client = new ServiceClient(
    { address: service, token: new AccessToken(TOKEN, service.origin) },
    transport,
    policy.for(service.origin),
    clock.now,
    {
      onFailure: (_, error) => {
        if (isServiceError(error) && failureCode(error.failure) === 'auth 401') {
          options.onRefused?.();
        }
      },
    },
  );
  const paging = { limit: () => options.pageSize ?? 50, now: clock.now };
  const projects = new PagedList<Project>(
    (page, signal) => client.page(PROJECTS, page, signal),
    paging,
  );
  const collections = new PagedList<Collection>(
    (page, signal) => client.page(COLLECTIONS, page, signal),
    paging,
  );
  const format = (count: number) => count.toLocaleString('en-US');
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 19);

  return {
    client,
    transport,
    /** The lines of the network code in the log. */
    logged,
    clock,
    /** From now on, time passes faster than real time by this factor. */
    hurry: (pace: number) => {
      clock.setPace(pace);
    },
    projects,
    collections,

    /** The text in the tree of Projects, in one line. */
    sees(): string {
      const { state } = projects;
      const failure = listProblem(state, service.host, time);
      const notices = [
        ...(failure && state.rows.length > 0 && hasProblemRow(state)
          ? [`${failure.title} – rows from ${time(state.asOf ?? NaN)}`]
          : []),
        ...listNotices(state, LISTS.projects.words.short, format),
      ];
      if (state.rows.length === 0 && !state.hasMore) {
        const none = failure ? `${failure.reason} ${failure.hint} [${failure.action}]` : 'No rows.';
        return [none, ...notices].join(' | ');
      }
      const more = loadMoreWords(state, format, failure);
      const last = state.hasMore ? [`${more.label} (${more.description})`] : [];
      return [coverage(state, format), ...last, ...notices].join(' | ');
    },

    /** The text of a stats panel, in one line. */
    async seesStats(ref: ProjectRef): Promise<string> {
      try {
        const stats = await client.stats(ref, new AbortController().signal);
        const { confirmed = 'not given', total = 'not given' } = stats;
        return `${confirmed} of ${total} confirmed`;
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const { reason, hint, action } = describeFailure(error.failure, service.host);
        return `${reason} ${hint} [${action}]`;
      }
    },

    async end(): Promise<void> {
      projects.reset();
      collections.reset();
      await transport.close();
    },
  };
}

/** Lets time pass as usual while a request is under way. */
function keepTimeWhileBusy(transport: RenewableTransport, clock: PacedClock): void {
  const get = transport.get.bind(transport);
  let underWay = 0;
  transport.get = async (request) => {
    if (underWay++ === 0) clock.setPace(1);
    try {
      return await get(request);
    } finally {
      if (--underWay === 0) clock.setPace(BETWEEN_REQUESTS);
    }
  };
}

/** A clock that runs faster than real time while a timer is set. */
class PacedClock implements Clock {
  #pace: number;
  #at = 0;
  #since = performance.now();
  readonly #timers = new Map<object, { readonly due: number; readonly call: () => void }>();
  #next: NodeJS.Timeout | undefined;

  constructor(pace: number) {
    this.#pace = pace;
    this.#at = Date.now();
  }

  readonly now = (): number => {
    const pace = this.#timers.size === 0 ? 1 : this.#pace;
    return this.#at + (performance.now() - this.#since) * pace;
  };

  readonly after = (ms: number, call: () => void): (() => void) => {
    const key = {};
    this.#restartAt(this.now());
    this.#timers.set(key, { due: this.#at + ms, call });
    this.#schedule();
    return () => {
      this.#restartAt(this.now());
      this.#timers.delete(key);
      this.#schedule();
    };
  };

  setPace(pace: number): void {
    this.#restartAt(this.now());
    this.#pace = pace;
    this.#schedule();
  }

  #restartAt(ms: number): void {
    this.#at = ms;
    this.#since = performance.now();
  }

  #schedule(): void {
    clearTimeout(this.#next);
    const due = Math.min(...[...this.#timers.values()].map((timer) => timer.due));
    if (due === Infinity) return;
    this.#next = setTimeout(
      () => {
        this.#fire();
      },
      Math.max(0, due - this.now()) / this.#pace,
    );
  }

  #fire(): void {
    const now = this.now();
    this.#restartAt(now);
    for (const [key, { due, call }] of [...this.#timers]) {
      if (due <= now && this.#timers.delete(key)) call();
    }
    this.#schedule();
  }
}
