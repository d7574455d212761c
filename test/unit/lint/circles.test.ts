import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'mocha';
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

/** Files that import in a circle, the first one again at the end; `undefined` if there are none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return undefined;
}

describe('Imports of the source', () => {
  it('source files import each other in no circle, types and late parts included', async () => {
    const graph = await imports();
    assert.ok(graph.size > 100, `${graph.size} files were read`);
    const circle = circleIn(graph)?.map((file) => relative(root, file));
    assert.equal(circle, undefined);
  });

  it('reports files that import in a circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['d', ['b']],
    ]);
    assert.deepEqual(circleIn(graph), ['b', 'd', 'b']);
  });
});
