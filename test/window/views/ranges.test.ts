import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Project } from '../../../src/core/model/model.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';

const sources = (count: number) =>
  sentProjects(count, (id) => ({ name: `Project ${id}`, status: 'processing' }));

describe('more than ten thousand rows in a view', () => {
  const the = windows();

  /** @param refused the page that the service refuses. */
  const start = async (count: number, refused?: number) => {
    const projects = sources(count);
    const service = await the.service(projects);
    service.fail(({ query }) => (query.page === String(refused) ? { status: 400 } : undefined));
    const window = await the.signedIn(service, { pageSize: 100 });
    await eventually(() => window.projects.labels.length, 101);
    return { window, projects, service };
  };

  it('shows more than ten thousand rows in labelled ranges, which are marked while they have changes', async () => {
    const { window, projects } = await start(10_050);
    const { projects: tree } = window;
    await window.run('projects.loadAll');
    await eventually(() => tree.labels.length, 11);
    assert.deepEqual(tree.labels.slice(-2), ['9,001–10,000', '10,001–10,050']);
    assert.equal(tree.description, '10,050', 'all are loaded');
    assert.deepEqual([tree.complaints, tree.revealed], [[], []]);
    const words = () => tree.descriptionOf('1–1,000');
    assert.equal(words(), 'Project 1 … Project 1000');
    projects[5]!.status = 'confirmed';
    await window.run('projects.refresh');
    await eventually(words, '1 confirmed · Project 1 … Project 1000');
    assert.equal(tree.descriptionOf('1,001–2,000'), 'Project 1001 … Project 2000');
    await window.run('markAllSeen');
    await eventually(words, 'Project 1 … Project 1000');
  });

  it('moves from Load More to the first new row in its range, unless the user has moved on', async () => {
    const { window, service } = await start(10_300, 102);
    const { projects: tree } = window;
    await window.run('projects.loadAll');
    await eventually(() => tree.labels.slice(-2), ['10,001–10,100', 'Load more']);
    service.fail(undefined);
    tree.select(tree.painted.at(-1)!.row);
    await window.run('projects.loadMore');
    const names = () => tree.revealed.map((row) => (row as Project).name);
    assert.deepEqual(names(), ['Project 10101']);
    await eventually(() => tree.labels.slice(-2), ['10,001–10,200', 'Load more']);
    service.hold();
    tree.select(tree.painted.at(-1)!.row);
    const loading = window.run('projects.loadMore');
    tree.moveTo(tree.painted[0]!.row);
    service.release();
    await loading;
    assert.deepEqual(names(), ['Project 10101']);
    assert.equal(tree.focused, tree.painted[0]!.row);
  });
});
