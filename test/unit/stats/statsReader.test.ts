import assert from 'node:assert/strict';
import type { ProjectRef } from '../../../src/core/model/model.ts';
import { unseenProject } from '../../../src/core/model/projectRef.ts';
import { isServiceError } from '../../../src/core/model/serviceError.ts';
import type { Demand } from '../../../src/stats/demandQueue.ts';
import { projectRow } from '../../../src/stats/projectRow.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { eventually } from '../../support/eventually.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { turn } from '../../support/turn.ts';

const REF: ProjectRef = 't/1';
const OTHER: ProjectRef = 'n/2';
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
  const read = async ({ reader }: ReturnType<typeof open>, confirmed: number, ref?: ProjectRef) => {
    const reading = reader.read(ref ?? REF, demand());
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

  it('while the service fails as a whole, no single project counts as one that could not be read', async () => {
    const { reader, status, connection } = open();
    for (const [ref, failure] of [
      [REF, { kind: 'http', status: 503 }],
      [OTHER, { kind: 'notFound' }],
    ] as const) {
      const ended = ends(reader.read(ref, demand()));
      await service.fail(failure);
      await ended;
    }
    const unread = () => [REF, OTHER].filter((ref) => reader.isUnread(ref));
    const inPortfolio = () =>
      [REF, OTHER].flatMap((ref) => {
        const { concerns } = projectRow(connection, unseenProject(ref));
        return concerns.some(({ kind }) => kind === 'unreadable') ? ref : [];
      });
    assert.deepEqual([unread(), inPortfolio()], [['t/1'], ['t/1']], 'no project without stats');
    status.isFailing = true;
    assert.deepEqual([unread(), inPortfolio()], [[], []]);
    assert.deepEqual([...reader.failures.keys()], ['t/1', 'n/2'], 'a panel still says why');
  });

  it('reports each reading once it can be read, in this window and in others, and none of before they were opened', async () => {
    const earlier = open();
    await read(earlier, 3, OTHER);
    await earlier.reader.readings.settle();
    const [one, two] = [open(), open()];
    const reported: string[] = [];
    for (const [name, { reader }] of Object.entries({ one, two })) {
      reader.onDidChange(({ last, before }) =>
        reported.push(`${name} ${before?.confirmed} ${last.confirmed}`),
      );
    }
    await read(one, 4);
    assert.deepEqual(reported, ['one undefined 4']);
    await clock.advance(2_000);
    assert.deepEqual(reported, ['one undefined 4', 'two undefined 4']);
    await clock.advance(10_000);
    await read(two, 5);
    await clock.advance(2_000);
    assert.deepEqual(reported.slice(2), ['two 4 5', 'one 4 5']);
  });

  it('reports all of the many readings that another window has stored at once', async () => {
    const [one, two] = [open(), open()];
    let reported = 0;
    two.reader.onDidChange(() => reported++);
    for (let id = 0; id < 2_000; id++) {
      const counts = { total: 9, confirmed: 1, processing: 0, pending: 8 };
      one.reader.readings.add(`t/${id}`, { at: clock.now(), ...counts });
    }
    await one.reader.readings.settle();
    await clock.advance(1_000);
    assert.equal(reported, 2_000);
  });

  it('the end of a connection ends all demands, and nothing is stored after it', async () => {
    const window = open();
    const all = Array.from({ length: 6 }, (_, id) =>
      ends(window.reader.read(`t/${id}` as const, demand('list'))),
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

  it('of several requests of the user while the service asks to wait one is sent, and the others follow its end', async () => {
    const { reader, wait } = open();
    void ends(reader.read(REF, demand()));
    await service.fail(LIMITED);
    const refs = [3, 4, 5].map((id): ProjectRef => `t/${id}` as const);
    wait.probeNow();
    const first = refs.map((ref) => ends(reader.read(ref, demand())));
    await turn();
    assert.equal(service.underWay.length, 1);
    await service.fail({ kind: 'rateLimited', retryAfterMs: 40_000 });
    assert.deepEqual(await Promise.all(first), Array(3).fill('wait 40000'));
    wait.probeNow();
    const second = refs.map((ref) => ends(reader.read(ref, demand())));
    await service.respond();
    assert.equal(service.underWay.length, 2);
    await service.respond();
    assert.deepEqual(await Promise.all(second), Array(3).fill('answered'));
  });

  describe('Reading the counts of a whole list', () => {
    const refs = Array.from({ length: 7 }, (_, at): ProjectRef => `t/${at}`);
    const all = (
      { reader }: ReturnType<typeof open>,
      maxAgeMs = 60_000,
      signal = new AbortController().signal,
    ) => {
      const done: string[] = [];
      const onEach = (key: string) => done.push(key);
      return { done, end: ends(reader.readAll(refs, { signal, maxAgeMs, onEach })) };
    };

    const respondUntil = async (end: Promise<string>) => {
      let ended: string | undefined;
      void end.then((how) => (ended = how));
      await eventually(() => {
        void service.respond();
        return ended;
      }, 'answered');
    };

    it('reads the first alone, then four at a time, in order, and none that is young', async () => {
      const window = open();
      await read(window, 4, refs[2]);
      const { done, end } = all(window);
      await eventually(() => service.underWay, ['t/0']);
      await service.respond();
      await eventually(() => service.underWay, ['t/1', 't/3', 't/4', 't/5']);
      await respondUntil(end);
      assert.deepEqual(done.toSorted(), refs);
    });

    it('reads projects again whose first request met a wait of the service (503), and blames one only that always asks for one', async () => {
      const window = open();
      const { done, end } = all(window);
      await service.respond('t/0');
      await eventually(() => service.underWay.length, 4);
      const busy = { kind: 'http', status: 503, retryAfterMs: 20_000 } as const;
      await service.fail(busy);
      assert.equal(service.underWay.length, 0);
      assert.equal(
        window.reader.failures.size,
        0,
        'the service paused, which is about none of them',
      );
      await clock.advance(20_000);
      await eventually(() => service.underWay.length, 4);
      await service.fail(busy, 't/1');
      await clock.advance(20_000);
      await respondUntil(end);
      assert.deepEqual(done.toSorted(), refs);
      assert.deepEqual([...window.reader.failures.keys()], ['t/1']);
      const counted = refs.filter((ref) => window.reader.last(ref));
      assert.deepEqual(counted, ['t/0', ...refs.slice(2)]);
    });

    it('an outage stops it, blames no project, and a later call reads only the rest', async () => {
      const window = open();
      const first = all(window);
      await service.respond('t/0');
      await eventually(() => service.underWay.length, 4);
      await service.fail({ kind: 'http', status: 502 }, 't/1');
      assert.deepEqual([...window.reader.failures.keys()], ['t/1']);
      await service.fail({ kind: 'network', code: 'ECONNREFUSED', tls: false }, 't/2');
      assert.equal(await first.end, 'network');
      assert.equal(service.underWay.length, 0);
      assert.equal(window.reader.failures.size, 0);
      const sent = service.requested.length;
      const second = all(window);
      await respondUntil(second.end);
      assert.deepEqual(service.requested.slice(sent), refs.slice(1));
    });
  });
});
