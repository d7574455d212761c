/*
 * Preloaded into a process and its workers: only the system trusts the private authority, and reading
 * its certificates fails where that would block the extension host.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { AUTHORITY, trustInstead } from './tlsService.ts';

trustInstead((store) => {
  if (store !== 'system') return [];
  if (isMainThread) throw new Error('The extension host is blocked.');
  return [readFileSync(AUTHORITY, 'utf8')];
});
