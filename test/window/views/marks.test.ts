import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';

const project = (id: number, status = 'processing') => ({
  id,
  name: `Project ${id}`,
  symbol: 'P',
  transferable: true,
  status,
});
const collection = (name: string) => ({ mintAddress: `${name}1111`, name });

describe('change marks in the views', () => {
  const the = windows();

  const start = async () => {
    const projects = [1, 2, 3].map((id) => project(id));
    const collections = [collection('A')];
    const { window } = await the.opened(projects, {}, { collections });
    window.collections.show();
    await eventually(() => window.collections.labels, ['A']);
    /** A refresh finds one new project, and one with another status. */
    const change = async () => {
      projects.unshift(project(9));
      projects[2] = project(2, 'confirmed');
      await window.run('projects.refresh');
      await eventually(() => window.projects.descriptionOf('Project 9'), 'new · processing · P');
    };
    return { window, projects, collections, change };
  };
  const described = ({ projects }: FakeWindow) =>
    projects.labels.map((label) => projects.descriptionOf(label));

  it('marks changes in the rows, beside the name of the view and on its icon', async () => {
    const { window, change } = await start();
    await change();
    assert.deepEqual(described(window), [
      'new · processing · P',
      'processing · P',
      '→ confirmed (was processing) · P',
      'processing · P',
    ]);
    assert.match(window.projects.description, /^4 · 1 new, 1 confirmed since \d\d:\d\d$/);
    assert.equal(window.projects.message, '', 'else all rows would move down');
    assert.equal(window.projects.badge?.value, 2);
    assert.match(window.projects.badge.tooltip, /^Projects: 1 new, 1 confirmed since \d\d:\d\d$/);
    assert.equal(window.collections.badge, undefined);
    await eventually(() => window.desk.contexts.get('mintscope.projects.marked'), true);
  });

  it('removes the mark of a viewed row when another is selected, without a paint', async () => {
    const { window, change } = await start();
    await change();
    const { paints } = window.projects;
    window.projects.select(window.projects.row('Project 9'));
    await window.run('openStats', window.projects.row('Project 9'));
    assert.equal(window.projects.descriptionOf('Project 9'), 'new · processing · P');
    assert.equal(window.projects.badge?.value, 2);
    window.projects.select(window.projects.row('Project 1'));
    assert.equal(window.projects.descriptionOf('Project 9'), 'processing · P');
    assert.equal(window.projects.descriptionOf('Project 2'), '→ confirmed (was processing) · P');
    assert.match(window.projects.description, /^4 · 1 confirmed since /);
    assert.equal(window.projects.badge.value, 1);
    assert.equal(window.projects.paints, paints);
  });

  it('removes the marks of both lists on Mark All as Seen', async () => {
    const { window, collections, change } = await start();
    await change();
    collections.push(collection('B'));
    await window.run('collections.refresh');
    await eventually(() => window.collections.descriptionOf('B'), 'new · B1111');
    assert.equal(window.collections.badge?.tooltip.startsWith('Collections: 1 new'), true);
    await window.run('markAllSeen');
    await eventually(() => window.collections.descriptionOf('B'), 'B1111');
    await eventually(() => described(window)[0], 'processing · P');
    assert.deepEqual([window.projects.badge, window.collections.badge], [undefined, undefined]);
  });
});
