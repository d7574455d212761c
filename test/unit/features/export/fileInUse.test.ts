import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { whileInUse } from '../../../../src/features/export/fileInUse.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

describe('whileInUse', () => {
  /** A write that fails this many times, and then succeeds. */
  function busy(times: number, code = 'EBUSY') {
    const calls = { count: 0 };
    const act = async () => {
      await Promise.resolve();
      if (++calls.count <= times) throw failure(code);
      return 'done';
    };
    return { calls, act };
  }

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`replaces a file in use on Windows once it is closed (${code})`, async () => {
      const { calls, act } = busy(2, code);
      assert.equal(await whileInUse(act, true), 'done');
      assert.equal(calls.count, 3);
    });
  }

  it('fails with the reason if the file stays in use', async () => {
    const { calls, act } = busy(Infinity, 'EPERM');
    await assert.rejects(whileInUse(act, true), { code: 'EPERM' });
    assert.equal(calls.count, 8);
  });

  for (const [where, code, isWindows] of [
    [
      'outside Windows after the same error, which means that writing is not allowed',
      'EPERM',
      false,
    ],
    ['on Windows after another error', 'ENOSPC', true],
  ] as const) {
    it(`does not try again ${where}`, async () => {
      const { calls, act } = busy(1, code);
      await assert.rejects(whileInUse(act, isWindows), { code });
      assert.equal(calls.count, 1);
    });
  }
});
