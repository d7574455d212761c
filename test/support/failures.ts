import assert from 'node:assert/strict';
import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';

/** The failure of `run`. The test fails if `run` succeeds or throws anything but a `ServiceError`. */
export async function failureOf(run: Promise<unknown> | (() => unknown)): Promise<Failure> {
  try {
    await (typeof run === 'function' ? run() : run);
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a ServiceError: ${String(error)}`);
    return error.failure;
  }
  assert.fail('it did not fail');
}
