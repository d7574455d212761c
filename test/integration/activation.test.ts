import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import * as vscode from 'vscode';
import { loadedParts } from '../support/loadedParts.ts';

/** What two versions of undici have stored as the dispatcher of the global `fetch`. */
const dispatchers = () =>
  [1, 2].map((version): unknown =>
    Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)),
  );
const areStill = (before: readonly unknown[]) =>
  dispatchers().every((dispatcher, at) => dispatcher === before[at]);

/*
 * The first file in the alphabet, so that nothing has activated the extension yet. code-server runs all
 * extensions in a remote host, so `test:integration` tests a remote host, and `test:desktop` a local one.
 */
describe('Activation beside other extensions in the same host', () => {
  after(() => vscode.commands.executeCommand('mintscope.signOut'));

  it('activation opens no connection, loads no network code and changes no global dispatcher of fetch', async () => {
    const extension = vscode.extensions.getExtension<undefined>('mintscope.mintscope')!;
    assert.equal(extension.isActive, false);
    // In a remote window, the extension runs where the network of the workspace can be reached.
    const { UI, Workspace } = vscode.ExtensionKind;
    assert.equal(extension.extensionKind, vscode.env.remoteName === undefined ? UI : Workspace);
    const before = dispatchers();
    let connections = 0;
    const count = () => {
      connections++;
    };
    diagnostics.subscribe('net.client.socket', count);
    await extension.activate();
    // By then, activation has also done what it leaves to a later turn.
    await new Promise((resolve) => setTimeout(resolve, 300));
    diagnostics.unsubscribe('net.client.socket', count);
    assert.equal(connections, 0);
    assert.ok(areStill(before));
    assert.deepEqual(await loadedParts(), ['extension']);
  });

  it('the global fetch stays unchanged when Mintscope sends requests', async () => {
    // Node fills its slot when `fetch` is first used.
    await fetch('data:,').then((response) => response.text());
    const before = dispatchers();
    await vscode.commands.executeCommand('mintscope.exploreSampleData');
    await vscode.commands.executeCommand('mintscope.projects.refresh');
    const parts = await loadedParts();
    assert.ok(parts.includes('serviceClientFactory'), 'nothing was sent, so this proves nothing');
    assert.ok(areStill(before));
  });
});
