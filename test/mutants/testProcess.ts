import { join } from 'node:path';
import { root } from '../host/paths.ts';
import { startWithMessages } from '../host/processes.ts';
import { type Failed, type Order, type Ran, type Report, variables } from './mutant.ts';

const folder = join(root, 'test', 'mutants');
/** Many times what loading a suite takes on a busy machine. */
const LOADS_WITHIN_MS = 600_000;
/** A process that reports nothing for this long beyond the limit of a test is in a loop. */
const GRACE_MS = 30_000;

/** A process with the tests of one suite loaded. */
export class TestProcess {
  /** Whether no mutant has run in it. */
  isFresh = true;
  /** The mutants whose code ran while the tests were loaded. */
  reachedAtLoad: readonly number[] = [];
  readonly #process: ReturnType<typeof startWithMessages>;

  private constructor(suite: string, sample: string, mutant: number | undefined) {
    const options = `${process.env.NODE_OPTIONS ?? ''} --import=${join(folder, 'switch.ts')}`;
    this.#process = startWithMessages([join(folder, 'worker.ts'), suite], {
      ...process.env,
      NODE_OPTIONS: options,
      [variables.sample]: sample,
      ...(mutant !== undefined && { [variables.on]: String(mutant) }),
    });
  }

  /**
   * Loads a suite. Rejects if it cannot be loaded.
   * @param sample the path of a JSON file with all mutants.
   * @param mutant on from the start.
   */
  static async start(suite: string, sample: string, mutant?: number): Promise<TestProcess> {
    const started = new TestProcess(suite, sample, mutant);
    started.reachedAtLoad = await started.#report(LOADS_WITHIN_MS, (report) =>
      report.kind === 'loaded' ? report.reached : undefined,
    );
    return started;
  }

  /**
   * Resolves with the first failure, or null. Rejects if the process ends or is in a loop; it is
   * gone then.
   */
  run(order: Order, onRan: (one: Ran) => void = () => undefined): Promise<Failed | null> {
    if (order.mutant !== undefined) this.isFresh = false;
    const result = this.#report(order.timeoutMs + GRACE_MS, (report) => {
      if (report.kind === 'ran') onRan(report.one);
      return report.kind === 'done' ? report.failed : undefined;
    });
    this.#process.child.send(order);
    return result;
  }

  stop(): void {
    this.#process.kill();
  }

  /** Resolves with what `take` makes of a report, unless that is undefined. */
  #report<T>(silentMs: number, take: (report: Report) => T | undefined): Promise<T> {
    const { child, kill } = this.#process;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(kill, silentMs);
      const onMessage = (report: Report) => {
        timer.refresh();
        const taken = take(report);
        if (taken === undefined) return;
        end();
        resolve(taken);
      };
      const onExit = () => {
        end();
        reject(new Error('The process of the tests has ended.'));
      };
      const end = () => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
      };
      child.on('message', onMessage).on('exit', onExit);
    });
  }
}
