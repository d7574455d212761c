import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import * as vscode from 'vscode';
import { loadedParts } from '../support/loadedParts.ts';

/** Where undici keeps the dispatcher of everybody's `fetch`, in two generations of it. */
const slots = () =>
  [1, 2].map((version) =>
    Object.getOwnPropertyDescriptor(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)),
  );

// First in the alphabet, so that nothing has activated the extension yet.
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
    // What activation leaves to a later turn would come by then.
    await new Promise((resolve) => setTimeout(resolve, 300));
    diagnostics.unsubscribe('net.client.socket', count);
    assert.equal(connections, 0);
    assert.deepEqual(slots(), before);
    assert.deepEqual(await loadedParts(), ['extension']);
  });
});
