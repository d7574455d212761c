import assert from 'node:assert/strict';
import { sampleData } from '../../../src/connection/sampleData.ts';
import { FakeMemento } from '../../support/fakeVscode/storage.ts';
import { turn } from '../../support/turn.ts';

describe('Sample data of a window', () => {
  let memory: FakeMemento;
  let started: number;
  let closed: number;
  /** If set, the service does not start, with this error. */
  let fault: Error | undefined;
  let sample: ReturnType<typeof sampleData>;
  beforeEach(() => {
    memory = new FakeMemento();
    [started, closed, fault] = [0, 0, undefined];
    sample = sampleData(start, memory as never);
  });
  const start = () => {
    started++;
    if (fault !== undefined) return Promise.reject(fault);
    const close = () => {
      closed++;
      return Promise.resolve();
    };
    return Promise.resolve({ address: 'http://127.0.0.1:1', token: `token-${started}`, close });
  };
  const sent = async () => {
    const { address, token } = await sample.run();
    return token.authorizationFor(new URL(address.base));
  };

  it('the sample service ends when the user leaves it, and starts again with another token', async () => {
    const before = await sent();
    await sample.setWanted(false);
    assert.equal(closed, 1);
    assert.notEqual(await sent(), before);
    assert.deepEqual([started, closed], [2, 1]);
  });

  it('the sample service ends with the window, also during its start', async () => {
    void sample.run();
    sample.dispose();
    await turn();
    assert.equal(closed, 1);
  });
});
