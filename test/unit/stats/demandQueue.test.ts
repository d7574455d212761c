import assert from 'node:assert/strict';
import { isServiceError } from '../../../src/core/model/serviceError.ts';
import { DemandQueue, type Urgency } from '../../../src/stats/demandQueue.ts';
import { type Ends, HeldCalls } from '../../support/heldCalls.ts';
import { turn } from '../../support/turn.ts';

interface Call extends Ends<string> {
  readonly key: string;
  readonly signal: AbortSignal;
}

const isAborted = (error: unknown) => isServiceError(error) && error.failure.kind === 'aborted';

describe('DemandQueue', () => {
  let calls: HeldCalls<Call>;
  let queue: DemandQueue<string, string>;

  beforeEach(() => {
    calls = new HeldCalls<Call>();
    queue = new DemandQueue<string, string>({
      request: (key, signal) => calls.hold<string>((ends) => ({ key, signal, ...ends }), true),
      mayStart: () => true,
      keepsDemands: () => false,
    });
  });

  const demand = (
    key: string,
    urgency: Urgency = 'user',
    maxAgeMs = 60_000,
    signal = new AbortController().signal,
  ) => {
    const answer = queue.demand(key, { urgency, maxAgeMs, signal });
    // A test that expects a rejection asserts it itself.
    answer.catch(() => undefined);
    return answer;
  };
  const requestAll = async (...keys: readonly string[]) => {
    for (const key of keys) void demand(key, 'list');
    await turn();
  };
  const requested = () => calls.requests.map(({ key }) => key).join(' ');
  const answer = async (key: string, text = key) => {
    for (const call of calls.waiting) if (call.key === key) call.respond(text);
    await turn();
  };

  it('the queue requests next what is most urgent by any of its demands, and of that the oldest', async () => {
    await requestAll('1', '2', '3', '4');
    for (const key of ['click', 'list']) void demand(key, 'list');
    void demand('old badge', 'visible');
    void demand('watched', 'watched');
    void demand('badge', 'visible');
    void demand('click', 'user');
    for (let at = 1; at <= 4; at++) await answer(String(at));
    await answer('click');
    assert.equal(requested(), '1 2 3 4 click old badge badge watched list');
  });

  it('a demand for new counts waits for a request after the one under way', async () => {
    const first = demand('a');
    await turn();
    const fresh = demand('a', 'user', 0);
    const young = demand('a', 'visible', 30_000);
    await answer('a', 'old');
    assert.deepEqual(await Promise.all([first, young]), ['old', 'old']);
    assert.equal(requested(), 'a a');
    await answer('a', 'new');
    assert.equal(await fresh, 'new');
  });

  it('cancels a request without a demand, and begins the next', async () => {
    const ends = Array.from({ length: 4 }, () => new AbortController());
    const all = ends.map(({ signal }, at) => demand(String(at), 'visible', 60_000, signal));
    await turn();
    void demand('next');
    ends[2]!.abort();
    await assert.rejects(all[2]!, isAborted);
    await turn();
    assert.equal(calls.canceled.map(({ key }) => key).join(), '2');
    assert.equal(requested(), '0 1 2 3 next');
  });

  it('continues a request while another demand needs it', async () => {
    const end = new AbortController();
    const left = demand('a', 'visible', 60_000, end.signal);
    const stays = demand('a', 'list');
    await turn();
    end.abort();
    await assert.rejects(left, isAborted);
    await answer('a', 'stats');
    assert.equal(await stays, 'stats');
  });

  it('sends no request for a demand that was ended before its turn, or at once', async () => {
    await requestAll('1', '2', '3');
    const ends = [new AbortController(), new AbortController()];
    void demand('gone', 'user', 60_000, ends[0]!.signal);
    ends[0]!.abort();
    void demand('4', 'list');
    await turn();
    void demand('gone later', 'user', 60_000, ends[1]!.signal);
    await turn();
    const stays = demand('gone later', 'list');
    ends[1]!.abort();
    await answer('1');
    await assert.rejects(demand('late', 'user', 60_000, AbortSignal.abort()), isAborted);
    assert.equal(requested(), '1 2 3 4 gone later');
    await answer('gone later');
    assert.equal(await stays, 'gone later', 'another demand of the project needs it');
  });

  it('repeats a canceled request for a demand that comes just after it', async () => {
    const end = new AbortController();
    void demand('a', 'visible', 60_000, end.signal);
    await turn();
    end.abort();
    const back = demand('a', 'visible');
    await turn();
    assert.equal(requested(), 'a a');
    await answer('a', 'stats');
    assert.equal(await back, 'stats');
  });
});
