import assert from 'node:assert/strict';
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
    return {
      connection,
      pace: () => projectPace(connection, ref),
      motion,
      read,
      mint,
      forecast,
      close,
    };
  }

  it('the forecast stays until the next reading, and then follows it', async () => {
    const { pace, read, mint, forecast, close } = open();
    mint(20);
    const { low, high } = forecast();
    the.clock.set(the.clock.now() + 10_000);
    assert.deepEqual([forecast().low, forecast().high], [low, high]);
    read(42);
    assert.notEqual(forecast().high, high);
    const since = the.clock.now();
    the.clock.set(since + PACE_LOST_MS);
    assert.deepEqual(pace(), { reason: 'unread', since });
    await close();
  });

  it('follows mintscope.stallMinutes between two readings', async () => {
    const { pace, mint, read, forecast, close } = open();
    mint(20);
    the.clock.set(the.clock.now() + 3 * MINUTE);
    read(40);
    forecast();
    the.desk.settings.set('mintscope.stallMinutes', 1);
    const since = the.clock.now() - 3 * MINUTE;
    assert.deepEqual(pace(), { reason: 'still', since });
    await close();
  });
});
