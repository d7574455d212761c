import { fault } from './support/matrix.ts';
import { openers, REF, rows, outcome } from './support/openers.ts';

const CHECK = 'Check that the address is that of the NFT service. [retry]';

describe('Body', () => {
  const the = openers();

  const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);

  for (const [name, body, sees] of [
    [
      'one row nested 200,000 levels deep: the other rows are shown',
      `{"results":[{"id":1,"transferable":true},{"id":2,"attributes":${DEEP}},{"name":"x"}]}`,
      () => '2 of 3 | 1 row could not be read and was left out.',
    ],
    [
      'a page with a member nested 200,000 levels deep outside of its rows',
      `{"results":[{"id":9007199254740993}],"x":{"y":${DEEP}}}`,
      (host: string) =>
        `The answer is nested too deep or holds too many values (from ${host}). ${CHECK}`,
    ],
    [
      'a list without an envelope',
      JSON.stringify(rows(3)),
      (host: string) => `The answer is not a list of the service (from ${host}). ${CHECK}`,
    ],
  ] as const) {
    fault(name, async () => {
      const service = await the.service();
      service.fail(() => ({ status: 200, body }));
      const rig = await the.opened(service.address);
      return outcome(rig.sees(), service.requests.length, { sees: sees(rig.host), requests: 1 });
    });
  }

  for (const [name, stats, sees] of [
    [
      'stats with counts missing, new or of other types',
      { total: '4', confirmed: null, minted: 2, note: 'x' },
      () => 'not given of not given confirmed',
    ],
    [
      'stats without one count',
      { message: 'soon' },
      (host: string) => `The answer holds no counts (from ${host}). ${CHECK}`,
    ],
  ] as const) {
    fault(name, async () => {
      const service = await the.service({ stats: { 't/1': stats } });
      const rig = the.rig(service.address);
      return outcome(await rig.seesStats(REF), service.requests.length, {
        sees: sees(rig.host),
        requests: 1,
      });
    });
  }

  fault('one bad row on each page and no totals: the list is loaded to its end', async () => {
    const projects = rows(120).map((row, at) => (at % 50 === 7 ? null : row));
    const service = await the.service({ projects });
    service.lie(({ results }) => ({ results }));
    const rig = await the.opened(service.address);
    await rig.projects.loadMore();
    await rig.projects.loadMore();
    return outcome(rig.sees(), service.requests.length, {
      sees: '117 of 120 | 3 rows could not be read and were left out.',
      requests: 3,
    });
  });
});
