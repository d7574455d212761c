import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Enough milliseconds for a view that was opened with the window to show its rows. */
const AFTER_FIRST_LINE_MS = 1000;

/**
 * The Output panel. Creating it opens a file while the user waits for rows, so it is created a
 * moment after the first line, or at once for a warning or an error, or when it is shown.
 */
export class Log implements vscode.Disposable {
  readonly #waiting: (readonly [Level, string])[] = [];
  #channel: vscode.LogOutputChannel | undefined;
  readonly #opening: Later;
  #disposed = false;
  readonly debug = this.#writer('debug');
  readonly info = this.#writer('info');
  readonly warn = this.#writer('warn');
  readonly error = this.#writer('error');

  constructor(clock: Clock) {
    this.#opening = new Later(clock, () => this.#open());
  }

  show(): void {
    this.#open().show();
  }

  dispose(): void {
    this.#disposed = true;
    this.#opening.cancel();
    this.#channel?.dispose();
  }

  #writer(level: Level) {
    return (line: string): void => {
      if (this.#disposed) return;
      this.#waiting.push([level, line]);
      if (this.#channel || level === 'warn' || level === 'error') this.#open();
      else this.#opening.soon(AFTER_FIRST_LINE_MS);
    };
  }

  #open(): vscode.LogOutputChannel {
    this.#opening.cancel();
    const channel = (this.#channel ??= vscode.window.createOutputChannel('Mintscope', {
      log: true,
    }));
    for (const [level, line] of this.#waiting.splice(0)) {
      // Some editors ignore `log`: their channel has no levels.
      const { [level]: write } = channel as Partial<vscode.LogOutputChannel>;
      if (write) write.call(channel, line);
      else channel.appendLine(`[${level}] ${line}`);
    }
    return channel;
  }
}
