import assert from 'node:assert/strict';
import { readAddress, type ServiceAddress } from '../../src/core/client/serviceAddress.ts';

export function addressOf(text: string): ServiceAddress {
  const address = readAddress(text);
  if (typeof address === 'string') assert.fail(`${text}: ${address}`);
  return address;
}
