import * as vscode from 'vscode';
import type { ToolParts } from './tool.ts';

interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

/**
 * Registers every tool of package.json for the agents of the editor. Their code is loaded when one
 * is used.
 * @param extension the editor gives it to `activate`, with the parsed package.json.
 */
export function tools(
  { packageJSON }: vscode.Extension<unknown>,
  parts: ToolParts,
): readonly vscode.Disposable[] {
  return (packageJSON as Manifest).contributes.languageModelTools.map(({ name }) => {
    const late = async () => {
      const { agentTool } = await import('./agentTools.ts');
      return agentTool(name, parts);
    };
    return vscode.lm.registerTool<object>(name, {
      invoke: async (...given) => (await late()).invoke(...given),
      prepareInvocation: async (...given) => (await late()).prepareInvocation(...given),
    });
  });
}
