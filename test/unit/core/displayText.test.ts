import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  besideName,
  displayLines,
  displayText,
  shortAddress,
  shortName,
  withoutHidden,
} from '../../../src/core/base/displayText.ts';
import { statusTone } from '../../../src/core/model/statusTone.ts';

describe('Text of the service in a row', () => {
  it('cuts a name in its middle and no letter in half', () => {
    assert.equal(shortName('Harbor Lights', 13), 'Harbor Lights');
    assert.equal(shortName('Harbor Lights II', 13), 'Harbor L…s II');
    assert.equal(shortName('🌊'.repeat(9), 6), '🌊🌊🌊…🌊🌊');
    assert.equal(shortName('👩‍👩‍👧'.repeat(6), 6), '👩‍👩‍👧'.repeat(6));
  });

  it('removes line breaks and control characters', () => {
    assert.equal(
      displayText(' a\r\nb\tc\u0000d\u001b[31me\u007ff\u0085g\u2028h\u2029i '),
      'a b c d [31me f g h i',
    );
  });

  it('takes a text of which nothing can be seen as empty', () => {
    const blanks = [
      '\u200b',
      '\u3164',
      '\u2800\u2800',
      '\u00ad',
      '\u{e0041}\ufe0f',
      '\0\0',
      '\ufffa',
    ];
    for (const blank of blanks) {
      assert.equal(displayText(blank), '', encodeURIComponent(blank));
      assert.equal(displayText(blank.repeat(500)), '', encodeURIComponent(blank));
      assert.equal(displayText(`${blank}A${blank}`).includes('A'), true);
    }
  });

  it('leaves nothing in a text for a model that the user cannot see', () => {
    for (const [text, seen] of [
      ['Har\u200bbor\u{e0049}\u{e0067} \u200d\u00adLights\u200c', 'Harbor Lights'],
      ['A\ufe00\ufe01\u{e0100}\u2063B', 'AB'],
      ['👩‍👩‍👧 ❤️‍🔥', '👩‍👩‍👧 ❤‍🔥'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
      ['a\u200d\u200d\u200cb', 'ab'],
    ] as const) {
      assert.equal(withoutHidden(text), seen);
    }
  });

  it('removes signs that change the direction of the text beside them', () => {
    const turns = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff';
    for (const turn of turns) assert.equal(displayText(`gpj.${turn}exe`), 'gpj.exe', turn);
  });

  it('adds a left-to-right mark after a right-to-left name', () => {
    assert.equal(besideName('נמל 100', '24%'), '\u200e24%');
    assert.equal(besideName('Harbor 紙の狐', '24%'), '24%');
    assert.equal(besideName('مصابيح', ''), '');
  });

  it('leaves line breaks where there is room for them', () => {
    assert.equal(displayLines('a\r\nb\rc\n\nd\u2028e', 100), 'a\nb\nc\n\nd\ne');
    assert.equal(displayLines('a\u0000b\tc\u009bd\u202e', 100), 'a b c d');
    assert.equal(displayLines('x'.repeat(1_000_000), 10), `${'x'.repeat(10)}…`);
  });

  it('cuts text that is too long, with an ellipsis', () => {
    assert.equal(displayText('x'.repeat(200)), 'x'.repeat(200));
    assert.equal(displayText('x'.repeat(201)), `${'x'.repeat(200)}…`);
    assert.equal(displayText(`${'x'.repeat(200)}\u202e\u202e`), 'x'.repeat(200), 'invisible');
    assert.equal(displayText('x'.repeat(1_000_000), 10), `${'x'.repeat(10)}…`);
  });

  it('shows any text short, on one line and without direction marks for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.nat(50), (text, most) => {
        const shown = displayText(text, most);
        assert.ok(shown.length <= most + 1);
        // eslint-disable-next-line no-control-regex -- none of them may be left
        assert.doesNotMatch(shown, /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
        if (text.isWellFormed()) assert.ok(shown.isWellFormed());
      }),
    );
  });
});

describe('shortAddress', () => {
  it('shortens an address to its start and its end', () => {
    assert.equal(shortAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'), '7xKX…gAsU');
    assert.equal(shortAddress('123456789012'), '123456789012');
    assert.equal(shortAddress('1234567890123'), '1234…0123');
  });
});

describe('Tone of a status', () => {
  const tones = {
    done: ['CONFIRMED', 'completed', 'done', 'Success', 'minted', 'finalized', 'ready'],
    underWay: ['processing', 'in_progress', 'minting', 'running', 'active', 'UPLOADING'],
    waiting: ['pending', 'draft', 'queued', 'created', 'lazily', 'scheduled', 'paused'],
    failed: ['failed', 'error', 'rejected', 'cancelled', 'aborted', 'completed with errors'],
    unknown: ['', 'mystery', '42', '🙂', undefined],
  } as const;
  it('shows a status by its tone, in any writing', () => {
    for (const [tone, statuses] of Object.entries(tones)) {
      for (const status of statuses) assert.equal(statusTone(status), tone, status);
    }
  });

  it('shows a status as not done that is still to come or has only begun', () => {
    for (const [status, tone] of [
      ['being minted', 'underWay'],
      ['PARTLY_CONFIRMED', 'underWay'],
      ['confirming', 'underWay'],
      ['to_be_minted', 'waiting'],
      ['will be minted', 'waiting'],
      ['awaiting confirmation', 'waiting'],
      ['ready_for_minting', 'waiting'],
      ['50% minted', 'unknown'],
      ['3 of 10 minted', 'unknown'],
      ['become minted', 'done'],
      ['ready fortune', 'done'],
    ] as const) {
      assert.equal(statusTone(status), tone, status);
    }
  });

  it('shows a negated status as not done', () => {
    for (const status of ['unconfirmed', 'not yet minted', 'incomplete', 'NOT_MINTED']) {
      assert.notEqual(statusTone(status), 'done', status);
    }
  });
});
