/*
 * Preloaded into a process and its workers: the system's certificates cannot be read, and those of
 * Node are the private authority.
 */
import { readFileSync } from 'node:fs';
import { AUTHORITY, trustInstead } from '../../support/tlsService.ts';

trustInstead((store) => {
  if (store === 'system') throw new Error('No such store.');
  return [readFileSync(AUTHORITY, 'utf8')];
});
