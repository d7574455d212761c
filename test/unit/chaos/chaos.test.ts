import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { runChaos } from '../../chaos/chaos.ts';

/** `npm run chaos` is the long one. */
const REQUESTS = 1500;

describe('surfaces at random over a service that fails at random', function () {
  // Two seconds, but a busy machine has its own ideas.
  this.timeout(60_000);
  for (const [name, seed] of [
    ['a fixed seed', 20_260_101],
    ['a random seed', Math.floor(Math.random() * 1e9)],
  ] as const) {
    it(`lose no row and leave nothing behind: ${name} (${seed})`, async () => {
      const { violations } = await runChaos({ requests: REQUESTS, seed });
      assert.deepEqual(violations, [], `npm run chaos -- --requests ${REQUESTS} --seed ${seed}`);
    });
  }
});
