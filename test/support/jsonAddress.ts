import { Uri } from './fakeVscode/values.ts';

/** The address of a JSON document: what it shows, of which account, the key of its row, and of when. */
export const jsonAddress = (what: string, account: string, key: string, at = '') =>
  Uri.from({
    scheme: 'mintscope-json',
    path: '/x.json',
    query: new URLSearchParams({ what, service: account, key, at }).toString(),
  });
