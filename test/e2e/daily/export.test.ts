import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-for-export';

describe('Exporting', () => {
  let service: MinimalService;
  let workbench: Workbench;
  const projects = makeProjects(5000, (id) => {
    if (id === 2) return { name: '=HYPERLINK("https://evil.example")', description: 'a,\n"b"' };
    if (id === 3) return { name: 'منارة الميناء', extra: { nested: [1] }, status: null };
    return {};
  });

  before(async () => {
    service = await startService({
      token: TOKEN,
      projects,
      collections: makeCollections(3),
    });
    ({ workbench } = await startSignedIn(service, TOKEN));
  });

  after(async () => {
    await service.close();
  });

  /** Chooses in each step, and types the path in the dialog of an editor in a browser. */
  const exportTo = async (name: string, ...choices: readonly string[]) => {
    const path = join(workbench.folder, name);
    for (const choice of choices) await workbench.quickInput.choose(choice);
    await workbench.quickInput.waitFor(` as ${choices.at(-1) ?? ''}`);
    await workbench.quickInput.saveAs(path);
    return path;
  };

  it('Export names what each choice covers, and offers a file name and a folder', async () => {
    await workbench.views.chooseInMenu('Projects', 'Export Projects…');
    await workbench.quickInput.waitFor('Which projects?');
    await settles(async () => {
      const texts = await workbench.quickInput.itemTexts();
      assert.deepEqual(texts, ['The 50 loaded projects', 'All 5,000 projectsreads all pages']);
    });
    await workbench.screenshot('export-what');
    await workbench.quickInput.choose('All 5,000 projects');
    await workbench.quickInput.items.filter({ hasText: 'each of 5,000 projects' }).waitFor();
    await workbench.quickInput.choose('Without stats');
    await workbench.quickInput.choose('NDJSON');
    await workbench.quickInput.waitFor('Export Projects as NDJSON');
    const offered = await workbench.quickInput.offeredPath();
    assert.ok(offered.startsWith(workbench.folder), offered);
    assert.match(offered, /\/projects-\d{4}-\d\d-\d\d\.ndjson$/);
    await workbench.screenshot('export-dialog');
    await workbench.quickInput.cancel();
  });

  it('an export of collections has them as they were sent, and is shown in the Explorer', async () => {
    await workbench.views.chooseInMenu('Collections', 'Export Collections…');
    const path = await exportTo('shelf.ndjson', 'NDJSON');
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
