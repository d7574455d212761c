import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('The extension in the editor', () => {
  const extension = () => vscode.extensions.getExtension<undefined>('mintscope.mintscope')!;

  it('every command of package.json is registered in the editor', async () => {
    await extension().activate();
    const { contributes } = extension().packageJSON as Manifest;
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id)),
      [],
    );
  });
});
