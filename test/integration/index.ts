import { format } from 'node:util';
import Mocha from 'mocha';
import Reporter from '../support/reporter.ts';
import { loadTests } from './tests.ts';

/** Marks the lines of the tests in the output of the editor. */
const forThePerson = '\u2063';

/** Called by the editor inside the extension host; a rejection makes it exit with a failure. */
export async function run(): Promise<void> {
  const grep = process.env.MINTSCOPE_TEST_GREP;
  const mocha = new Mocha({
    ui: 'bdd',
    color: process.env.MINTSCOPE_TEST_COLOR === '1',
    timeout: 20_000,
    forbidOnly: true,
    forbidPending: true,
    reporter: Reporter,
    ...(grep ? { grep } : {}),
  });
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    console.log(forThePerson + format(...args));
  };
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  loadTests();
  const failed = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failed > 0) throw new Error(`${failed} of the tests in the editor failed.`);
}
