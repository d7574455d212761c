import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCollections } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

describe('Exporting', () => {
  let workbench: Workbench;

  before(async () => {
    ({ workbench } = await startSignedIn({ collections: makeCollections(3) }));
  });

  it('an export offers a name in the open folder, and is shown in the Explorer', async () => {
    await workbench.views.chooseInMenu('Collections', 'Export Collections…');
    await workbench.quickInput.choose('NDJSON');
    await workbench.quickInput.waitFor('Export Collections as NDJSON');
    const offered = await workbench.quickInput.offeredPath();
    assert.match(offered, /\/collections-\d{4}-\d\d-\d\d\.ndjson$/);
    assert.ok(offered.startsWith(workbench.folder), offered);
    await workbench.screenshot('export-dialog');
    const path = join(workbench.folder, 'shelf.ndjson');
    await workbench.quickInput.enter(path);
    await workbench.messages.toast('Exported 3 of 3 collections to shelf.ndjson.').waitFor();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      makeCollections(3),
    );
    await workbench.messages.toastButton('Exported 3 of 3', 'Reveal').click();
    const explorer = workbench.page.locator('.explorer-folders-view');
    await explorer.getByRole('treeitem', { name: 'shelf.ndjson' }).waitFor();
    await workbench.screenshot('export-reveal');
    await workbench.openView();
  });
});
