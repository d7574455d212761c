import assert from 'node:assert/strict';
import { explorerLink, parseWebLink } from '../../../src/features/links/commands.ts';

describe('parseWebLink', () => {
  it('returns a link in its canonical form, with the real host', () => {
    const href = (text: string) => {
      const link = parseWebLink(text);
      assert.ok(link.ok);
      return link.url.href;
    };
    const link = href('HTTPS://Images.Example.com:443/a b/../c.png?x=1#y');
    assert.equal(link, 'https://images.example.com/c.png?x=1#y');
    assert.equal(href('https://exаmple.com/'), 'https://xn--exmple-4nf.com/', 'a Cyrillic а');
  });

  it('refuses a link of another scheme, without one, or with a user name or password', () => {
    const refused: readonly (readonly [text: string, says: RegExp])[] = [
      ['http://images.example.com/1.png', /https/],
      ['command:workbench.action.quit', /https/],
      ['images.example.com/1.png', /not a web address/],
      ['https://bank.example@evil.example/', /user name/],
      ['https://:secret@evil.example/', /user name/],
    ];
    for (const [text, says] of refused) {
      const link = parseWebLink(text);
      assert.ok(!link.ok);
      assert.match(link.sentence, says);
    }
  });

  it('accepts a link of up to 8,000 characters', () => {
    const link = (length: number) => parseWebLink('https://a.example/'.padEnd(length, 'x'));
    assert.equal(link(8000).ok, true);
    const long = link(8001);
    assert.match(long.ok ? '' : long.sentence, /too long/);
  });
});

describe('mintscope.explorerUrl', () => {
  const href = (template: string, mintAddress: string) => {
    const link = explorerLink(template, mintAddress);
    return link.ok ? link.url.href : link.sentence;
  };

  it('inserts the encoded mint address into path or query of mintscope.explorerUrl', () => {
    const template = 'https://explorer.example.com/address/{mintAddress}?again={mintAddress}';
    assert.equal(
      href(template, '7xKX/../?&#'),
      'https://explorer.example.com/address/7xKX%2F..%2F%3F%26%23?again=7xKX%2F..%2F%3F%26%23',
    );
    assert.equal(href('https://e.example/{mintAddress}', '$&'), 'https://e.example/%24%26');
    assert.equal(href('https://e.example/{mintAddress}', '\ud800'), 'https://e.example/%EF%BF%BD');
  });

  it('rejects an unusable mintscope.explorerUrl with an example', () => {
    for (const template of [
      'https://explorer.example.com/',
      'http://explorer.example.com/{mintAddress}',
      'https://{mintAddress}.example.com/',
      '{mintAddress}',
    ]) {
      assert.match(href(template, 'evil.example'), /setting mintscope\.explorerUrl/, template);
    }
  });

  it('reports the row, not the setting, for a mint address that makes no link or changes the path', () => {
    for (const mintAddress of ['x'.repeat(8000), '.', '..']) {
      const link = href('https://e.example/a/{mintAddress}/b', mintAddress);
      assert.match(link, /mint address of this row/);
    }
  });
});
