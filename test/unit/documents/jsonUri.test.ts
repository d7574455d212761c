import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { JsonObject } from '../../../src/core/model/model.ts';
import { jsonSubject, jsonUri, rowTitle, shortKey } from '../../../src/documents/jsonUri.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { Uri } from '../../support/fakeVscode/values.ts';

const subject = {
  service: 'https://a.example/?b=c',
  key: 'project/t/1',
} as const;
const project = (source: JsonObject) => PROJECTS.decode({ results: [source] }).rows[0]!;
const collection = (source: JsonObject) => COLLECTIONS.decode({ results: [source] }).rows[0]!;
const subjectOf = (query: string) =>
  jsonSubject(Uri.from({ scheme: 'mintscope-json', path: '/x.json', query }) as never);

describe('Address of a JSON document', () => {
  it('the address of a document names its subject, under a name for every system', () => {
    const uri = jsonUri(subject, 'a/b: \ud800<c>');
    assert.equal(uri.path, '/Mintscope documents/a-b- \ufffd-c-.json');
    assert.deepEqual(jsonSubject(uri), subject);
  });

  it('an address without a service and a key is invalid', () => {
    assert.equal(subjectOf('service=s&key=k')?.key, 'k');
    for (const query of ['key=k', 'service=s']) {
      assert.equal(subjectOf(query), undefined, query);
    }
  });

  it('the address of a row that is identified by its whole text stays short', () => {
    const long = `project/${'x'.repeat(192)}`;
    assert.equal(shortKey(long), long);
    assert.match(shortKey(`${long}x`), /^project\/[0-9a-f]{64}$/);
    assert.notEqual(shortKey(`${long}x`), shortKey(`${long}y`));
  });
});

describe('Title of a document about a row', () => {
  it('the title is the name of the row, with its id or else its mint address', () => {
    const mintAddress = 'MintAddress123456';
    for (const [title, row] of [
      ['A (1 · transferable)', project({ name: 'A', id: 1, transferable: true, mintAddress })],
      ['A (Mint…3456)', project({ name: 'A', mintAddress })],
      ['Unnamed project', project({})],
      ['Project 1 · transferable', project({ id: 1, transferable: true })],
      ['Mint…3456', collection({ mintAddress })],
    ] as const) {
      assert.equal(rowTitle(row), title);
    }
  });
});
