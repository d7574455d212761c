import assert from 'node:assert/strict';
import { runChaos } from '../../chaos/chaos.ts';

const REQUESTS = Number(process.env.CHAOS_REQUESTS ?? 3000);

describe('Random use of all surfaces', function () {
  // With 3,000 it takes four seconds, but longer on a busy machine.
  this.timeout(20 * REQUESTS);
  it('random use with random failures loses no row and leaves no timer, request or listener', async () => {
    assert.deepEqual(await runChaos(REQUESTS), []);
  });
});
