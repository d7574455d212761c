import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeStats } from '../../../src/core/model/decode.ts';
import type { Json } from '../../../src/core/model/model.ts';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { keysOf } from '../../support/pages.ts';

const decoders = [PROJECTS.decode, COLLECTIONS.decode, decodeStats] as const;

/** Decodes a body in every way. Only a `ServiceError` may be thrown. */
function survives(body: Uint8Array): void {
  for (const decode of decoders) {
    try {
      decode(parseJson(body));
    } catch (error) {
      assert.ok(error instanceof ServiceError, String(error));
      assert.equal(error.failure.kind, 'decode');
    }
  }
}

const members = [
  ...['name', 'symbol', 'description', 'image', 'animationUrl', 'id', 'mintAddress'],
  ...['transferable', 'status', 'uri', 'ownerAddress', 'attributes', '__proto__', 'rawJSON'],
];
/** Rows with the members of the document, which may have any value. */
const nearlyRow = fc.oneof(
  fc.dictionary(fc.constantFrom(...members), fc.jsonValue(), { maxKeys: 6 }),
  fc.jsonValue(),
);
const nearlyPage = fc.record(
  {
    results: fc.oneof({ weight: 9, arbitrary: fc.array(nearlyRow) }, fc.jsonValue()),
    page: fc.jsonValue(),
    limit: fc.jsonValue(),
    totalPages: fc.jsonValue(),
    totalResults: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

describe('Decoding of any answer', () => {
  it('decoding any bytes or text gives rows or a named failure', () => {
    const text = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('\ufeff{}'));
    const sent = text.map((one) => new TextEncoder().encode(one));
    fc.assert(fc.property(fc.oneof(sent, fc.uint8Array({ maxLength: 400 })), survives), {
      numRuns: 1000,
    });
  });

  it('every item of a list is a row with a key of its own or counts as unreadable', () => {
    fc.assert(
      fc.property(nearlyPage, (page) => {
        const text = JSON.stringify(page);
        const body = JSON.parse(text) as Json;
        if (!Array.isArray((body as { results?: unknown }).results)) return;
        for (const decode of [PROJECTS.decode, COLLECTIONS.decode]) {
          const { rows, received, unreadable } = decode(body);
          assert.equal(received, (body as { results: unknown[] }).results.length);
          assert.equal(rows.length + unreadable, received);
          // The same keys for the same body, or a refresh would mark all rows as new.
          const again = decode(JSON.parse(text) as Json);
          assert.deepEqual(keysOf(again.rows), keysOf(rows));
        }
      }),
    );
  });
});
