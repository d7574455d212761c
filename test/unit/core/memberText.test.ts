import assert from 'node:assert/strict';
import { parseJson } from '../../../src/core/model/json.ts';
import { nestedText, plainText } from '../../../src/core/model/memberText.ts';
import type { Json, JsonObject } from '../../../src/core/model/model.ts';

describe('A member of a row as text', () => {
  it('shows a number beyond all range as one, and not as “Infinity” or as nothing', () => {
    const { one, other, list } = parseJson(
      new TextEncoder().encode('{"one":1e400,"other":-1e400,"list":[1e400]}'),
    ) as JsonObject;
    assert.equal(plainText(one, 200), 'a number too large to read');
    assert.equal(plainText(other, 200), 'a number too large to read');
    assert.equal(nestedText(list as readonly Json[], 200), '[ "a number too large to read" ]');
  });
});
