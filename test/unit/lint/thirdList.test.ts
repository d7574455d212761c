import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../../host/paths.ts';

const LISTS = join(root, 'src/lists/index.ts');
const BEFORE = 'collections: Collection;';

function complaints() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { readonly config: { readonly compilerOptions: unknown } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  host.readFile = (path) => {
    const text = ts.sys.readFile(path);
    if (text === undefined || relative(LISTS, path) !== '') return text;
    assert.ok(text.includes(BEFORE));
    return text.replace(BEFORE, `${BEFORE} things: Collection;`);
  };
  const files = ['src/extension.ts', 'src/net/undici-parts.d.ts'].map((path) => join(root, path));
  const program = ts.createProgram(files, options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    path: relative(root, file?.fileName ?? ''),
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
}

describe('Third list', () => {
  it('the compiler names the places that need a third list', () => {
    const all = complaints();
    assert.ok(all.length > 0);
    assert.deepEqual([...new Set(all.map(({ path }) => path))], ['src/lists/index.ts']);
    for (const { text } of all) assert.match(text, /'things'/);
  });
});
