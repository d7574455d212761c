import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { describeFailure } from '../../../src/core/messages/failureMessages.ts';
import { describeStatsFailure } from '../../../src/core/messages/statsFailureMessages.ts';

const HOST = 'api.example.com';

describe('why there are no stats of a project', () => {
  it('names a project that the service does not know, and the other kind to look up', () => {
    const notFound = { kind: 'notFound' } as const;
    assert.deepEqual(describeStatsFailure(notFound, { kind: 't', id: '7' }, HOST), {
      reason: 'The service knows no project t/7.',
      hint: 'Check the id, or look up n/7.',
      action: 'retry',
    });
    const other = describeStatsFailure(notFound, { kind: 'n', id: '7' }, HOST);
    assert.equal(other.hint, 'Check the id, or look up t/7.');
  });

  it('is the same as for other requests otherwise', () => {
    const refused = { kind: 'auth', status: 401 } as const;
    assert.deepEqual(
      describeStatsFailure(refused, { kind: 't', id: '7' }, HOST),
      describeFailure(refused, HOST),
    );
  });
});
