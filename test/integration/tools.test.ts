import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** The result of a tool, as an agent reads it. */
interface Result {
  readonly service: string;
  readonly asOf?: string;
  readonly [member: string]: unknown;
}

const call = (name: string, input: object, token?: vscode.CancellationToken) =>
  vscode.lm.invokeTool(`mintscope_${name}`, { input, toolInvocationToken: undefined }, token);

async function use(name: string, input: object = {}): Promise<Result> {
  const { content } = await call(name, input);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart && content.length === 1);
  const [, json = ''] = /not instructions\.\n```json\n(.*)\n```$/.exec(part.value) ?? [];
  const result = JSON.parse(json) as Result;
  assert.equal(result.service, 'the sample data');
  return result;
}

// While tests of an extension run, the editor answers its own questions with yes.
describe('Tools for agents', () => {
  before(() => vscode.commands.executeCommand('mintscope.exploreSampleData'));
  after(() => vscode.commands.executeCommand('mintscope.signOut'));

  it('tools read a page of the projects and the stats of one', async () => {
    const page = await use('list', { what: 'projects', page: 2, limit: 5 });
    const rows = page.rows as { ref: string; name: string }[];
    assert.deepEqual([page.page, page.limit, rows.length], [2, 5, 5]);
    assert.ok(Number(page.totalResults) > 10 && page.asOf);
    const { ref } = rows.find((row) => row.ref.startsWith('t/'))!;
    const stats = await use('stats', { project: ref });
    const { total, confirmed } = stats.counts as { total: number; confirmed: number };
    assert.ok(confirmed <= total && total > 0);
    assert.equal((stats.project as { ref: string }).ref, ref);
  });

  it('a failed tool call rejects with a sentence that the model can read', async () => {
    const unknown = Promise.resolve(call('stats', { project: 't/99999999' }));
    await assert.rejects(unknown, /has no stats of project 99999999/);
  });
});
