import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { ActiveConnection } from '../../../../src/connection/activeConnection.ts';
import { statsOf } from '../../../../src/connection/statsCache.ts';
import { historyOf } from '../../../../src/connection/statsHistory.ts';
import { type Failure, ServiceError } from '../../../../src/core/model/serviceError.ts';
import { Portfolio, type PortfolioParts } from '../../../../src/features/portfolio/portfolio.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';
import { eventually } from '../../../support/fakeVscode/window.ts';
import { type HeldList, startList } from '../../../support/heldList.ts';
import { turn } from '../../../support/turn.ts';

describe('a portfolio that begins', () => {
  let held: HeldList;
  let life: AbortController;
  let connection: ActiveConnection;
  let asked: number;
  /** How the service answers a request for stats. */
  let failure: Failure;

  beforeEach(() => {
    useDesk(new FakeDesk());
    held = startList({ count: 2 });
    held.all.splice(
      0,
      2,
      ...['1', '2'].map((id) => ({
        ...{ kind: 'project', key: `project/t/${id}`, id, transferable: true },
      })),
    );
    life = new AbortController();
    asked = 0;
    const stats = () => {
      asked++;
      return Promise.reject(new ServiceError(failure));
    };
    connection = {
      ...{ id: 'one', account: 'one', address: { host: 'host' }, client: { stats } },
      ...{ ended: life.signal, beforeClose: new Set() },
    } as unknown as ActiveConnection;
  });

  function begin(): Portfolio {
    const session = { onDidChangeStatus: () => ({ dispose: () => undefined }) };
    const { list: projects, clock } = held;
    const parts = { session, projects, clock, onChange: () => undefined };
    return new Portfolio(connection, parts as unknown as PortfolioParts);
  }
  /** Waits until what earlier windows have kept was read. */
  async function untilRestored() {
    await historyOf(connection).all();
    await statsOf(connection).restored;
    await turn();
  }

  it('reads nothing if its tab was closed meanwhile', async () => {
    begin().dispose();
    await untilRestored();
    assert.deepEqual(held.service.pages, []);
  });

  it('reads nothing if the connection has ended meanwhile', async () => {
    begin();
    life.abort();
    await untilRestored();
    assert.deepEqual(held.service.pages, []);
  });

  it('waits as long as the service has asked an earlier one to', async () => {
    failure = { kind: 'rateLimited', retryAfterMs: 120_000 };
    const first = begin();
    await eventually(() => held.service.waiting.length, 1);
    held.service.waiting[0]!.answer();
    await eventually(() => asked, 2);
    await turn();
    first.dispose();
    await held.clock.advance(60_000);
    const second = begin();
    await eventually(() => second.phase, 'stats');
    await turn();
    assert.match(second.state.coverage, /waiting until/);
    assert.equal(asked, 2);
    await held.clock.advance(60_000);
    assert.equal(asked, 4);
    second.dispose();
  });
});
