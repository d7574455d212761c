import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { ProjectRef } from '../../../src/core/model/model.ts';
import { isServiceError } from '../../../src/core/model/serviceError.ts';
import type { Demand } from '../../../src/stats/demandQueue.ts';
import { KeptData } from '../../../src/kept/keptData.ts';
import { AskedWait } from '../../../src/stats/askedWait.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { turn } from '../../support/turn.ts';

const REF: ProjectRef = { kind: 't', id: '1' };
const OTHER: ProjectRef = { kind: 'n', id: '2' };
const START = 1_700_000_000_000;
const LIMITED = { kind: 'rateLimited', retryAfterMs: 30_000 } as const;

describe('StatsReader', () => {
  const makeFolder = temporaryFolders();
  let clock: FakeClock;
  let storage: string;
  let service: StatsService;
  const closing = closeAfterEach();

  beforeEach(() => {
    clock = new FakeClock(START);
    storage = makeFolder();
    service = new StatsService();
  });

  const open = (signIn?: string) => closing(statsWindow(storage, clock, service, signIn));
  const demand = (urgency: Demand['urgency'] = 'user', maxAgeMs = 0): Demand => ({
    ...{ urgency, maxAgeMs, signal: new AbortController().signal },
  });
  /** Reads a project with this many confirmed. */
  const read = async ({ reader }: ReturnType<typeof open>, confirmed: number, ref = REF) => {
    const reading = reader.read(ref, demand());
    await service.respond(undefined, confirmed);
    return reading;
  };
  /** The end of a demand; `wait 30000` for a failure with a time to wait. */
  const ends = (answer: Promise<unknown>) =>
    answer.then(
      () => 'answered',
      (error: unknown) => {
        if (!isServiceError(error)) throw error;
        const { failure } = error;
        return failure.kind === 'rateLimited' ? `wait ${failure.retryAfterMs}` : failure.kind;
      },
    );

  it('returns the last reading at once, with the time of its request, also after one that failed', async () => {
    const window = open();
    const reading = window.reader.read(REF, demand());
    await clock.advance(2_000);
    assert.equal(window.reader.last(REF), undefined);
    await service.respond('t/1', 4);
    const { at, confirmed, movedAt } = await reading;
    assert.deepEqual([at, confirmed, movedAt], [START, 4, START]);
    const failing = ends(window.reader.read(REF, demand()));
    await service.fail({ kind: 'notFound' });
    assert.equal(await failing, 'notFound');
    assert.deepEqual([...window.reader.failures.keys()], ['t/1']);
    assert.deepEqual(window.reader.last(REF), await reading);
    assert.equal((await read(window, 4)).movedAt, START, 'the counts are the same since');
    assert.equal(window.reader.failures.size, 0);
    const unreached = ends(window.reader.read(REF, demand()));
    await service.fail({ kind: 'network', code: 'ECONNREFUSED', tls: false });
    assert.equal(await unreached, 'network');
    assert.equal(window.reader.failures.size, 0, 'this is not about the project');
    assert.equal(window.reader.last(OTHER), undefined);
  });

  it('sends no request for a badge if a panel of any window has read the project within its age', async () => {
    const [one, two] = [open(), open()];
    await read(one, 4);
    await clock.advance(59_000);
    for (const { reader } of [one, two]) {
      assert.equal((await reader.read(REF, demand('visible', 60_000))).confirmed, 4);
    }
    assert.deepEqual(service.requested, ['t/1']);
    await clock.advance(1_000);
    void one.reader.read(REF, demand('visible', 60_000));
    await turn();
    assert.deepEqual(service.requested, ['t/1', 't/1']);
  });

  it('reports each reading once it can be read, in this window and in others, and none of before they were opened', async () => {
    const earlier = open();
    await read(earlier, 3, OTHER);
    await earlier.reader.readings.settle();
    const [one, two] = [open(), open()];
    const reported: string[] = [];
    for (const [name, { reader }] of Object.entries({ one, two })) {
      reader.onDidChange((ref) => reported.push(`${name} ${reader.last(ref)?.confirmed}`));
    }
    await read(one, 4);
    assert.deepEqual(reported, ['one 4']);
    await clock.advance(2_000);
    assert.deepEqual(reported, ['one 4', 'two 4']);
  });

  it('reports all of the many readings that another window has stored at once', async () => {
    const [one, two] = [open(), open()];
    let reported = 0;
    two.reader.onDidChange(() => reported++);
    for (let id = 0; id < 2_000; id++) {
      const counts = { total: 9, confirmed: 1, processing: 0, pending: 8 };
      one.reader.readings.add({ kind: 't', id: `${id}` }, { at: clock.now(), ...counts });
    }
    await one.reader.readings.settle();
    await clock.advance(1_000);
    assert.equal(reported, 2_000);
  });

  it('the end of a connection ends all demands, and nothing is stored after it', async () => {
    const window = open();
    const all = Array.from({ length: 6 }, (_, id) =>
      ends(window.reader.read({ kind: 't', id: String(id) }, demand('list'))),
    );
    await turn();
    window.end();
    assert.deepEqual(await Promise.all(all), Array(6).fill('aborted'));
    assert.equal(await ends(window.reader.read(REF, demand())), 'aborted');
    assert.equal(service.requested.length, 4);
    assert.equal(window.reader.last(REF), undefined);
  });

  it('stores a reading that was answered just before a switch, for its account', async () => {
    const window = open('one');
    await read(window, 4);
    window.end();
    const seen = ['one', 'two'].map((signIn) => open(signIn).reader.last(REF)?.confirmed);
    assert.deepEqual(seen, [4, undefined]);
  });

  describe('StatsReader while the service asks to wait', () => {
    it('rejects the demands of the user when a wait begins and during it, with the time left, and sends nothing', async () => {
      const { reader } = open();
      const refs = [1, 2, 3, 4, 5].map((id): ProjectRef => ({ kind: 't', id: `${id}` }));
      const all = refs.map((ref) => ends(reader.read(ref, demand())));
      await service.fail(LIMITED);
      assert.deepEqual(await Promise.all(all), Array(5).fill('wait 30000'));
      await clock.advance(12_000);
      assert.equal(await ends(reader.read(REF, demand())), 'wait 18000');
      assert.equal(await ends(reader.request(OTHER, demand())), 'wait 18000');
      assert.equal(service.requested.length, 4);
      const unspecified = ends(open('other').reader.read(REF, demand()));
      await service.fail({ kind: 'rateLimited' });
      assert.equal(await unspecified, 'wait 60000', 'the service gave no time');
    });

    it('waits after a 503 too, and requests that project after all others', async () => {
      const { reader } = open();
      const busy = ends(reader.read(REF, demand('list')));
      await service.fail({ kind: 'http', status: 503, retryAfterMs: 7_000 });
      assert.equal(await busy, 'http');
      assert.equal(await ends(reader.read(OTHER, demand())), 'wait 7000');
      const next = reader.read(OTHER, demand('list'));
      await clock.advance(7_000);
      assert.deepEqual(service.requested, ['t/1', 'n/2']);
      await service.respond('n/2', 3);
      assert.equal((await next).confirmed, 3);
    });

    it('the wait applies to all windows of the sign-in and to no other, as soon as one is refused', async () => {
      const [one, two, other] = [open(), open(), open('other')];
      void ends(one.reader.read(REF, demand()));
      await service.fail(LIMITED);
      assert.equal(await ends(two.reader.read(OTHER, demand())), 'wait 30000');
      const badge = two.reader.read(OTHER, demand('visible', 60_000));
      assert.deepEqual(service.requested, ['t/1']);
      void ends(other.reader.read(REF, demand()));
      await turn();
      assert.deepEqual(service.requested, ['t/1', 't/1']);
      await service.respond();
      await clock.advance(30_000);
      await service.respond('n/2', 3);
      assert.equal((await badge).confirmed, 3);
    });

    it('reports the begin and the end of the wait, also in another window without demands', async () => {
      const [one, two] = [open(), open()];
      const reported: string[] = [];
      for (const [name, { reader }] of Object.entries({ one, two })) {
        reader.onDidChangeWait(() =>
          reported.push(`${name} ${reader.waitUntil === undefined ? 'over' : 'waits'}`),
        );
      }
      void ends(one.reader.read(REF, demand()));
      await service.fail(LIMITED);
      assert.deepEqual(reported, ['one waits']);
      await clock.advance(2_000);
      assert.deepEqual(reported, ['one waits', 'two waits']);
      await clock.advance(28_000);
      assert.deepEqual(reported.slice(2).sort(), ['one over', 'two over']);
    });

    it('continues after the current wait, if the clock was set back during an earlier one', async () => {
      const { reader } = open();
      const first = ends(reader.read(REF, demand()));
      await service.fail({ kind: 'rateLimited', retryAfterMs: 3_600_000 });
      assert.equal(await first, 'wait 3600000');
      clock.set(START - 86_400_000);
      const badge = reader.read(OTHER, demand('visible', 60_000));
      await service.fail(LIMITED, 'n/2');
      assert.deepEqual(service.requested, ['t/1', 'n/2']);
      await clock.advance(29_999);
      assert.equal(service.requested.length, 2);
      await clock.advance(1);
      assert.deepEqual(service.requested, ['t/1', 'n/2', 'n/2']);
      await service.respond();
      await badge;
    });
  });

  describe('Wait that the service asks for', () => {
    const openWait = (signIn = 'one') => {
      const parts = { storage, clock, isOnDisk: () => true, mayStore: () => true };
      return new AskedWait(new KeptData(parts).of(signIn));
    };
    const leftOf = ({ until }: AskedWait) => (until === undefined ? 0 : until - clock.now());
    const limited = (retryAfterMs?: number) =>
      ({ kind: 'rateLimited', ...(retryAfterMs !== undefined && { retryAfterMs }) }) as const;

    it('a wait is a minute if no time is given, an hour at most and five seconds at least', () => {
      for (const [asked, waitMs] of [
        [undefined, 60_000],
        [382_013_495_555, 3_600_000],
        [Infinity, 3_600_000],
        [0.5, 5_000],
      ] as const) {
        const windows = [openWait(`${asked}`), openWait(`${asked}`)];
        windows[0]!.follow(limited(asked));
        assert.deepEqual(windows.map(leftOf), [waitMs, waitMs], 'in all windows');
      }
    });

    it('a wait that was asked for without a time is five seconds, and doubles with each further refusal up to a minute, until the service answers', () => {
      const wait = openWait();
      assert.equal(wait.follow({ kind: 'http', status: 503 }), false);
      assert.equal(leftOf(wait), 0);
      const lengths = Array.from({ length: 6 }, () => {
        // Requests that are refused together.
        for (let at = 0; at < 4; at++) wait.follow(limited(0));
        const left = leftOf(wait);
        clock.pass(left);
        return left;
      });
      assert.deepEqual(lengths, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
      wait.answered();
      wait.follow(limited(0));
      assert.equal(leftOf(wait), 5_000);
    });

    it('waits for the longest time that was asked for', () => {
      const wait = openWait();
      wait.follow(limited(60_000));
      wait.follow(limited(20_000));
      assert.equal(leftOf(wait), 60_000);
      wait.follow(limited(90_000));
      assert.equal(leftOf(wait), 90_000);
    });
  });
});
