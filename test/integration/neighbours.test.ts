import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { loadedParts } from '../support/loadedParts.ts';

/** Where two versions of undici store the dispatcher of the global `fetch`. */
const slots = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) =>
  Symbol.for(name),
);

function dispatchers(): unknown[] {
  return slots.map((slot) => Reflect.get(globalThis, slot) as unknown);
}

describe('Other extensions in the same host', () => {
  it('the global fetch stays unchanged when Mintscope sends requests', async () => {
    // Node fills its slot when `fetch` is first used.
    await fetch('data:,').then((response) => response.text());
    const before = dispatchers();

    await vscode.commands.executeCommand('mintscope.exploreSampleData');
    await vscode.commands.executeCommand('mintscope.projects.refresh');

    assert.ok(
      (await loadedParts()).includes('serviceClientFactory'),
      'nothing was sent, so this proves nothing',
    );
    assert.deepEqual(
      dispatchers().map((dispatcher, index) => dispatcher === before[index]),
      [true, true],
    );
  });
});
