import assert from 'node:assert/strict';
import { manifestText } from '../../support/manifest.ts';
import { windows } from '../../support/windows.ts';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

describe('what a window registers', () => {
  const the = windows();
  const { activationEvents, contributes } = JSON.parse(manifestText()) as Manifest;

  it('registers each file system, link handler and tool of package.json', async () => {
    const { desk } = await the.window();
    const files = [...desk.files.keys()];
    assert.ok(files.length > 0 && desk.openLink);
    assert.deepEqual(
      activationEvents.filter((event) => !event.startsWith('onWebviewPanel:')).sort(),
      [...files.map((scheme) => `onFileSystem:${scheme}`), 'onUri'].sort(),
    );
    const names = contributes.languageModelTools.map(({ name }) => name);
    assert.deepEqual([...desk.tools.registered.keys()], names);
    // Each tool itself reports that the window is signed out.
    for (const name of names) await assert.rejects(desk.tools.invoke(name), /not signed in/);
  });
});
