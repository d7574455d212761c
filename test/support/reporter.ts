import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** The counts of a run so far, as JSON in the file that MINTSCOPE_TEST_RESULTS names. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** Full titles of the tests and hooks that failed. */
  readonly failures: readonly string[];
  /** The tests that took longest, the longest first. */
  readonly slowest: readonly { readonly title: string; readonly ms: number }[];
  readonly complete: boolean;
}

export const SLOWEST = 10;

/** Prints as mocha's `spec` does, and writes the counts to a file, for `npm test`. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const file = process.env.MINTSCOPE_TEST_RESULTS;
    if (!file) return;
    let passed = 0;
    const failures: string[] = [];
    let slowest: TestCounts['slowest'] = [];
    const leave = (complete: boolean) => {
      const failed = failures.length;
      const counts: TestCounts = { passed, failed, failures, slowest, complete };
      writeFileSync(file, JSON.stringify(counts));
    };
    runner.on('pass', (test) => {
      passed++;
      const all = [...slowest, { title: test.fullTitle(), ms: test.duration ?? 0 }];
      slowest = all.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST);
      leave(false);
    });
    runner.on('fail', (test) => {
      failures.push(test.fullTitle());
      leave(false);
    });
    runner.once('end', () => {
      leave(true);
    });
  }
}
