import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';

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

/**
 * The parts of Mintscope that this extension host has loaded (`extension`, `late` and so on),
 * without the chunks that they share. Node has no list of loaded ES modules, so the debugger gives
 * them. It slows all later code: measure times before.
 */
async function loadedParts(): Promise<string[]> {
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
