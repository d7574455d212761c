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

  it('shows more than ten thousand rows in labelled ranges', async () => {
    const { window } = await start(10_050);
    await window.run('projects.loadAll');
    await eventually(() => window.projects.labels.length, 11);
    assert.deepEqual(window.projects.labels.slice(-2), ['9,001–10,000', '10,001–10,050']);
    assert.equal(window.projects.descriptionOf('1–1,000'), 'Project 1 … Project 1000');
    assert.equal(window.projects.description, '10,050', 'all are loaded');
    assert.deepEqual(window.projects.complaints, []);
    assert.deepEqual(window.projects.revealed, []);
  });

  it('keeps the selected row visible in a group that is put into ranges', async () => {
    const { window } = await start(10_050);
    await window.answer('projects.group', 'Status');
    await eventually(() => window.projects.labels[0], 'processing');
    const { row } = window.projects.painted[42]!;
    window.projects.select(row);
    await window.run('projects.loadAll');
    await eventually(() => window.projects.revealed.at(-1), row);
    assert.deepEqual(window.projects.labels.slice(0, 2), ['processing', '1–1,000']);
  });

  it('moves from Load More to the first new row in its range', async () => {
    const { window, service } = await start(10_200, 102);
    await window.run('projects.loadAll');
    await eventually(() => window.projects.labels.slice(-2), ['10,001–10,100', 'Load more']);
    service.fail(undefined);
    window.projects.select(window.projects.painted.at(-1)!.row);
    await window.run('projects.loadMore');
    const names = window.projects.revealed.map((row) => (row as Project).name);
    assert.deepEqual(names, ['Project 10101']);
    await eventually(() => window.projects.labels.slice(-1), ['10,001–10,200']);
  });

  it('does not move the focus in ranges after the user has moved on', async () => {
    const { window, service } = await start(10_200, 102);
    await window.run('projects.loadAll');
    await eventually(() => window.projects.labels.slice(-2), ['10,001–10,100', 'Load more']);
    service.fail(undefined);
    service.hold();
    window.projects.select(window.projects.painted.at(-1)!.row);
    const loading = window.run('projects.loadMore');
    window.projects.moveTo(window.projects.painted[0]!.row);
    service.release();
    await loading;
    assert.deepEqual(window.projects.revealed, []);
    assert.equal(window.projects.focused, window.projects.painted[0]!.row);
  });

  it('marks ranges with changes until they are viewed', async () => {
    const { window, projects } = await start(10_001);
    await window.run('projects.loadAll');
    await eventually(() => window.projects.labels.length, 11);
    projects[5]!.status = 'confirmed';
    await window.run('projects.refresh');
    const words = () => window.projects.descriptionOf('1–1,000');
    await eventually(words, '1 confirmed · Project 1 … Project 1000');
    assert.equal(window.projects.descriptionOf('1,001–2,000'), 'Project 1001 … Project 2000');
    await window.run('markAllSeen');
    await eventually(words, 'Project 1 … Project 1000');
  });
});
