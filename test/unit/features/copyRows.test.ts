import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/model/model.ts';
import { type Copy, copyLines } from '../../../src/features/copy/commands.ts';
import { plural } from '../../../src/core/base/format.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';

const projects = (...results: readonly JsonObject[]) => PROJECTS.decode({ results }).rows;
const collections = (...results: readonly JsonObject[]) => COLLECTIONS.decode({ results }).rows;

const COPY_IDS: Copy = {
  copied: (count) => plural(count, '{0} ID copied. | {0} IDs copied.'),
  missing: 'This row has no ID.',
  line: (row) => (row.kind === 'project' ? row.id : undefined),
};

describe('copyLines', () => {
  it('copies ids of projects only, and mint addresses without line breaks, which a terminal would run', () => {
    const rows = [
      ...projects({ id: 1, mintAddress: 'mint\nrm -rf ~\r\u2028x' }),
      ...collections({ id: '2', mintAddress: 'b' }),
    ];
    assert.equal(copyLines(rows, COPY_IDS).text, '1');
    const byAddress: Copy = { ...COPY_IDS, line: ({ mintAddress }) => mintAddress };
    assert.equal(copyLines(rows, byAddress).text, 'mint rm -rf ~ x\nb');
  });
});
