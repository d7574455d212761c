import { Uri } from './fakeVscode/values.ts';

/** The address of a JSON document: of which account, and the key of its row. */
export const jsonAddress = (account: string, key: string) =>
  Uri.from({
    scheme: 'mintscope-json',
    path: '/x.json',
    query: new URLSearchParams({ service: account, key }).toString(),
  });
