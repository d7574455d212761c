import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bounded } from '../../../src/features/stats/statsPanel.ts';
import { projectFacts } from '../../../src/features/stats/statsPanels.ts';
import { project } from '../../support/projects.ts';

describe('projectFacts', () => {
  it('returns the texts of a project that the service gave', () => {
    const texts = { name: 'A', mintAddress: 'm', status: 'x', image: 'i' };
    assert.deepEqual(projectFacts(project('1', { ...texts, askedAt: 5 })), { ...texts, asOf: 5 });
  });

  it('drops blank texts and keeps the image of a project', () => {
    const facts = { name: ' \n', symbol: '', description: '\t', image: 'i', asOf: 5 };
    assert.deepEqual(bounded(facts), { image: 'i', asOf: 5 });
  });

  it('bounds the texts of a project, and again what the panel is sent of them', () => {
    const names = ['name', 'symbol', 'status', 'mintAddress', 'description'];
    const flood = Object.fromEntries(names.map((name) => [name, 'x'.repeat(5_000_000)]));
    const facts = projectFacts(project('1', flood));
    assert.ok(JSON.stringify(facts).length < 260_000);
    assert.ok(JSON.stringify(bounded(facts)).length < 21_000);
  });
});
