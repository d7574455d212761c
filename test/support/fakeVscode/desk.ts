import { FakeDecorations } from './decorations.ts';
import { markupIn } from './markup.ts';
import { FakeTools } from './languageModel.ts';
import { bringToFront, FakePanel } from './panel.ts';
import { FakeQuickInput, type FakeQuickPick } from './quickPick.ts';
import type { FakeStatusItem } from './statusItem.ts';
import type { FakeTree } from './tree.ts';
import {
  EventEmitter,
  type Hover,
  type Position,
  type Range,
  TabInputCustom,
  TabInputText,
  type TabInputTextDiff,
  type Uri,
} from './values.ts';

export interface Shown {
  readonly kind: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly choices: readonly string[];
  readonly modal?: boolean;
  readonly detail?: string;
}

export interface FakeHoverProvider {
  provideHover(
    document: {
      getWordRangeAtPosition(position: Position, pattern: RegExp): Range | undefined;
      getText(range: Range): string;
    },
    position: Position,
  ): Promise<Hover | undefined>;
}

/** A file system that the extension provides, as the editor reads from it. */
export interface FakeFiles {
  readonly onDidChangeFile: (listener: (changes: readonly { readonly uri: Uri }[]) => void) => {
    dispose(): unknown;
  };
  stat(uri: Uri): Promise<{ readonly mtime: number; readonly size: number }>;
  readFile(uri: Uri): Promise<Uint8Array>;
}

export interface FakeTab {
  /** `undefined` for tabs that the API does not know, such as a walkthrough. */
  readonly input: TabInputText | TabInputTextDiff | TabInputCustom | undefined;
  readonly group?: { readonly viewColumn: number };
  /** Closes it. Not in the editor's API. */
  readonly shut?: () => void;
}

/** Makes the documents and the panels of one type of custom editor. */
export interface FakeEditorProvider {
  openCustomDocument(uri: Uri): { readonly uri: Uri };
  resolveCustomEditor(document: { readonly uri: Uri }, panel: FakePanel): Promise<void>;
}

/** A custom editor of package.json, as far as the stand-in reads it. */
export interface ContributedEditor {
  readonly viewType: string;
  readonly selector: readonly { readonly filenamePattern: string }[];
}

type Handler = (...args: unknown[]) => unknown;

/** One box that asks for text. The test acts as the user who types. */
export class FakeInputBox extends FakeQuickInput {
  prompt = '';
  password = false;
  validationMessage: string | { readonly message: string } | undefined;

  get says(): string {
    const { validationMessage: said = this.prompt } = this;
    return typeof said === 'string' ? said : said.message;
  }

  enter(value: string): void {
    this.type(value);
    this.accept();
  }

  /** @throws if the box is disabled. */
  type(value: string): void {
    if (!this.enabled) throw new Error(`Nothing can be typed into “${this.title}”.`);
    this.value = value;
    this.changed.fire(value);
  }

  /** Presses Enter, which the editor accepts also in a disabled box. */
  accept(): void {
    this.accepted.fire();
  }

  /** Presses the button with this tooltip. */
  press(tooltip: string): void {
    this.pressTitle(tooltip);
  }

  show(): void {
    this.disposed = false;
  }
}

/** A notification with progress. */
export class FakeProgress {
  readonly title: string;
  readonly said: string[] = [];
  readonly #cancellable: boolean;
  readonly #canceled = new EventEmitter<void>();

  readonly token = { onCancellationRequested: this.#canceled.event };

  constructor(title: string, cancellable: boolean) {
    this.title = title;
    this.#cancellable = cancellable;
  }

  readonly report = ({ message }: { message?: string }) => {
    if (message !== undefined) this.said.push(message);
  };

  /** @throws if the notification has no Cancel. */
  cancel(): void {
    if (!this.#cancellable) throw new Error(`“${this.title}” cannot be canceled.`);
    this.#canceled.fire();
  }
}

/** One window of the editor, as far as the extension uses it. Tests read it and act on it. */
export class FakeDesk {
  readonly trees = new Map<string, FakeTree>();
  readonly decorations = new FakeDecorations();
  hoverProvider: FakeHoverProvider | undefined;
  readonly tools = new FakeTools();
  readonly panels: FakePanel[] = [];
  readonly boxes: FakeInputBox[] = [];
  readonly picks: FakeQuickPick[] = [];
  readonly statusItems: FakeStatusItem[] = [];
  readonly commands = new Map<string, Handler>();
  readonly contexts = new Map<string, unknown>();
  readonly settings = new Map<string, unknown>();
  readonly shown: Shown[] = [];
  readonly log: string[] = [];
  logShown = 0;
  /** The folder that is open. */
  folder: Uri | undefined;
  /** What the user clicks in a message, at once or later. By default, the message is closed. */
  choose: (shown: Shown) => string | undefined | Promise<string | undefined> = () => undefined;
  clipboard = '';
  readonly opened: string[] = [];
  /** Where the editor runs, or the extensions, if not on this machine. */
  elsewhere: 'web' | 'ssh-remote' | undefined;
  /** Called before a file is written. A test that throws here simulates a disk that fails. */
  beforeWrite: () => void = () => undefined;
  readonly statusMessages: string[] = [];
  readonly files = new Map<string, FakeFiles>();
  /** The documents that are open, by their address, with the text that was read last. */
  readonly documents = new Map<string, { readonly uri: Uri; getText(): string }>();
  readonly tabs: FakeTab[] = [];
  readonly tabsChanged = new EventEmitter<{ readonly opened: readonly FakeTab[] }>();
  /** Commands of the editor that were run, with their arguments. */
  readonly editorCommands: (readonly [string, ...unknown[]])[] = [];
  /** Where the user saves a file, given the suggested address. */
  save: (offered: Uri) => Uri | undefined = () => undefined;
  /** Texts of files on other machines, by their address. */
  readonly remoteFiles = new Map<string, string>();
  readonly progress: FakeProgress[] = [];
  /** Those of package.json, and their providers by type. */
  editors: readonly ContributedEditor[] = [];
  readonly editorProviders = new Map<string, FakeEditorProvider>();
  openLink: ((uri: Uri) => void) | undefined;
  readonly settingsChanged = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();

  readonly focusChanged = new EventEmitter<{ readonly focused: boolean }>();
  #focused = true;

  get focused(): boolean {
    return this.#focused;
  }

  set focused(focused: boolean) {
    this.#focused = focused;
    this.focusChanged.fire({ focused });
  }

  changeSetting(name: string, value: unknown): void {
    this.settings.set(name, value);
    this.settingsChanged.fire({ affectsConfiguration: (section) => name.startsWith(section) });
  }

  get said(): string[] {
    return this.shown.map(({ text }) => text);
  }

  get box(): FakeInputBox | undefined {
    return this.boxes.findLast(({ disposed }) => !disposed);
  }

  get pick(): FakeQuickPick | undefined {
    return this.picks.findLast(({ shown, disposed }) => shown && !disposed);
  }

  /** Links and icons that the editor would make of all texts so far. There should be none. */
  get markup(): string[] {
    const boxes = this.boxes.flatMap(({ prompt, says }) => [prompt, says]);
    const progress = this.progress.flatMap(({ title, said }) => [title, ...said]);
    const picks = this.picks.flatMap(({ drawnTexts }) => [...drawnTexts]);
    const messages = this.shown.flatMap(({ text, detail = '' }) => [text, detail]);
    const texts = [...messages, ...this.statusMessages, ...boxes, ...progress, ...picks];
    return texts.flatMap(markupIn);
  }

  /**
   * Opens a resource in its custom editor, or brings its tab to the front. A preview takes the place
   * of the one before.
   */
  async openResource(
    uri: Uri,
    { preview: isPreview = true, preserveFocus = false } = {},
  ): Promise<FakePanel> {
    const open = this.panels.find((one) => !one.disposed && one.uri.toString() === uri.toString());
    if (open) {
      open.isPreview &&= isPreview;
      open.reveal(undefined, preserveFocus);
      return open;
    }
    const replaced = this.panels.find((one) => isPreview && one.isPreview && !one.disposed);
    const viewType = this.editors.find(({ selector }) =>
      selector.some(({ filenamePattern }) => matches(filenamePattern, `${uri.scheme}:${uri.path}`)),
    )?.viewType;
    const provider = this.editorProviders.get(viewType ?? '');
    if (viewType === undefined || !provider) throw new Error(`Nothing shows ${uri.toString()}`);
    const panel = new FakePanel(viewType, uri);
    panel.isPreview = isPreview;
    panel.focused = !preserveFocus;
    this.add(panel);
    replaced?.dispose();
    await provider.resolveCustomEditor(provider.openCustomDocument(uri), panel);
    return panel;
  }

  /** A second editor of the resource of a panel, as in another group. */
  split({ viewType, uri }: FakePanel): FakePanel {
    const panel = new FakePanel(viewType, uri);
    panel.column = 2;
    this.add(panel);
    return panel;
  }

  openTab(input: FakeTab['input']): FakeTab {
    const shut = () => {
      this.tabs.splice(this.tabs.indexOf(tab), 1);
      this.tabsChanged.fire({ opened: [] });
    };
    const tab: FakeTab = { input, group: { viewColumn: 1 }, shut };
    this.tabs.push(tab);
    bringToFront(tab);
    this.tabsChanged.fire({ opened: [tab] });
    return tab;
  }

  /** Opens a panel in front. The editor reports its tab and each change of it. */
  add(panel: FakePanel): void {
    this.panels.push(panel);
    panel.onTab = () => {
      this.tabsChanged.fire({ opened: [] });
    };
    panel.onTab();
  }

  /** The user goes to another tab: of a panel, of a document, or of neither. */
  goTo(editor: FakePanel | FakeTab | undefined): void {
    bringToFront(editor);
    this.tabsChanged.fire({ opened: [] });
  }

  run(command: string, ...args: unknown[]): Promise<unknown> {
    const handler = this.commands.get(command);
    if (handler) return Promise.resolve(handler(...args));
    if (command === 'runCommands') return this.#runAll(args[0]);
    if (command === 'setContext') this.contexts.set(String(args[0]), args[1]);
    if (/^(vscode\.|markdown\.|reveal)/.test(command)) this.editorCommands.push([command, ...args]);
    const [uri, second] = args as [Uri, object | string];
    if (command === 'vscode.open' && uri.scheme === 'mintscope') {
      return this.openResource(uri, second as object);
    }
    if (command === 'vscode.openWith') {
      const viewType = second as string;
      const isText = viewType === 'default';
      this.openTab(isText ? new TabInputText(uri) : new TabInputCustom(uri, viewType));
    }
    const focused = /^(mintscope\.\w+)\.focus$/.exec(command)?.[1];
    if (focused !== undefined) this.trees.get(focused)?.focus();
    return Promise.resolve();
  }

  /** Runs commands as a keybinding does: `$treeViewId` stands for the focused row of that tree. */
  async #runAll(given: unknown): Promise<void> {
    const { commands } = given as {
      commands: readonly {
        readonly command: string;
        readonly args: { readonly $treeViewId: string };
      }[];
    };
    for (const { command, args } of commands) {
      await this.run(command, this.trees.get(args.$treeViewId)?.focused);
    }
  }

  tell(
    kind: Shown['kind'],
    text: string,
    choices: readonly string[],
    options: Pick<Shown, 'modal' | 'detail'> = {},
  ): Promise<string | undefined> {
    const shown = { kind, text, choices, modal: false, ...options };
    this.shown.push(shown);
    return Promise.resolve(this.choose(shown));
  }
}

/** The window that the API acts on: the one opened last. */
export let desk = new FakeDesk();

export function useDesk(next: FakeDesk): void {
  bringToFront(undefined);
  // Boxes that a test left open: the editor closes them with its window.
  for (const box of [...desk.boxes, ...desk.picks]) if (!box.disposed) box.hide();
  desk = next;
}

/** Gives each case of a `describe` a new window of the editor, which is in `desk`. */
export function withNewDesk(): void {
  beforeEach(() => {
    useDesk(new FakeDesk());
  });
}

function matches(pattern: string, address: string): boolean {
  const parts = pattern.split(/(\*\*|\*|\{[^}]*\})/).map((part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    const isChoice = part.startsWith('{');
    return isChoice ? `(${part.slice(1, -1).replaceAll(',', '|')})` : part.replace(/[.:]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`).test(address);
}
