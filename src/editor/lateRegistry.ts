import * as vscode from 'vscode';
import type { Log } from './log.ts';
import { showError } from './notify.ts';
import { registerOptional } from './optionalApi.ts';

/** Restores a panel after a reload of the window, from the state that its page stored. */
export type Restore = (panel: vscode.WebviewPanel, state: unknown) => void;

/** By view type. A test compares the types with the activation events of package.json. */
export type Restores = Readonly<Record<string, Restore>>;

export type AgentTool = Required<vscode.LanguageModelTool<object>>;

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

const EVENT = 'onWebviewPanel:';

/** What the registrations need of `late.ts`. */
interface Late {
  readonly restores: Restores;
  tool(name: string): AgentTool;
  /** Opens a link such as `vscode://mintscope.mintscope/projects/t/12`. */
  openLink(link: vscode.Uri): Promise<void>;
}

/**
 * Registers a serializer for every type of panel that has an activation event in package.json,
 * every tool of package.json, and what opens links. Commands are in `commandRegistry.ts`.
 * @param extension from `activate`, with the parsed package.json.
 */
export function registerLate(
  extension: vscode.Extension<unknown>,
  load: () => Promise<Late>,
  log: Log,
): vscode.Disposable {
  const { activationEvents, contributes } = extension.packageJSON as Manifest;
  const types = activationEvents.flatMap((event) =>
    event.startsWith(EVENT) ? [event.slice(EVENT.length)] : [],
  );
  const panels = types.map((type) =>
    vscode.window.registerWebviewPanelSerializer(type, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        const restore = (await load()).restores[type];
        if (!restore) throw new Error(`Nothing shows panels of the type ${type}.`);
        restore(panel, state);
      },
    }),
  );
  const tools = () =>
    contributes.languageModelTools.map(({ name }) =>
      vscode.lm.registerTool<object>(name, {
        invoke: async (...given) => (await load()).tool(name).invoke(...given),
        prepareInvocation: async (...given) =>
          (await load()).tool(name).prepareInvocation(...given),
      }),
    );
  const links = () =>
    vscode.window.registerUriHandler({
      handleUri: async (link) => {
        try {
          await (await load()).openLink(link);
        } catch (error) {
          // The editor would only log it.
          void showError(`Mintscope: ${error instanceof Error ? error.message : String(error)}`);
        }
      },
    });
  return vscode.Disposable.from(
    ...panels,
    registerOptional(log, 'tools for agents', () => vscode.Disposable.from(...tools())),
    registerOptional(log, 'links to extensions', links),
  );
}
