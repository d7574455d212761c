import type { Failed, Mutant } from './mutant.ts';
import { TestProcess } from './testProcess.ts';

/** A mutant often keeps a test waiting, so its limit is short: this, or ten times what it took. */
const SHORTEST_LIMIT_MS = 5_000;
const UNCHANGED_LIMIT_MS = 120_000;
/** How many tests run at first; each further group is four times as large. */
const FIRST_TESTS = 8;
/** What is reported of a mutant that ends the process of the tests, or keeps it in a loop. */
const NO_END = 'no test ends';

interface Test {
  readonly test: string;
  readonly ms: number;
}

interface Tried {
  /** The first test or hook that failed. */
  readonly failed?: string | undefined;
  /** If it can be used further. */
  readonly process?: TestProcess | undefined;
  /** If true, an earlier mutant may have damaged the process, and a new one must try again. */
  readonly isDoubtful?: boolean;
}

/** The tests of one suite, and which mutants each of them runs. */
export class Suite {
  readonly #start: (mutant?: number) => Promise<TestProcess>;
  readonly #first: TestProcess;
  readonly #tests: Test[] = [];
  /** The tests that run a mutant, the quickest first. */
  readonly #testsOf = new Map<number, Test[]>();

  private constructor(start: (mutant?: number) => Promise<TestProcess>, first: TestProcess) {
    this.#start = start;
    this.#first = first;
  }

  /**
   * Runs all tests once without a mutant. Rejects if one fails: it would notice any mutant.
   * @param name its folder in `test/`.
   * @param sample the path of a JSON file with all mutants.
   */
  static async start(name: string, sample: string): Promise<Suite> {
    const start = (mutant?: number) => TestProcess.start(name, sample, mutant);
    const suite = new Suite(start, await start());
    const failed = await suite.#first.run(
      { timeoutMs: UNCHANGED_LIMIT_MS },
      ({ test, ms, reached }) => {
        suite.#tests.push({ test, ms });
        for (const id of reached) {
          suite.#testsOf.set(id, [...(suite.#testsOf.get(id) ?? []), { test, ms }]);
        }
      },
    );
    if (failed) throw new Error(`Without a mutant, “${failed.test}” fails: ${failed.error}`);
    for (const tests of suite.#testsOf.values()) tests.sort((one, other) => one.ms - other.ms);
    return suite;
  }

  /**
   * The mutants that no test notices, in their order. Ends the suite.
   * @param onDied called for each other one, with what has failed.
   */
  async survivors(
    mutants: readonly Mutant[],
    jobs: number,
    onDied: (mutant: Mutant, failed: string) => void,
  ): Promise<Mutant[]> {
    const died = new Set<Mutant>();
    const queue = mutants.values();
    const work = async (first?: TestProcess) => {
      let process = first;
      for (const mutant of queue) {
        let result: Tried;
        do {
          process ??= await this.#start();
          result = await this.#try(mutant.id, process);
          process = result.process;
        } while (result.isDoubtful);
        if (result.failed === undefined) continue;
        died.add(mutant);
        onDied(mutant, result.failed);
      }
      process?.stop();
    };
    const first = (at: number) => (at === 0 ? this.#first : undefined);
    await Promise.all(Array.from({ length: jobs }, (_, at) => work(first(at))));
    return mutants.filter((mutant) => !died.has(mutant));
  }

  /** Runs the tests that can notice a mutant, until one does. */
  async #try(id: number, process: TestProcess): Promise<Tried> {
    const tests = this.#testsOf.get(id);
    if (!tests) {
      const isLoaded = this.#first.reachedAtLoad.includes(id);
      return isLoaded ? { failed: await this.#loadedWith(id), process } : { process };
    }
    const wasFresh = process.isFresh;
    let failed: Failed | null;
    try {
      failed = await firstFailure(process, tests, id);
    } catch {
      return { failed: NO_END };
    }
    if (!failed) return { process };
    const isSound = await isStillSound(process, failed, tests);
    if (!isSound) process.stop();
    const left = isSound ? process : undefined;
    return isSound || wasFresh
      ? { failed: failed.test, process: left }
      : { isDoubtful: true, process: left };
  }

  /** What fails if the suite is loaded with a mutant that runs only then. */
  async #loadedWith(id: number): Promise<string | undefined> {
    let process: TestProcess;
    try {
      process = await this.#start(id);
    } catch {
      return 'the suite is not loaded';
    }
    const failed = await firstFailure(process, this.#tests, id).then(
      (first) => first?.test,
      () => NO_END,
    );
    process.stop();
    return failed;
  }
}

async function firstFailure(process: TestProcess, tests: readonly Test[], mutant: number) {
  for (let from = 0, count = FIRST_TESTS; from < tests.length; from += count, count *= 4) {
    const some = tests.slice(from, from + count);
    const timeoutMs = Math.max(SHORTEST_LIMIT_MS, 10 * some.at(-1)!.ms);
    const titles = some.map(({ test }) => test);
    const failed = await process.run({ tests: titles, mutant, timeoutMs });
    if (failed) return failed;
  }
  return null;
}

/** Whether what failed passes without the mutant: a test that it kept waiting may still be running. */
async function isStillSound(process: TestProcess, { test, error }: Failed, tests: readonly Test[]) {
  if (error.includes('done() called multiple times')) return false;
  const isTest = tests.some((one) => one.test === test);
  // A hook has failed.
  const titles = isTest ? [test] : tests.slice(0, FIRST_TESTS).map((one) => one.test);
  const order = { tests: titles, timeoutMs: UNCHANGED_LIMIT_MS };
  return process.run(order).then(
    (failed) => failed === null,
    () => false,
  );
}
