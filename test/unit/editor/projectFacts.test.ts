import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { projectFacts } from '../../../src/editor/flows/stats/projectFacts.ts';
import { project } from '../../support/projects.ts';

describe('what a stats panel is told of a project', () => {
  it('is its words, as far as the service gave them', () => {
    assert.deepEqual(
      projectFacts(project('1', { name: 'A', mintAddress: 'm', status: 'x', image: 'i' })),
      {
        image: 'i',
        name: 'A',
        status: 'x',
        mintAddress: 'm',
      },
    );
  });
});
