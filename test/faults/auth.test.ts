import assert from 'node:assert/strict';
import type { MinimalOptions } from '../support/minimalService.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, outcome } from './support/openers.ts';

/** A refused token, over the whole path of a request. */
describe('Auth', () => {
  const open = openers();
  const REFUSED =
    'The service refused this token. Sign in again with a token that is valid. [signIn]';

  const refusing = async (options: Partial<MinimalOptions> = {}) => {
    const service = await open.service(options);
    const refusals = { count: 0 };
    const onRefused = () => {
      refusals.count++;
    };
    return { service, rig: open.rig(service.address, { onRefused }), refusals };
  };

  fault('401 at start: the request is not repeated', async () => {
    const { service, rig, refusals } = await refusing();
    service.setToken('another');
    await rig.projects.open();
    assert.equal(refusals.count, 1);
    return outcome(rig.sees(), service.requests.length, { sees: REFUSED, requests: 1 });
  });

  fault('401 at a refresh: the rows stay', async () => {
    const { service, rig, refusals } = await refusing({ projects: rows(30) });
    await rig.projects.open();
    const before = rig.projects.state.rows;
    service.setToken('another');
    await rig.projects.refresh();
    assert.deepEqual([rig.projects.state.rows, refusals.count], [before, 1]);
    const asOf = new Date(rig.projects.state.asOf ?? NaN).toISOString().slice(11, 19);
    return outcome(rig.sees(), service.requests.length, {
      sees: `30 | Token refused – rows from ${asOf}`,
      requests: 2,
    });
  });

  fault('403: the token does not count as refused', async () => {
    const { service, rig, refusals } = await refusing();
    service.fail(() => ({ status: 403 }));
    await rig.projects.open();
    assert.equal(refusals.count, 0);
    return outcome(rig.sees(), service.requests.length, {
      sees: 'The service does not let this token see that (403). Sign in with a token that may, or ask who manages tokens in your team. [signIn]',
      requests: 1,
    });
  });

  fault('403 on one list only: the other list still loads', async () => {
    const { service, rig } = await refusing();
    service.fail(({ path }) => (path === '/v1/collections' ? { status: 403 } : undefined));
    await rig.collections.open();
    await rig.projects.open();
    return outcome(rig.sees(), service.requests.length, { sees: '1', requests: 2 });
  });
});
