import { AccessToken } from '../../../src/core/accessToken.ts';
import { parseServiceAddress } from '../../../src/core/address.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { describeFailure } from '../../../src/core/describeFailure.ts';
import type { Collection, Project, ProjectRef } from '../../../src/core/domain.ts';
import { isServiceError } from '../../../src/core/failure.ts';
import { RenewableTransport } from '../../../src/core/renewableTransport.ts';
import {
  coverage,
  listFailureWords,
  type ListName,
  listNotices,
  loadMoreWords,
} from '../../../src/core/listWords.ts';
import { PagedList } from '../../../src/core/pagedList.ts';
import { RequestPolicy } from '../../../src/core/policy.ts';
import { ServiceClient } from '../../../src/core/serviceClient.ts';
import { createTransport, type NetworkSettings } from '../../../src/net/index.ts';

export const TOKEN = 'token-of-the-rig';

export interface RigOptions {
  readonly token?: string;
  readonly network?: Partial<NetworkSettings>;
  readonly pageSize?: number;
  /** How many times faster than a clock on the wall deadlines and waits pass. */
  readonly speed?: number;
  readonly onRefused?: () => void;
}

/**
 * The path of a request as the extension builds it, from the lists down to real sockets. Only time
 * is another: it runs faster, so that a deadline of ten seconds ends a test in a fraction of one.
 */
export function startRig(address: string, options: RigOptions = {}) {
  const parsed = parseServiceAddress(address);
  if (!parsed.ok) throw new Error(parsed.sentence);
  const { address: service } = parsed;
  const { clock, skip, hurry } = fastClock(options.speed ?? 50);
  // Read anew each time, as the editor's settings are.
  const network = () => ({ proxy: undefined, noProxy: [], strictSSL: true, ...options.network });
  const transport = new RenewableTransport(() => createTransport(network()));
  const policy = new RequestPolicy(clock, Math.random);
  const client = new ServiceClient(
    { address: service, token: new AccessToken(options.token ?? TOKEN, service.origin) },
    transport,
    policy.for(service.origin),
    clock.now,
    options.onRefused ? { onRefused: options.onRefused } : {},
  );
  const paging = { limit: () => options.pageSize ?? 50, now: clock.now };
  const projects = new PagedList<Project>((page, signal) => client.projects(page, signal), paging);
  const collections = new PagedList<Collection>(
    (page, signal) => client.collections(page, signal),
    paging,
  );
  const format = (count: number) => count.toLocaleString('en-US');
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 19);

  return {
    client,
    transport,
    policy,
    clock,
    /** Time passes at once, for what reads the clock; no wait is shorter for it. */
    skip,
    /** From now on time passes this many times faster than on the wall. */
    hurry,
    projects,
    collections,

    /** What the tree of a list shows, in one line. */
    sees(name: ListName = 'projects'): string {
      const { state } = name === 'projects' ? projects : collections;
      const now = clock.now();
      const notices = listNotices(state, name, format, service.host, time, now);
      const failure = listFailureWords(state, service.host, now);
      if (state.rows.length === 0 && !state.hasMore) {
        const none = failure ? `${failure.reason} ${failure.hint} [${failure.action}]` : 'No rows.';
        return [none, ...notices].join(' | ');
      }
      const more = loadMoreWords(state, format, service.host, now);
      const last = state.hasMore ? [`${more.label} (${more.description})`] : [];
      return [coverage(state, format), ...last, ...notices].join(' | ');
    },

    /** What a stats panel shows, in one line. */
    async seesStats(ref: ProjectRef, signal = new AbortController().signal): Promise<string> {
      try {
        const { confirmed = 'not given', total = 'not given' } = await client.stats(ref, signal);
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

function fastClock(speed: number) {
  let pace = speed;
  let since = Date.now();
  let before = since;
  const now = () => before + (Date.now() - since) * pace;
  const set = (ms: number, next: number) => {
    before = ms;
    since = Date.now();
    pace = next;
  };
  const clock: Clock = {
    now,
    after: (ms, call) => {
      const timer = setTimeout(call, ms / pace);
      return () => {
        clearTimeout(timer);
      };
    },
  };
  return {
    clock,
    skip: (ms: number) => {
      set(now() + ms, pace);
    },
    hurry: (next: number) => {
      set(now(), next);
    },
  };
}
