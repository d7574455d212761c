import assert from 'node:assert/strict';
import { type MinimalOptions, startMinimalService, TOKEN } from '../../support/minimalService.ts';
import { endAfterEach } from '../../support/ends.ts';
import type { Outcome } from './matrix.ts';
import { type RigOptions, startRig } from './rig.ts';

export const STATS = { total: 4, confirmed: 3, processing: 1, pending: 0 };

export const rows = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, transferable: true }));

export const pageOf = (results: readonly unknown[]): string =>
  JSON.stringify({ results, page: 1, limit: 50, totalPages: 1, totalResults: results.length });

/**
 * Starts what a case needs, and ends it after the case, last first. Call it within `describe`.
 */
export function openers() {
  const atEnd = endAfterEach();

  function rig(address: string, options: RigOptions = {}) {
    const started = startRig(address, options);
    atEnd(() => started.end());
    return started;
  }

  return {
    atEnd,

    /** A service with one project, `t/1`. */
    async service(options: Partial<MinimalOptions> = {}) {
      const service = await startMinimalService({
        token: TOKEN,
        projects: rows(1),
        stats: { 't/1': STATS },
        ...options,
      });
      atEnd(() => service.close());
      return service;
    },

    rig,

    /** A rig whose Projects were opened. */
    async opened(address: string, options: RigOptions = {}) {
      const opened = rig(address, options);
      await opened.projects.open();
      return opened;
    },
  };
}

/** Asserts what the user sees and how many requests were sent, and returns that for the table. */
export function outcome(sees: string, requests: number, expected: Outcome): Outcome {
  assert.deepEqual({ sees, requests }, expected);
  return expected;
}
