import assert from 'node:assert/strict';
import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';

/** What `run` fails with. Anything but a `ServiceError`, or no failure at all, fails the test. */
export async function failureOf(run: Promise<unknown> | (() => unknown)): Promise<Failure> {
  try {
    await (typeof run === 'function' ? run() : run);
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a ServiceError: ${String(error)}`);
    return error.failure;
  }
  assert.fail('it did not fail');
}
