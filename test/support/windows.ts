import { PassThrough } from 'node:stream';
import { openWindow, type WindowOptions } from './fakeVscode/window.ts';
import {
  type MinimalOptions,
  type RecordedRequest,
  startMinimalService,
  TOKEN,
} from './minimalService.ts';
import { endAfterEach } from './ends.ts';

/** One answer that waits until the test lets it go. Its headers have gone out. */
export interface HeldAnswer {
  readonly request: RecordedRequest;
  /** Whether it was canceled. */
  readonly gone: boolean;
  /** The honest answer. */
  release(): void;
}

/** A service whose answers can be held back, with rows of Projects that a test may change. */
export async function startHoldingService(
  projects: readonly object[],
  stats: Readonly<Record<string, unknown>> = {},
  more: Partial<MinimalOptions> = {},
) {
  const service = await startMinimalService({ token: TOKEN, projects, stats, ...more });
  const held: HeldAnswer[] = [];
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
    held,

    /** From now on requests of which `matches` is true get no answer before `release`. */
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

    /** Answers all that wait, and holds no more. */
    release(): void {
      service.fail(undefined);
      for (const answer of held) answer.release();
    },
  };
}

/** Opens services and windows with the whole extension in them; all end after the case. */
export function windows() {
  const atEnd = endAfterEach();

  return {
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

    /** A window signed in to `service`, its Projects in sight. */
    signedIn: async ({ address }: { readonly address: string }, options: WindowOptions = {}) => {
      const window = await openWindow({ signIn: { address, token: TOKEN }, ...options });
      atEnd(() => window.close());
      window.projects.show();
      return window;
    },
  };
}
