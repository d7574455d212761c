import assert from 'node:assert/strict';
import type { ProjectRef } from '../../../src/core/model/model.ts';
import { Polling } from '../../../src/stats/polling.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

const SECOND = 1000;

describe('Polling', () => {
  const newFolder = temporaryFolders();
  let close: () => Promise<void>;
  afterEach(() => close());

  function start(count: number, leastMs: number) {
    const clock = new FakeClock(1_800_000_000_000);
    const service = new StatsService();
    const window = statsWindow(newFolder(), clock, service);
    const look = { leastMs: leastMs as number | undefined };
    const failed: unknown[] = [];
    const refs = Array.from({ length: count }, (_, at): ProjectRef => `t/${at + 1}`);
    const polling = new Polling({
      connection: window.connection,
      urgency: 'visible',
      refs: () => refs,
      leastMs: () => look.leastMs,
      onFailure: (_, error) => failed.push(error),
    });
    close = async () => {
      polling.dispose();
      await window.close();
    };
    /** Lets time pass, and returns how many requests were sent; each gets this response. */
    const requestsIn = async (ms: number, respond: () => Promise<void>) => {
      const before = service.requested.length;
      for (let passed = 0; passed <= ms; passed += SECOND) {
        await clock.advance(passed === 0 ? 0 : SECOND);
        while (service.underWay.length > 0) await respond();
      }
      return service.requested.length - before;
    };
    return { clock, service, look, failed, polling, requestsIn };
  }

  it('requests no project that cannot be read more often than the surface wants', async () => {
    const { service, failed, requestsIn } = start(1, 60 * SECOND);
    const fail = () => service.fail({ kind: 'notFound' });
    assert.equal(await requestsIn(59 * SECOND, fail), 1);
    assert.equal(await requestsIn(60 * SECOND, fail), 1);
    assert.equal(failed.length, 2);
  });

  it('two windows that follow a project together request it once for each age', async () => {
    const clock = new FakeClock(1_800_000_000_000);
    const service = new StatsService();
    const folder = newFolder();
    const ref: ProjectRef = 't/1';
    const open = () => {
      const window = statsWindow(folder, clock, service);
      const { connection } = window;
      const refs = () => [ref];
      const leastMs = () => 5 * SECOND;
      return { window, polling: new Polling({ connection, urgency: 'visible', refs, leastMs }) };
    };
    const windows = [open()];
    await clock.advance(100);
    windows.push(open());
    close = async () => {
      for (const { polling } of windows) polling.dispose();
      for (const { window } of windows) await window.close();
    };
    let confirmed = 0;
    for (let passed = 0; passed < 60 * SECOND; passed += SECOND / 2) {
      const [isAsked] = service.underWay;
      await clock.advance(SECOND / 2);
      // Each response takes half a second.
      if (isAsked !== undefined)
        while (service.underWay.length > 0) await service.respond(undefined, ++confirmed % 9);
    }
    assert.ok(service.requested.length <= 14, `${service.requested.length} requests in a minute`);
    assert.ok(service.requested.length >= 9, `${service.requested.length} requests in a minute`);
  });

  it('reports a failure that itself ends the polling', async () => {
    const { clock, service, look, failed, polling } = start(1, 5 * SECOND);
    await clock.advance(0);
    look.leastMs = undefined;
    polling.update();
    await service.fail({ kind: 'network', code: 'ECONNREFUSED', tls: false });
    assert.equal(failed.length, 1);
    await clock.advance(60 * SECOND);
    assert.equal(service.requested.length, 1);
  });

  it('reads a project of which it is not known what is left every minute at least', async () => {
    const { requestsIn, service } = start(1, 5 * SECOND);
    service.total = {};
    const respond = () => service.respond(undefined, 4);
    assert.ok((await requestsIn(10 * 60 * SECOND, respond)) >= 10);
  });

  it('reads a project that was minted before anybody looked every ten minutes only', async () => {
    const { service, requestsIn } = start(1, 60 * SECOND);
    const respond = () => service.respond(undefined, 9);
    assert.equal(await requestsIn(9 * 60 * SECOND, respond), 1);
    assert.equal(await requestsIn(61 * SECOND, respond), 1);
  });
});
