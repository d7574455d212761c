import * as vscode from 'vscode';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** By then a view that was opened shows its rows. */
const AFTER_FIRST_LINE_MS = 1000;

/**
 * The log in the Output panel. The editor opens a file for it, and with its first lines a person
 * waits for rows; so it is made a moment later, or when something went wrong, or when somebody asks
 * to see it.
 */
export class Log implements vscode.Disposable {
  readonly #waiting: (readonly [Level, string])[] = [];
  #channel: vscode.LogOutputChannel | undefined;
  #due: NodeJS.Timeout | undefined;
  #disposed = false;

  debug(line: string): void {
    this.#write('debug', line);
  }

  info(line: string): void {
    this.#write('info', line);
  }

  warn(line: string): void {
    this.#write('warn', line);
  }

  error(line: string): void {
    this.#write('error', line);
  }

  show(): void {
    this.#open().show();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#due);
    this.#channel?.dispose();
  }

  #write(level: Level, line: string): void {
    if (this.#disposed) return;
    this.#waiting.push([level, line]);
    if (this.#channel || level === 'warn' || level === 'error') this.#open();
    else this.#due ??= setTimeout(() => this.#open(), AFTER_FIRST_LINE_MS);
  }

  #open(): vscode.LogOutputChannel {
    clearTimeout(this.#due);
    const channel = (this.#channel ??= vscode.window.createOutputChannel('Mintscope', {
      log: true,
    }));
    for (const [level, line] of this.#waiting.splice(0)) channel[level](line);
    return channel;
  }
}
