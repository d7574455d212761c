import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ANSWER_FILE, ORDER_FILE } from './agreed.ts';

export async function activate(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const order = folder === undefined ? undefined : orderIn(folder);
  if (folder === undefined || order === undefined) return;
  // Gives the editor time to finish starting, which would slow down the activations.
  await sleep(2500);
  const ms: Record<string, number> = {};
  for (const id of order) {
    const extension = vscode.extensions.getExtension(id);
    if (!extension || extension.isActive) throw new Error(`${id} cannot be activated.`);
    const started = performance.now();
    await extension.activate();
    ms[id] = performance.now() - started;
  }
  const file = join(folder, ANSWER_FILE);
  // Renamed when complete, so that the bench reads no partial file.
  writeFileSync(`${file}.new`, JSON.stringify(ms));
  renameSync(`${file}.new`, file);
}

function orderIn(folder: string): readonly string[] | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, ORDER_FILE), 'utf8')) as string[];
  } catch {
    return undefined;
  }
}
