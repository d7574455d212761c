import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../host/paths.ts';
import type { RunResult } from '../host/processes.ts';

/** A part of a source, as V8 counts it: its offsets, and how often it ran. */
interface Part {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Report {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Part[] }[];
  }[];
}

/** A place in a source, by its full path and offset. */
interface Place {
  readonly source: string;
  readonly offset: number;
}

type RunTest = (test: string, env: Readonly<Record<string, string>>) => Promise<RunResult>;

/**
 * Finds the tests that run a place. When a test file is needed, it runs once alone while V8 counts.
 * Node replaces types by spaces, so the offsets are those of the source.
 */
export class Coverage {
  readonly #byUrl: ReadonlyMap<string, readonly Place[]>;
  readonly #run: RunTest;
  /** The places that each test runs. */
  readonly #reached = new Map<string, Promise<ReadonlySet<Place>>>();

  /**
   * @param places all places that `testsOf` will be called with.
   * @param run runs a test file to its end, with additional variables of the environment.
   */
  constructor(places: readonly Place[], run: RunTest) {
    this.#byUrl = Map.groupBy(places, ({ source }) => pathToFileURL(source).href);
    this.#run = run;
  }

  /**
   * The tests that run the place, in their order.
   * @throws if a test fails: it would notice any mutant.
   */
  async *testsOf(place: Place, tests: readonly string[]): AsyncGenerator<string> {
    for (const test of tests) {
      const reached = this.#reached.get(test) ?? this.#count(test);
      this.#reached.set(test, reached);
      if ((await reached).has(place)) yield test;
    }
  }

  async #count(test: string): Promise<ReadonlySet<Place>> {
    const folder = temporaryFolder('coverage');
    // A test of file permissions runs a process of another user.
    await chmod(folder, 0o777);
    const { code, output } = await this.#run(test, { NODE_V8_COVERAGE: folder });
    if (code !== 0) throw new Error(`Without a change, ${test} fails:\n${output}`);
    const reached = await readReports(folder, this.#byUrl);
    await rm(folder, { recursive: true });
    return reached;
  }
}

/** The places that the processes of a test have run. */
async function readReports(folder: string, byUrl: ReadonlyMap<string, readonly Place[]>) {
  const reached = new Set<Place>();
  for (const file of await readdir(folder)) {
    const report = JSON.parse(await readFile(join(folder, file), 'utf8')) as Report;
    for (const { url, functions } of report.result) {
      const parts = functions.flatMap(({ ranges }) => ranges);
      for (const place of byUrl.get(url.replace(/\?.*$/, '')) ?? []) {
        if (hasRun(parts, place.offset)) reached.add(place);
      }
    }
  }
  return reached;
}

/** Whether the innermost part around the offset has run. */
function hasRun(parts: readonly Part[], offset: number): boolean {
  const length = ({ startOffset, endOffset }: Part) => endOffset - startOffset;
  const [inner] = parts
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .sort((one, other) => length(one) - length(other));
  return inner !== undefined && inner.count > 0;
}
