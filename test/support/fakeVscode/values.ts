import { join, posix } from 'node:path';

/* The classes of the editor's API that Mintscope creates objects of, as far as it uses them. */

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
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationError extends Error {
  constructor() {
    super('Canceled');
    this.name = 'Canceled';
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

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;

export class TreeItem {
  label: string | { readonly label: string };
  id?: string;
  description?: string;
  iconPath?: ThemeIcon;
  contextValue?: string;
  tooltip?: MarkdownString;
  accessibilityInformation?: { readonly label: string };
  resourceUri?: Uri;
  command?: { command: string; title: string; arguments?: unknown[] };
  collapsibleState: number;

  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class MarkdownString {
  value: string;
  isTrusted?: boolean | { readonly enabledCommands: readonly string[] };

  constructor(value = '') {
    this.value = value;
  }

  /** What the user reads, if the only markup is escaped characters. */
  get plain(): string {
    return this.value.replace(/\\(.)/g, '$1');
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

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(line: number, start: number, endLine: number, end: number) {
    this.start = new Position(line, start);
    this.end = new Position(endLine, end);
  }
}

export class Hover {
  readonly contents: MarkdownString;
  readonly range: Range;

  constructor(contents: MarkdownString, range: Range) {
    this.contents = contents;
    this.range = range;
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path: string;
  readonly query?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;

  private constructor({ scheme, authority = '', path, query = '' }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search } = new URL(text);
    return new Uri({
      scheme: protocol.slice(0, -1),
      authority: host,
      path: decodeURIComponent(pathname),
      query: decodeURIComponent(search.slice(1)),
    });
  }

  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }

  static joinPath(base: Uri, ...parts: string[]): Uri {
    const { scheme, authority, path, query } = base;
    return new Uri({ scheme, authority, path: posix.join(path, ...parts), query });
  }

  get fsPath(): string {
    return join(this.path);
  }

  toString(): string {
    const query = this.query === '' ? '' : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}://${this.authority}${encodeURI(this.path)}${query}`;
  }
}

export class FileDecoration {
  readonly badge: string | undefined;
  readonly tooltip: string | undefined;
  color?: ThemeColor;

  /** @throws as the editor does, if the badge is longer than two characters. */
  constructor(badge?: string, tooltip?: string) {
    if ((badge ?? '').length > 2) throw new Error('The badge has more than two characters');
    this.badge = badge;
    this.tooltip = tooltip;
  }
}

export class TabInputText {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export class TabInputTextDiff {
  readonly original: Uri;
  readonly modified: Uri;

  constructor(original: Uri, modified: Uri) {
    this.original = original;
    this.modified = modified;
  }
}

export class TabInputCustom {
  readonly uri: Uri;
  readonly viewType: string;

  constructor(uri: Uri, viewType: string) {
    this.uri = uri;
    this.viewType = viewType;
  }
}

export const FileType = { Unknown: 0, File: 1, Directory: 2 } as const;
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 } as const;

export class FileSystemError extends Error {
  readonly code: string;

  private constructor(code: string) {
    super(code);
    this.code = code;
  }

  static Unavailable(): FileSystemError {
    return new FileSystemError('Unavailable');
  }

  static NoPermissions(): FileSystemError {
    return new FileSystemError('NoPermissions');
  }
}
