import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MinimalService } from '../../support/minimalService.ts';
import { storedIn } from '../../support/storedLists.ts';
import type { Editor } from '../support/editor.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const CANARY = 'canary-5b0c7e21d94fa836';
const FORMS = [CANARY, Buffer.from(CANARY).toString('base64'), Buffer.from(CANARY).toString('hex')];
const holdsCanary = (text: string) => FORMS.some((form) => text.includes(form));

/** All that the browser stores for the editor, as [place, text]; states are in its databases. */
const BROWSER_STORAGE = `(async () => {
  const kept = Object.entries({ ...localStorage, ...sessionStorage, cookies: document.cookie });
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
      keys.forEach((key, at) => {
        const value = values[at];
        const text = value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : JSON.stringify(value);
        kept.push([name + ' ' + store + ' ' + String(key), String(text)]);
      });
    }
    database.close();
  }
  return kept;
})()`;

describe('A canary token in the real editor', () => {
  let editor: Pick<Editor, 'dataFolder'>;
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    ({ service, editor, workbench } = await startSignedIn({
      token: CANARY,
      projects: makeProjects(120),
      stats: { 't/1': { total: 4, confirmed: 3, processing: 1, pending: 0 } },
    }));
    await workbench.runCommand('Mintscope: Check Connection');
    await workbench.messages.toast('checks are fine.').waitFor();
    await workbench.editors.webviewFrame('h1:has-text("Mintscope: Check Connection")');
    await workbench.clearToasts();
    await workbench.trees.clickRow('Projects', 'Project 1');
    const panel = await workbench.editors.webviewFrame('h1:has-text("Project 1")');
    // Failures are logged.
    service.fail(() => ({ status: 404, body: { error: CANARY } }));
    await workbench.editors.action('Refresh Stats').click();
    await panel.getByText('The service has no stats of project').first().waitFor();
    service.fail(undefined);
    service.setToken('another');
    await workbench.runCommand('Mintscope: Refresh Projects');
    await workbench.messages.toast('refused your token').waitFor();
  });

  it('the token is in no file: no storage, no settings, no log', async () => {
    const found: string[] = [];
    let [files, logs, kept] = [0, 0, 0];
    for (const folder of [editor.dataFolder, workbench.folder]) {
      for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue;
        const path = join(file.parentPath, file.name);
        files++;
        if (file.name === 'Mintscope.log') logs++;
        if (file.name === 'mintscope.db') kept += storedIn(file.parentPath).length;
        if (holdsCanary(path) || holdsCanary(await readFile(path, 'latin1'))) found.push(path);
      }
    }
    assert.deepEqual(found, []);
    assert.ok(files > 5, `only ${files} files`);
    assert.ok(logs > 0, 'the extension’s log is among them');
    assert.ok(kept > 0, 'and the stored rows');
  });

  it('the token is not in the browser’s storage, except for the editor’s secret storage', async () => {
    const kept = await workbench.page.evaluate<[string, string][]>(BROWSER_STORAGE);
    assert.ok(kept.some(([where]) => where.startsWith('vscode-web-state-db')));
    const found = kept.filter(([where, text]) => holdsCanary(where) || holdsCanary(text));
    assert.deepEqual(
      found.map(([where]) => where).filter((where) => !where.includes('secrets.provider')),
      [],
    );
  });
});
