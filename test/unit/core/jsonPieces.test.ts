import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Json } from '../../../src/core/model/model.ts';
import { jsonPieces, PIECE } from '../../../src/core/model/jsonPieces.ts';
import { parseJson } from '../../support/atOnce.ts';

/** More than one piece. */
const filler = 'x'.repeat(PIECE);
const parse = (text: string) => parseJson(new TextEncoder().encode(text));

describe('JSON in pieces', () => {
  it('is what JSON.stringify makes of the same value, in one line and indented', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        for (const one of [value, [filler, value], { filler, value, list: [[], {}, value] }]) {
          const pieces = [...jsonPieces(one as Json, indent)];
          assert.equal(pieces.join(''), JSON.stringify(one, undefined, indent));
        }
      }),
    );
  });

  it('cuts a long text and a long name, and no letter', () => {
    for (let before = 0; before < 3; before++) {
      const text = 'x'.repeat(before) + '🪙"\\\n\ud83e'.repeat(PIECE);
      for (const value of [text, [text, 1], { [text]: text, a: 1 }]) {
        const pieces = [...jsonPieces(value)];
        assert.equal(pieces.join(''), JSON.stringify(value));
        for (const piece of pieces) assert.ok(piece.length < 8 * PIECE, String(piece.length));
      }
    }
  });

  it('keeps every digit, and members of any name', () => {
    const text = `{"__proto__":{"a":1},"0":12345678901234567890,"filler":"${filler}","constructor":[-98765432109876543210]}`;
    const value = parse(text);
    assert.equal([...jsonPieces(value)].join(''), JSON.stringify(value));
    assert.ok([...jsonPieces(value)].join('').includes('[-98765432109876543210]'));
  });

  it('is one piece if it is short', () => {
    assert.deepEqual([...jsonPieces({ a: [1] })], ['{"a":[1]}']);
  });

  it('has pieces of bounded length, also where lines are indented deep', () => {
    let nested: Json = Array<Json>(20_000).fill(1);
    for (let level = 0; level < 500; level++) nested = [nested];
    for (const value of [Array<Json>(500_000).fill(''), nested]) {
      const pieces = [...jsonPieces(value, 2)];
      assert.ok(pieces.length > 10);
      for (const piece of pieces) assert.ok(piece.length < PIECE + 2000);
    }
  });
});
