import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PACE_LOST_MS } from '../../../src/core/stats/progress.ts';
import { motionIn, projectPace } from '../../../src/stats/projectPace.ts';
import { readerOf } from '../../../src/stats/statsReader.ts';
import { MINUTE, pollers } from '../../support/pollers.ts';

describe('projectPace', () => {
  const the = pollers();

  /** A project with two more NFTs confirmed each minute. */
  function open() {
    const data = the.data();
    const connection = the.connection('a', data);
    const { ref } = the.project(1);
    const read = (confirmed: number) => {
      readerOf(connection).readings.add(ref, {
        ...{ at: the.clock.now(), total: 100, confirmed, processing: 0, pending: 100 - confirmed },
      });
    };
    const start = the.clock.now();
    const mint = (minutes: number) => {
      for (let minute = 0; minute <= minutes; minute++) {
        the.clock.set(start + minute * MINUTE);
        read(2 * minute);
      }
    };
    const forecast = () => {
      const pace = projectPace(connection, ref);
      assert.ok('low' in pace, JSON.stringify(pace));
      return pace;
    };
    const close = async () => {
      await readerOf(connection).readings.settle();
      data.dispose();
    };
    const motion = async () =>
      motionIn(connection, await readerOf(connection).newest(), new Map([['t/2', 'processing']]));
    return { pace: () => projectPace(connection, ref), motion, read, mint, forecast, close };
  }

  it('all surfaces show one forecast for half a minute, which counts down, also after another reading', async () => {
    const { pace, read, mint, forecast, close } = open();
    mint(20);
    const { low, high } = forecast();
    the.clock.set(the.clock.now() + 10_000);
    read(41);
    assert.deepEqual([forecast().low, forecast().high], [low - 10_000, high - 10_000]);
    the.clock.set(the.clock.now() + 20_000);
    read(42);
    assert.notEqual(forecast().high, high - 30_000, 'it is computed again');
    the.clock.set(the.clock.now() + PACE_LOST_MS);
    assert.deepEqual(pace(), { reason: 'unread', forMs: PACE_LOST_MS });
    await close();
  });

  it('a mint has a known end while its counts are recent; projects without counts are only counted', async () => {
    const { motion, mint, close } = open();
    mint(20);
    const { moving, known, uncounted } = await motion();
    assert.deepEqual([moving, known, uncounted], [1, 1, 1]);
    the.clock.set(the.clock.now() + PACE_LOST_MS);
    assert.equal((await motion()).known, 0);
    await close();
  });

  it('the pace is computed with each reading as long as there is no forecast', async () => {
    const { pace, read, mint, forecast, close } = open();
    read(0);
    assert.deepEqual(pace(), { reason: 'early' });
    mint(20);
    assert.ok(forecast().low > 0);
    await close();
  });
});
