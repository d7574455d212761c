import type { Lie } from '../support/minimalService.ts';
import { fault } from './support/matrix.ts';
import { openers, REF, rows, tell } from './support/openers.ts';

const CHECK = 'Check that the address is that of the NFT service. [retry]';

describe('Body', () => {
  const the = openers();

  /** Opens the list of Projects where `lie` changes each answer. */
  async function open(lie: Lie, projects: readonly unknown[] = rows(3)) {
    const service = await the.service({ projects });
    service.lie(lie);
    const rig = the.rig(service.address);
    await rig.projects.open();
    return { service, rig, sees: rig.sees(), requests: service.requests.length };
  }

  fault('deep nesting, beside rows that are fine', async () => {
    const service = await the.service();
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const body = `{"results":[{"id":1,"transferable":true},{"id":2,"attributes":${deep}},{"name":"x"}]}`;
    service.fail(() => ({ status: 200, body }));
    const rig = the.rig(service.address);
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: '2 of 3 | 1 row could not be read and was left out.',
      requests: 1,
    });
  });

  fault('deep nesting outside of a row', async () => {
    const service = await the.service();
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    service.fail(() => ({
      status: 200,
      body: `{"results":[{"id":9007199254740993}],"x":{"y":${deep}}}`,
    }));
    const rig = the.rig(service.address);
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: `The answer is nested too deep or holds too many values (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });

  fault('counts of other types, missing and new ones', async () => {
    const service = await the.service({
      stats: { 't/1': { total: '4', confirmed: null, minted: 2, note: 'x' } },
    });
    const rig = the.rig(service.address);
    return tell(await rig.seesStats(REF), service.requests.length, {
      sees: 'not given of not given confirmed',
      requests: 1,
    });
  });

  fault('stats without one count', async () => {
    const service = await the.service({ stats: { 't/1': { message: 'soon' } } });
    const rig = the.rig(service.address);
    return tell(await rig.seesStats(REF), service.requests.length, {
      sees: `The answer holds no counts (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });

  fault('one bad row on each page, and no totals: the list goes on', async () => {
    const all = rows(120).map((row, at) => (at % 50 === 7 ? null : row));
    const { service, rig } = await open(({ results }) => ({ results }), all);
    await rig.projects.loadMore();
    await rig.projects.loadMore();
    return tell(rig.sees(), service.requests.length, {
      sees: '117 of 120 | 3 rows could not be read and were left out.',
      requests: 3,
    });
  });

  fault('a list without an envelope', async () => {
    const { sees, requests, rig } = await open(({ results }) => results);
    return tell(sees, requests, {
      sees: `The answer is not a list of the service (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });
});
