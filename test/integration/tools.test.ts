import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pressInDialog } from './dialogs.ts';

/** What a tool answered, as an agent reads it. */
interface Answer {
  readonly service: string;
  readonly asOf?: string;
  readonly note: string;
  readonly [member: string]: unknown;
}

const call = (name: string, input: object, token?: vscode.CancellationToken) =>
  vscode.lm.invokeTool(`mintscope_${name}`, { input, toolInvocationToken: undefined }, token);

async function use(name: string, input: object = {}): Promise<Answer> {
  const { content } = await call(name, input);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart && content.length === 1);
  const answer = JSON.parse(part.value) as Answer;
  assert.equal(answer.service, 'the sample data');
  assert.match(answer.note, /not instructions/);
  return answer;
}

/** Uses a tool that asks the service, as a person who agrees. */
async function agreeTo(name: string, input: object, question: string): Promise<Answer> {
  const answer = use(name, input);
  pressInDialog(`Mintscope asks the sample data for ${question}.`, 'Yes');
  return answer;
}

describe('Tools for agents', () => {
  before(() => vscode.commands.executeCommand('mintscope.exploreSampleData'));
  after(() => vscode.commands.executeCommand('mintscope.signOut'));

  it('are offered by the editor as package.json describes them', () => {
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('mintscope_'));
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'mintscope_changes',
      'mintscope_list',
      'mintscope_portfolio',
      'mintscope_stats',
    ]);
    for (const { name, description, tags } of tools)
      assert.ok(description.length > 100 && tags.includes('mintscope'), name);
  });

  it('read a page of the projects and the stats of one, once the person agrees', async () => {
    const page = await agreeTo(
      'list',
      { what: 'projects', page: 2, limit: 5 },
      'page 2 of your projects, 5 at a time',
    );
    const rows = page.rows as { ref: string; name: string }[];
    assert.deepEqual([page.page, page.limit, rows.length], [2, 5, 5]);
    assert.ok(Number(page.totalResults) > 10 && page.asOf);
    const { ref } = rows.find((row) => row.ref.startsWith('t/'))!;
    const id = ref.slice(2);
    const stats = await agreeTo(
      'stats',
      { kind: 't', id },
      `the stats of project ${id} · transferable`,
    );
    const { total, confirmed } = stats.counts as { total: number; confirmed: number };
    assert.ok(confirmed <= total && total > 0);
    assert.equal((stats.project as { ref: string }).ref, ref);
  });

  it('search, sum up and list changes without a question', async () => {
    await vscode.commands.executeCommand('mintscope.projects.refresh');
    const found = await use('list', { what: 'projects', text: 'a' });
    assert.match(String(found.coverage), /^over \d+ of [\d,]+ loaded$/);
    assert.ok((found.rows as object[]).length > 0);
    const portfolio = await use('portfolio');
    assert.match(String(portfolio.coverage), /^stats of \d+ of [\d,]+ projects/);
    const { projects } = await use('changes');
    assert.match((projects as { coverage: string }).coverage, /loaded/);
  });

  it('send nothing where the person does not agree', async () => {
    const refused = assert.rejects(Promise.resolve(call('list', { what: 'collections' })));
    pressInDialog('Mintscope asks the sample data for page 1 of your collections', 'Cancel');
    await refused;
  });

  it('can be stopped', async () => {
    const source = new vscode.CancellationTokenSource();
    const stopped = assert.rejects(Promise.resolve(call('portfolio', {}, source.token)));
    source.cancel();
    await stopped;
  });

  it('hand a failure to the model as a sentence', async () => {
    const unknown = call('stats', { kind: 't', id: '99999999' });
    const failed = assert.rejects(Promise.resolve(unknown), /knows no project 99999999/);
    pressInDialog('Mintscope asks the sample data for the stats of project 99999999', 'Yes');
    await failed;
    await assert.rejects(
      Promise.resolve(call('stats', { name: 'No such project' })),
      /None of the loaded projects/,
    );
  });
});
