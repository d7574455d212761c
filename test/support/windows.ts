import { PassThrough } from 'node:stream';
import { openWindow, type WindowOptions } from './fakeVscode/window.ts';
import {
  type MinimalOptions,
  type RecordedRequest,
  startMinimalService,
  TOKEN,
} from './minimalService.ts';
import { endAfterEach } from './ends.ts';
import { eventually } from './eventually.ts';

/** A response whose headers were sent, and whose body waits until the test releases it. */
export interface HeldResponse {
  readonly request: RecordedRequest;
  /** Whether the request was canceled. */
  readonly gone: boolean;
  /** Sends the honest body. */
  release(): void;
}

/** A service whose responses can be held back. A test may change `projects`. */
export async function startHoldingService(
  projects: readonly object[],
  stats: Readonly<Record<string, unknown>> = {},
  more: Partial<MinimalOptions> = {},
) {
  const service = await startMinimalService({ token: TOKEN, projects, stats, ...more });
  const held: HeldResponse[] = [];
  const honest = ({ path, query }: RecordedRequest) => {
    if (path !== '/v2/projects') return stats[path.split('/').slice(3, 5).join('/')];
    const [page, limit] = [Number(query.page), Number(query.limit)];
    return {
      results: projects.slice((page - 1) * limit, page * limit),
      page,
      limit,
      totalPages: Math.ceil(projects.length / limit),
      totalResults: projects.length,
    };
  };

  return {
    ...service,
    host: new URL(service.address).host,
    held,

    /** From now on, the responses to requests for which `matches` is true are held back. */
    hold(matches: (request: RecordedRequest) => boolean = () => true): void {
      service.fail((request) => {
        if (!matches(request)) return undefined;
        const body = new PassThrough();
        held.push({
          request,
          get gone() {
            return body.destroyed && !body.writableEnded;
          },
          release: () => {
            if (!body.destroyed) body.end(JSON.stringify(honest(request)));
          },
        });
        return { status: 200, body };
      });
    },

    /** Releases all held responses, and holds back no more. */
    release(): void {
      service.fail(undefined);
      for (const answer of held) answer.release();
    },
  };
}

/** Opens services and windows with the whole extension. All end after the case. */
export function windows() {
  const atEnd = endAfterEach();

  const all = {
    service: async (...args: Parameters<typeof startHoldingService>) => {
      const service = await startHoldingService(...args);
      atEnd(() => service.close());
      return service;
    },

    window: async (options: WindowOptions = {}) => {
      const window = await openWindow(options);
      atEnd(() => window.close());
      return window;
    },

    /** A window signed in to the service, with Projects in sight. */
    signedIn: async ({ address }: { readonly address: string }, options: WindowOptions = {}) => {
      const window = await openWindow({ signIn: { address, token: TOKEN }, ...options });
      atEnd(() => window.close());
      window.projects.show();
      return window;
    },

    /** A service, and a window signed in to it whose Projects are painted. */
    opened: async (...args: Parameters<typeof startHoldingService>) => {
      const service = await all.service(...args);
      const window = await all.signedIn(service);
      await eventually(() => window.projects.painted.length > 0, true);
      return { service, window, desk: window.desk, host: service.host };
    },
  };
  return all;
}
