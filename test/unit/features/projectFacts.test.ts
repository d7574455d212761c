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

  it('bounds long texts of a project to what the panel shows', () => {
    const text = 'x'.repeat(5_000_000);
    const facts = projectFacts(
      project('1', {
        name: text,
        symbol: text,
        status: text,
        description: text,
        mintAddress: text,
      }),
    );
    for (const [name, fact] of Object.entries(facts)) {
      assert.ok(String(fact).length <= 50_000, name);
    }
  });

  it('drops blank texts and keeps the image of a project', () => {
    const facts = { name: ' \n', symbol: '', description: '\t', image: 'i', asOf: 5 };
    assert.deepEqual(bounded(facts), { image: 'i', asOf: 5 });
  });

  it('bounds the facts that a panel is sent', () => {
    const text = 'x'.repeat(50_000);
    const names = ['name', 'symbol', 'status', 'mintAddress', 'description'];
    const flood = Object.fromEntries(names.map((name) => [name, text]));
    assert.ok(JSON.stringify(bounded(flood)).length < 21_000);
  });
});
