import { join, posix } from 'node:path';

/* The classes of the editor's API that Mintscope makes objects of, as far as it uses them. */

export class Disposable {
  readonly #onDispose: () => unknown;

  constructor(onDispose: () => unknown) {
    this.#onDispose = onDispose;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }

  dispose(): void {
    this.#onDispose();
  }
}

/** As the editor's: what one listener throws keeps the others from nothing. */
export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event = (listener: (value: T) => unknown): Disposable => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return new Disposable(() => this.#listeners.delete(own));
  };

  get listeners(): number {
    return this.#listeners.size;
  }

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export const TreeItemCollapsibleState = { None: 0 } as const;

export class TreeItem {
  label: string;
  id?: string;
  description?: string;
  iconPath?: ThemeIcon;
  contextValue?: string;
  tooltip?: MarkdownString;
  command?: { command: string; title: string; arguments?: unknown[] };

  constructor(label: string) {
    this.label = label;
  }
}

export class MarkdownString {
  value = '';
  isTrusted?: boolean;
  supportHtml?: boolean;

  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>]/g, '\\$&').replace(/\n/g, '\n\n');
    return this;
  }

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }

  appendCodeblock(code: string, language = ''): this {
    this.value += `\n\`\`\`${language}\n${code}\n\`\`\`\n`;
    return this;
  }
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;

  private constructor(scheme: string, authority: string, path: string) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname } = new URL(text);
    return new Uri(protocol.slice(0, -1), host, pathname);
  }

  static file(path: string): Uri {
    return new Uri('file', '', path);
  }

  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri(base.scheme, base.authority, posix.join(base.path, ...parts));
  }

  get fsPath(): string {
    return join(this.path);
  }

  toString(): string {
    return `${this.scheme}://${this.authority}${this.path}`;
  }
}
