import { it } from 'mocha';

export interface Outcome {
  /** The final text on the surface that the user looks at. */
  readonly sees: string;
  /** Requests that reached the service, or that were tried if none can reach it. */
  readonly requests: number;
}

interface Line extends Partial<Outcome> {
  readonly name: string;
  passed: boolean;
}

const lines: Line[] = [];

/** A test whose outcome is part of the printed table. `run` asserts the outcome. */
export function fault(name: string, run: () => Promise<Outcome>): void {
  it(name, async function () {
    const line: Line = { name: this.test?.titlePath().join(': ') ?? name, passed: false };
    lines.push(line);
    Object.assign(line, await run());
  });
}

/** For mocha's `--require`: records how each case ended, and prints the table. */
export const mochaHooks = {
  afterEach(this: Mocha.Context): void {
    const line = lines.at(-1);
    if (line) line.passed = this.currentTest?.state === 'passed';
  },
  afterAll(): void {
    const width = Math.max(0, ...lines.map(({ name }) => name.length));
    console.log(`\n${'case'.padEnd(width)}  requests  end   what the user sees`);
    for (const { name, requests, passed, sees } of lines) {
      const count = requests === undefined ? '–' : String(requests);
      const end = passed ? 'pass' : 'FAIL';
      console.log(`${name.padEnd(width)}  ${count.padStart(8)}  ${end}  ${sees ?? ''}`);
    }
    const passed = lines.filter((line) => line.passed).length;
    console.log(`\n${passed} of ${lines.length} cases pass`);
  },
};
