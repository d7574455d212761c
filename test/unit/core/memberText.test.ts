import assert from 'node:assert/strict';
import { parseJson } from '../../../src/core/model/json.ts';
import { nestedText, plainText } from '../../../src/core/model/memberText.ts';
import type { Json, JsonObject } from '../../../src/core/model/model.ts';

describe('A member of a row as text', () => {
  it('does not show a number beyond all range as “Infinity”', () => {
    const { one, other, list } = parseJson(
      new TextEncoder().encode('{"one":1e400,"other":-1e400,"list":[1e400]}'),
    ) as JsonObject;
    assert.deepEqual([plainText(one, 200), plainText(other, 200)], ['', '']);
    assert.equal(nestedText(list as readonly Json[], 200), '[ null ]');
  });
});
