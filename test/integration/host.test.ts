import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/**
 * code-server runs all extensions in a remote host, so `test:integration` tests a remote host, and
 * `test:desktop` a local one.
 */
describe('The extension host of Mintscope', () => {
  it('Mintscope runs in the remote extension host of a remote window, where the network of the workspace can be reached', () => {
    const isRemote = vscode.env.remoteName !== undefined;
    assert.equal(isRemote, vscode.env.uiKind === vscode.UIKind.Web);
    const { extensionKind } = vscode.extensions.getExtension('mintscope.mintscope')!;
    assert.equal(
      extensionKind,
      isRemote ? vscode.ExtensionKind.Workspace : vscode.ExtensionKind.UI,
    );
    assert.ok(process.versions.node, 'a host with Node');
  });
});
