import { posix } from 'node:path';
import {
  desk,
  type FakeFiles,
  FakeInputBox,
  FakeProgress,
  type FakeHoverProvider,
  type FakeEditorProvider,
  type FakeTab,
  type Shown,
} from './desk.ts';
import type { FakeDecorations } from './decorations.ts';
import { fakeFs } from './fs.ts';
import type { FakeTool } from './languageModel.ts';
import { FakeQuickPick } from './quickPick.ts';
import { FakeStatusItem } from './statusItem.ts';
import { activeTabOf, closeTabs, tabsOf } from './tabs.ts';
import { FakeTree } from './tree.ts';
import { Disposable, type Uri } from './values.ts';

/* The module `vscode` where register.ts is loaded. */

export { LanguageModelTextPart, LanguageModelToolResult } from './languageModel.ts';
export {
  CancellationError,
  Disposable,
  EventEmitter,
  FileChangeType,
  FileDecoration,
  FileSystemError,
  FileType,
  Hover,
  MarkdownString,
  Position,
  Range,
  TabInputText,
  TabInputTextDiff,
  TabInputCustom,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
} from './values.ts';

export const UIKind = { Desktop: 1, Web: 2 } as const;
export const ConfigurationTarget = { Global: 1 };
export const ProgressLocation = { Notification: 15 } as const;
export const ViewColumn = { Active: -1 } as const;
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const StatusBarAlignment = { Left: 1, Right: 2 } as const;
export const QuickInputButtons = { Back: { id: 'back' } } as const;
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 } as const;

/** Translations into the editor's language; none for English. */
export const l10n: { bundle: Record<string, string> | undefined } = { bundle: undefined };
export const version = '1.139.1';

export const extensions = {
  getExtension: () => ({ packageJSON: { version: '0.1.0' } }),
};

export const env = {
  appName: 'Visual Studio Code',
  uriScheme: 'vscode',
  language: 'en',
  get uiKind(): number {
    return desk.elsewhere === 'web' ? UIKind.Web : UIKind.Desktop;
  },
  get remoteName(): string | undefined {
    return desk.elsewhere === 'ssh-remote' ? desk.elsewhere : undefined;
  },
  openExternal: (address: unknown): Promise<boolean> => {
    desk.opened.push(String(address));
    return Promise.resolve(true);
  },
  clipboard: {
    writeText: (text: string): Promise<void> => {
      desk.clipboard = text;
      return Promise.resolve();
    },
  },
};

interface WorkspaceFolder {
  readonly uri: Uri;
  readonly name: string;
}

function folderOf(uri: Uri): WorkspaceFolder {
  return { uri, name: posix.basename(uri.path) };
}

export const workspace = {
  get workspaceFolders(): readonly WorkspaceFolder[] | undefined {
    return desk.folder && [folderOf(desk.folder)];
  },
  get name(): string | undefined {
    return desk.folder && folderOf(desk.folder).name;
  },
  fs: fakeFs,
  get textDocuments() {
    return [...desk.documents.values()];
  },
  getConfiguration: (section: string) => ({
    get: (name: string): unknown => desk.settings.get(`${section}.${name}`),
  }),
  registerFileSystemProvider: (scheme: string, provider: FakeFiles): Disposable => {
    desk.files.set(scheme, provider);
    return new Disposable(() => undefined);
  },
  onDidOpenTextDocument: () => new Disposable(() => undefined),
  onDidChangeConfiguration: (listener: () => void) => desk.settingsChanged.event(listener),
};

export const commands = {
  registerCommand: (id: string, handler: (...args: unknown[]) => unknown): Disposable => {
    const { commands: registered } = desk;
    registered.set(id, handler);
    return new Disposable(() => registered.delete(id));
  },
  executeCommand: (id: string, ...args: unknown[]): Promise<unknown> => desk.run(id, ...args),
};

/** The first choice may be an options object, as for modal messages. */
const tell = (kind: Shown['kind'], text: string, rest: readonly unknown[]) =>
  desk.tell(
    kind,
    text,
    rest.filter((one) => typeof one === 'string'),
    rest.find((one): one is Pick<Shown, 'modal' | 'detail'> => typeof one === 'object'),
  );

interface LanguageModels {
  registerTool(name: string, tool: FakeTool): Disposable;
}

/** `undefined` in editors without language models. */
export let lm: LanguageModels | undefined = {
  registerTool: (name, tool) => {
    const { registered } = desk.tools;
    registered.set(name, tool);
    return new Disposable(() => registered.delete(name));
  },
};

/** Replaces `lm`, and returns a function that restores it. */
export function replaceLm(other: LanguageModels | undefined): () => void {
  const before = lm;
  lm = other;
  return () => {
    lm = before;
  };
}

export const languages = {
  registerHoverProvider: (_: string, provider: FakeHoverProvider): Disposable => {
    desk.hoverProvider = provider;
    return new Disposable(() => (desk.hoverProvider = undefined));
  },
};

const TITLES: Readonly<Record<string, string>> = {
  'mintscope.attention': 'Needs Attention',
  'mintscope.projects': 'Projects',
  'mintscope.collections': 'Collections',
};

export const window = {
  registerFileDecorationProvider: (
    provider: Parameters<FakeDecorations['register']>[0],
  ): Disposable => desk.decorations.register(provider),
  get state() {
    return { focused: desk.focused, active: desk.focused };
  },
  tabGroups: {
    get all() {
      return [{ tabs: tabsOf(desk) }];
    },
    get activeTabGroup() {
      return { activeTab: activeTabOf(desk) };
    },
    onDidChangeTabGroups: () => new Disposable(() => undefined),
    close: closeTabs,
    onDidChangeTabs: (listener: (change: { readonly opened: readonly FakeTab[] }) => void) =>
      desk.tabsChanged.event(listener),
  },
  onDidChangeWindowState: (listener: (state: { readonly focused: boolean }) => void) =>
    desk.focusChanged.event(listener),
  createOutputChannel: (_: string, options: { readonly log?: boolean } = {}) => {
    const at = desk;
    // Only a log channel has levels.
    const levels = options.log ? ['debug', 'info', 'warn', 'error'] : [];
    return {
      show: () => {
        at.logShown++;
      },
      dispose: () => undefined,
      ...Object.fromEntries(
        levels.map((level) => [level, (line: string) => at.log.push(`${level} ${line}`)]),
      ),
    };
  },
  createTreeView: (id: string, options: ConstructorParameters<typeof FakeTree>[0]): FakeTree => {
    const title = TITLES[id] ?? '';
    const tree = new FakeTree(options, title);
    desk.trees.set(id, tree);
    return tree;
  },
  createInputBox: (): FakeInputBox => {
    const box = new FakeInputBox();
    desk.boxes.push(box);
    return box;
  },
  createQuickPick: (): FakeQuickPick => {
    const pick = new FakeQuickPick();
    desk.picks.push(pick);
    return pick;
  },
  createStatusBarItem: (): FakeStatusItem => {
    const item = new FakeStatusItem();
    desk.statusItems.push(item);
    return item;
  },
  showSaveDialog: ({ defaultUri }: { defaultUri: Uri }): Promise<Uri | undefined> =>
    Promise.resolve(desk.save(defaultUri)),
  registerCustomEditorProvider: (viewType: string, provider: FakeEditorProvider): Disposable => {
    desk.editorProviders.set(viewType, provider);
    return new Disposable(() => undefined);
  },
  registerUriHandler: (handler: { handleUri(uri: Uri): void }): Disposable => {
    desk.openLink = (uri) => {
      handler.handleUri(uri);
    };
    return new Disposable(() => undefined);
  },
  setStatusBarMessage: (text: string): Disposable => {
    desk.statusMessages.push(text);
    return new Disposable(() => undefined);
  },
  withProgress: (
    {
      title = '',
      cancellable = false,
      location,
    }: { title?: string; cancellable?: boolean; location?: unknown },
    run: (progress: FakeProgress, token: FakeProgress['token']) => Promise<unknown>,
  ): Promise<unknown> => {
    const progress = new FakeProgress(title, cancellable);
    // Progress in a view is a line without words.
    if (typeof location !== 'object') desk.progress.push(progress);
    return run(progress, progress.token);
  },
  showInformationMessage: (text: string, ...rest: unknown[]) => tell('information', text, rest),
  showWarningMessage: (text: string, ...rest: unknown[]) => tell('warning', text, rest),
  showErrorMessage: (text: string, ...rest: unknown[]) => tell('error', text, rest),
};
