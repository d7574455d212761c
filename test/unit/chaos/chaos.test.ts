import assert from 'node:assert/strict';
import { runChaos } from '../../chaos/chaos.ts';

/** `npm run chaos` sends more. */
const REQUESTS = 1500;

describe('Random use of all surfaces', function () {
  // It takes two seconds, but longer on a busy machine.
  this.timeout(60_000);
  for (const [name, seed] of [
    ['a fixed seed', 20_260_101],
    ['a random seed', Math.floor(Math.random() * 1e9)],
  ] as const) {
    it(`random use with random failures loses no row and leaves no timer, request or listener: ${name} (${seed})`, async () => {
      const violations = await runChaos(REQUESTS, seed);
      assert.deepEqual(violations, [], `npm run chaos -- --requests ${REQUESTS} --seed ${seed}`);
    });
  }
});
