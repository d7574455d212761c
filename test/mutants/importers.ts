import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Any import of a relative path, including `import()`. */
const imports = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * Finds the tests that load a module, the nearest first, by the number of imports in between. A test
 * that does not load a module cannot notice a change of it.
 */
export class Importers {
  readonly #tests: readonly string[];
  readonly #imported = new Map<string, readonly string[]>();

  private constructor(tests: readonly string[]) {
    this.#tests = tests;
  }

  /** Reads the tests and everything they import, directly or not. */
  static async of(tests: readonly string[]): Promise<Importers> {
    const importers = new Importers(tests);
    await Promise.all(tests.map((test) => importers.#read(test)));
    return importers;
  }

  testsOf(module: string): string[] {
    return this.#tests
      .map((test) => [test, this.#distance(test, module)] as const)
      .filter(([, distance]) => distance !== undefined)
      .sort(([, one], [, other]) => one! - other!)
      .map(([test]) => test);
  }

  async #read(file: string): Promise<void> {
    if (this.#imported.has(file)) return;
    this.#imported.set(file, []);
    const text = await readFile(file, 'utf8').catch(() => '');
    const targets = [...text.matchAll(imports)].map(([, path]) => join(dirname(file), path!));
    this.#imported.set(file, targets);
    await Promise.all(targets.map((target) => this.#read(target)));
  }

  /** The number of imports from one file to the other; `undefined` if there is no path. */
  #distance(from: string, to: string): number | undefined {
    const seen = new Set([from]);
    let front = [from];
    for (let steps = 0; front.length > 0; steps++) {
      if (front.includes(to)) return steps;
      const next = front.flatMap((file) => this.#imported.get(file) ?? []);
      front = [...new Set(next)].filter((file) => !seen.has(file));
      for (const file of front) seen.add(file);
    }
    return undefined;
  }
}
