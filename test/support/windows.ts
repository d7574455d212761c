import { openWindow, type WindowOptions } from './fakeVscode/window.ts';
import { type MinimalOptions, startMinimalService, TOKEN } from './minimalService.ts';
import { endAfterEach } from './ends.ts';
import { eventually } from './eventually.ts';

/** Opens services and windows with the whole extension. All end after the case. */
export function windows() {
  const atEnd = endAfterEach();

  /** Starts a service with these projects and stats, which a test may change at any time. */
  const service = async (
    projects: readonly unknown[],
    stats: Readonly<Record<string, unknown>> = {},
    more: Partial<MinimalOptions> = {},
  ) => {
    const started = await startMinimalService({ token: TOKEN, projects, stats, ...more });
    atEnd(() => started.close());
    return { ...started, host: new URL(started.address).host };
  };

  const window = async (options: WindowOptions = {}) => {
    const opened = await openWindow(options);
    atEnd(() => opened.close());
    return opened;
  };

  const signedIn = async (
    { address }: { readonly address: string },
    options: WindowOptions = {},
  ) => {
    const opened = await window({ signIn: { address, token: TOKEN }, ...options });
    opened.projects.show();
    return opened;
  };

  const opened = async (...args: Parameters<typeof service>) => {
    const started = await service(...args);
    const signed = await signedIn(started);
    await eventually(() => signed.projects.painted.length > 0, true);
    return { service: started, window: signed, desk: signed.desk, host: started.host };
  };

  return { atEnd, service, window, signedIn, opened };
}
