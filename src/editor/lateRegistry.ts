import * as vscode from 'vscode';
import type { Log } from './log.ts';
import { showError } from './notify.ts';
import { registerOptional } from './optionalApi.ts';

export type AgentTool = Required<vscode.LanguageModelTool<object>>;

interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

/** What the registrations need of `late.ts`. */
interface Late {
  tool(name: string): AgentTool;
  /** Opens a link such as `vscode://mintscope.mintscope/projects/t/12`. */
  openLink(link: vscode.Uri): Promise<void>;
}

/**
 * Registers every tool of package.json, and what opens links. Commands are in `commandRegistry.ts`.
 * @param extension from `activate`, with the parsed package.json.
 */
export function registerLate(
  extension: vscode.Extension<unknown>,
  load: () => Promise<Late>,
  log: Log,
): vscode.Disposable {
  const { contributes } = extension.packageJSON as Manifest;
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
    registerOptional(log, 'tools for agents', () => vscode.Disposable.from(...tools())),
    registerOptional(log, 'links to extensions', links),
  );
}
