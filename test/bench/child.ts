import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** A child process that answers questions. Contenders run in one each, to share no heap and no code. */
export class Child implements Disposable {
  readonly #process: ChildProcess;

  /**
   * @param file in test/bench; it has to call `answer`.
   * @param flags of Node, such as `--expose-gc`.
   */
  constructor(file: string, flags: readonly string[] = []) {
    this.#process = fork(join(import.meta.dirname, file), { execArgv: [...flags] });
  }

  ask<T>(question: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const onExit = () => {
        reject(new Error('A child process of the bench has ended early.'));
      };
      this.#process.once('exit', onExit);
      this.#process.once('message', ({ value }: { readonly value: T }) => {
        this.#process.off('exit', onExit);
        resolve(value);
      });
      this.#process.send({ question });
    });
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

/** In a child: answers each question with the result of `reply`. The child ends with its parent. */
export function answer(reply: (question: never) => unknown): void {
  process.once('disconnect', () => process.exit());
  process.on('message', ({ question }: { readonly question: never }) => {
    // What it throws is not caught: Node prints it and ends the child.
    void Promise.resolve(reply(question)).then((value) => process.send?.({ value }));
  });
}
