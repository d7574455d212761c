import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const panels = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('mintscope.stats'),
    )
    .map(({ label }) => label);

/** Repeats assertions until they pass, because the editor opens tabs later. */
async function eventually(check: () => void): Promise<void> {
  const limit = Date.now() + 10_000;
  for (;;) {
    try {
      check();
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

describe('Stats panels', () => {
  before(() => vscode.commands.executeCommand('mintscope.exploreSampleData'));

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('mintscope.signOut');
  });

  const project = (id: string, transferable: boolean) => ({
    kind: 'project',
    key: `project/${transferable ? 't' : 'n'}/${id}`,
    id,
    name: `Number ${id}`,
    transferable,
    source: {},
  });

  it('a project has one stats panel, however often it is opened', async () => {
    // Twice, as for a double click, after which the tab is no preview.
    await vscode.commands.executeCommand('mintscope.openStats', project('5', true));
    await vscode.commands.executeCommand('mintscope.openStats', project('5', true));
    await eventually(() => {
      assert.deepEqual(panels(), ['Number 5 (5 · transferable)']);
    });
  });

  it('an id that exists as both kinds has two stats panels', async () => {
    await vscode.commands.executeCommand('mintscope.openStats', project('5', false));
    await eventually(() => {
      assert.deepEqual(panels(), [
        'Number 5 (5 · transferable)',
        'Number 5 (5 · non-transferable)',
      ]);
    });
  });
});
