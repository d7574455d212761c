import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface Reply {
  readonly value?: unknown;
  readonly error?: string;
}

/** A child process that answers questions. Contenders run in one each, to share no heap and no code. */
export class Child implements Disposable {
  readonly #process: ChildProcess;

  private constructor(started: ChildProcess) {
    this.#process = started;
  }

  /**
   * @param file in test/bench; it has to call `answer`.
   * @param flags of Node, such as `--expose-gc`.
   */
  static start(file: string, flags: readonly string[] = []): Child {
    return new Child(fork(join(import.meta.dirname, file), { execArgv: [...flags] }));
  }

  /** Asks one question at a time. Rejects if the child throws or has ended. */
  async ask<T>(question: unknown): Promise<T> {
    const gone = new AbortController();
    const { signal } = gone;
    const ended = once(this.#process, 'exit', { signal }).then(() => {
      throw new Error('A child process of the bench has ended early.');
    });
    const replied = once(this.#process, 'message', { signal });
    this.#process.send({ question });
    try {
      const [{ value, error }] = (await Promise.race([replied, ended])) as [Reply];
      if (error !== undefined) throw new Error(error);
      return value as T;
    } finally {
      for (const wait of [ended, replied]) wait.catch(() => undefined);
      gone.abort();
    }
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

/** In a child: answers each question with the result of `reply`. The child ends with its parent. */
export function answer(reply: (question: never) => unknown): void {
  process.once('disconnect', () => process.exit());
  process.on('message', ({ question }: { readonly question: never }) => {
    void Promise.resolve()
      .then(() => reply(question))
      .then(
        (value): Reply => ({ value }),
        (error: unknown): Reply => ({
          error: error instanceof Error ? error.stack! : String(error),
        }),
      )
      .then((message) => process.send?.(message));
  });
}

/** Asks a new child one question. */
export async function askOnce<T>(
  file: string,
  question: unknown,
  flags: readonly string[] = [],
): Promise<T> {
  using child = Child.start(file, flags);
  return await child.ask<T>(question);
}
