import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { LIST_NAMES } from '../../../../src/lists/index.ts';
import { readDocs } from '../../../support/docs.ts';
import { manifestText } from '../../../support/manifest.ts';
import { windows } from '../../../support/windows.ts';

interface Schema {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Tool {
  readonly name: string;
  readonly modelDescription: string;
  readonly userDescription: string;
  readonly toolReferenceName: string;
  readonly canBeReferencedInPrompt: boolean;
  readonly inputSchema: Schema;
}

describe('tools in package.json', () => {
  const the = windows();
  let tools: readonly Tool[];

  before(() => {
    const manifest = JSON.parse(manifestText()) as {
      contributes: { languageModelTools: readonly Tool[] };
    };
    tools = manifest.contributes.languageModelTools;
  });

  it('registers each tool of package.json', async () => {
    const { desk } = await the.window();
    const names = tools.map(({ name }) => name);
    assert.deepEqual([...desk.tools.registered.keys()], names);
    assert.equal(names.length, 4);
    // The window is signed out, and each tool reports that itself.
    for (const name of names) await assert.rejects(desk.tools.invoke(name), /not signed in/);
  });

  it('describes each tool of package.json and each member of its input', () => {
    for (const { name, inputSchema, ...tool } of tools) {
      assert.ok(tool.modelDescription.length > 100, name);
      assert.ok(tool.userDescription.length > 10 && tool.canBeReferencedInPrompt, name);
      assert.equal(inputSchema.type, 'object', name);
      for (const [member, { description }] of Object.entries(inputSchema.properties ?? {}))
        assert.ok(description, `${name}: ${member}`);
    }
  });

  it('offers every list to an agent', () => {
    const list = tools.find(({ name }) => name === 'mintscope_list');
    assert.deepEqual(list?.inputSchema.properties?.what?.enum, LIST_NAMES);
  });

  it('documents each tool by the name that users type', async () => {
    const docs = [...(await readDocs()).values()].join('\n');
    for (const { toolReferenceName } of tools)
      assert.ok(docs.includes(`\`#${toolReferenceName}\``), toolReferenceName);
  });
});
