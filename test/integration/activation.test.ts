import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import * as vscode from 'vscode';
import { loadedParts } from '../support/loadedParts.ts';

/** Where two versions of undici store the dispatcher of the global `fetch`. */
const slots = () =>
  [1, 2].map((version) =>
    Object.getOwnPropertyDescriptor(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)),
  );

// The first file in the alphabet, so that nothing has activated the extension yet.
describe('Activation', () => {
  it('activation opens no connection, loads no network code and changes no global dispatcher of fetch', async () => {
    const extension = vscode.extensions.getExtension<undefined>('mintscope.mintscope')!;
    assert.equal(extension.isActive, false);
    const before = slots();
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
    assert.deepEqual(slots(), before);
    assert.deepEqual(await loadedParts(), ['extension']);
  });
});
