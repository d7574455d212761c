import * as vscode from 'vscode';
import type { Log } from './log.ts';
import { showError } from './notify.ts';
import { registerOptional } from './optionalApi.ts';

export type AgentTool = Required<vscode.LanguageModelTool<object>>;

export interface ToolDefinition {
  readonly name: string;
  readonly inputSchema: object;
}

interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly ToolDefinition[] };
}

interface Late {
  tool(definition: ToolDefinition): AgentTool;
  /** Opens a link such as `vscode://mintscope.mintscope/projects/t/12`. */
  openLink(link: vscode.Uri): Promise<void>;
}

/**
 * Commands are in `commandRegistry.ts`.
 * @param extension from `activate`, with the parsed package.json.
 */
export function registerLate(
  extension: vscode.Extension<unknown>,
  load: () => Promise<Late>,
  log: Log,
): vscode.Disposable {
  const { contributes } = extension.packageJSON as Manifest;
  const tools = () =>
    contributes.languageModelTools.map((definition) => {
      const tool = async () => (await load()).tool(definition);
      return vscode.lm.registerTool<object>(definition.name, {
        invoke: async (...given) => (await tool()).invoke(...given),
        prepareInvocation: async (...given) => (await tool()).prepareInvocation(...given),
      });
    });
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
