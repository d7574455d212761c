import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';

/**
 * The parts of Mintscope that this extension host has loaded (`extension`, `late` and so on),
 * without the chunks that they share. Node has no list of loaded ES modules, so the debugger gives
 * them. It slows all later code: measure times before.
 */
export async function loadedParts(): Promise<string[]> {
  const folder = vscode.extensions.getExtension('mintscope.mintscope')?.extensionPath ?? '';
  const dist = `${pathToFileURL(folder).href}/dist/`;
  const session = new Session();
  session.connect();
  const parts: string[] = [];
  session.on('Debugger.scriptParsed', ({ params: { url } }) => {
    if (!url.startsWith(dist)) return;
    const [part = ''] = url.slice(dist.length).split(/[-.]/);
    if (part !== 'chunk') parts.push(part);
  });
  await session.post('Debugger.enable');
  session.disconnect();
  return parts.sort();
}
