import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { filesMatching, root } from '../../host/paths.ts';

const IMPORT = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;

/** Each file of `src/` with the files that it imports: values, types, and late parts. */
async function imports(): Promise<Map<string, readonly string[]>> {
  const graph = new Map<string, readonly string[]>();
  for (const file of await filesMatching('**/*.ts', join(root, 'src'))) {
    const text = await readFile(file, 'utf8');
    const imported = [...text.matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), path!));
    graph.set(file, imported);
  }
  return graph;
}

/** The files of a graph that import in a circle, or from one. */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Map(graph);
  let before: number;
  do {
    before = left.size;
    for (const [file, imported] of left)
      if (!imported.some((one) => left.has(one))) left.delete(file);
  } while (left.size < before);
  return [...left.keys()].map((file) => relative(root, file));
}

describe('Imports of the source', () => {
  it('source files import each other in no circle, types and late parts included', async () => {
    const graph = await imports();
    assert.ok([...graph.values()].flat().length > 500, 'the imports were read');
    assert.deepEqual(inCircles(graph), []);
  });
});
