import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { displayText, shortAddress } from '../../../src/core/displayText.ts';
import { statusTone } from '../../../src/core/statusTone.ts';

describe('text of unknown origin in a row', () => {
  it('is left as it is where it does no harm', () => {
    for (const text of ['Harbor Lights', 'Ünïcödé 日本語', 'שלום', '👩‍👩‍👧 family', 'a  b']) {
      assert.equal(displayText(text), text);
    }
  });

  it('cannot break the row or move the cursor of a terminal', () => {
    assert.equal(
      displayText(' a\r\nb\tc\u0000d\u001b[31me\u007ff\u0085g\u2028h\u2029i '),
      'a b c d [31me f g h i',
    );
  });

  it('cannot turn the direction of what stands beside it', () => {
    const turns = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff';
    for (const turn of turns) assert.equal(displayText(`gpj.${turn}exe`), 'gpj.exe', turn);
  });

  it('is cut where it is too long, and says so', () => {
    assert.equal(displayText('x'.repeat(200)), 'x'.repeat(200));
    assert.equal(displayText('x'.repeat(201)), `${'x'.repeat(200)}…`);
    assert.equal(displayText('x'.repeat(1_000_000), 10), `${'x'.repeat(10)}…`);
  });

  it('is not called cut when only invisible characters went', () => {
    assert.equal(displayText(`${'x'.repeat(200)}\u202e\u202e`), 'x'.repeat(200));
  });

  it('a megabyte of what is dropped leaves a mark that there was something', () => {
    assert.equal(displayText('\u202e'.repeat(1_000_000)), '…');
    assert.equal(displayText('\n'.repeat(1_000_000)), '…');
  });

  it('shows no half of a letter at the cut', () => {
    assert.equal(displayText('😀'.repeat(10), 5), '😀😀…');
    assert.equal(displayText(`x${'😀'.repeat(10)}`, 5), 'x😀😀…');
  });

  it('is short, in one line and turns nothing, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.nat(50), (text, most) => {
        const shown = displayText(text, most);
        assert.ok(shown.length <= most + 1);
        // eslint-disable-next-line no-control-regex -- they are what must be gone
        assert.doesNotMatch(shown, /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
        if (text.isWellFormed()) assert.ok(shown.isWellFormed());
      }),
    );
  });
});

describe('an address in a row', () => {
  it('is short enough to recognise it by', () => {
    assert.equal(shortAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'), '7xKX…gAsU');
    assert.equal(shortAddress('123456789012'), '123456789012');
    assert.equal(shortAddress('1234567890123'), '1234…0123');
  });

  it('shows no half of a letter', () => {
    for (const text of [`a${'😀'.repeat(10)}`, `${'😀'.repeat(10)}a`]) {
      assert.ok(shortAddress(text).isWellFormed(), shortAddress(text));
    }
  });
});

describe('the icon of a status', () => {
  const tones = {
    done: [
      'confirmed',
      'CONFIRMED',
      'completed',
      'done',
      'Success',
      'minted',
      'finalized',
      'ready',
    ],
    underWay: ['processing', 'in_progress', 'minting', 'running', 'active', 'UPLOADING'],
    waiting: ['pending', 'draft', 'queued', 'created', 'lazily', 'scheduled', 'paused'],
    failed: ['failed', 'error', 'rejected', 'cancelled', 'aborted', 'mint failed', 'stuck'],
    unknown: ['', 'mystery', '42', '🙂', undefined],
  } as const;
  for (const [tone, statuses] of Object.entries(tones)) {
    it(`${tone}: ${statuses.join(', ')}`, () => {
      for (const status of statuses) assert.equal(statusTone(status), tone, status);
    });
  }

  it('never shows as done what says it is not', () => {
    for (const status of [
      'unconfirmed',
      'not yet minted',
      'incomplete',
      'not confirmed',
      'NOT_MINTED',
      'not-ready',
      'unfinished',
    ]) {
      assert.notEqual(statusTone(status), 'done', status);
    }
  });

  it('a failure shows as one whatever else is said', () => {
    assert.equal(statusTone('completed with errors'), 'failed');
    assert.equal(statusTone('confirmation failed'), 'failed');
  });

  it('a megabyte of status costs nothing', () => {
    assert.equal(statusTone(`${'x'.repeat(1_000_000)}done`), 'unknown');
  });
});
