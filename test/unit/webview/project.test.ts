import assert from 'node:assert/strict';
import { describeProject, imageSource, savedPanel } from '../../../src/webview/stats/project.ts';
import { imageMark, readSaved, toSaved } from '../../../src/webview/stats/saved.ts';

describe("the stats panel's header", () => {
  it('a project known only by its ref is headed by it', () => {
    const header = describeProject('n/7012', undefined);
    assert.equal(header.heading, 'Project n/7012');
    assert.equal(header.known, false);
    assert.equal(header.transferable, 'not transferable');
    assert.equal(header.id, '7012');
  });

  it('blank facts count as none', () => {
    const header = describeProject('t/1', { name: ' \n', symbol: '', description: '\t' });
    assert.equal(header.heading, 'Project t/1');
    assert.equal(header.symbol, undefined);
    assert.equal(header.description, undefined);
  });

  it('megabytes of text stay a page one can read', () => {
    const flood = 'x'.repeat(1_000_000);
    const header = describeProject('t/1', {
      name: flood,
      symbol: flood,
      status: flood,
      mintAddress: flood,
      description: flood,
    });
    assert.ok(JSON.stringify(header).length < 21_000);
    assert.ok(JSON.stringify(savedPanel('t/1', { name: flood, image: flood })).length < 1_000);
  });

  it('only addresses that may be fetched become images, and the host is named', () => {
    assert.deepEqual(imageSource('https://Images.Example:8443/a b.png'), {
      address: 'https://images.example:8443/a%20b.png',
      host: 'images.example:8443',
    });
    assert.equal(imageSource('http://127.0.0.1:3000/1.svg')?.host, '127.0.0.1:3000');
    for (const address of [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      'http://images.example/1.png',
      'http://127.0.0.1.evil.example/1.png',
      'https://images.example@evil.example/1.png',
      'ipfs://Qm',
      'not an address',
      '',
      undefined,
    ]) {
      assert.equal(imageSource(address), undefined, address);
    }
  });

  it('a lookalike host is named as it is written on the wire', () => {
    assert.equal(imageSource('https://ex\u0430mple.com/1.png')?.host, 'xn--exmple-4nf.com');
  });
});

describe('what the stats panel keeps', () => {
  it('comes back as it was', () => {
    const facts = { name: 'A', image: 'https://images.example/1.png' };
    const kept = toSaved('t/1', facts, 'mark');
    assert.deepEqual(readSaved(structuredClone(kept)), { ref: 't/1', facts, shownImage: 'mark' });
  });

  it('is nothing if it is not ours', () => {
    for (const value of [undefined, null, 'x', { shownImage: 'a' }]) {
      assert.equal(readSaved(value), undefined);
    }
    assert.deepEqual(readSaved({ ref: 't/1', shownImage: 5 }), { ref: 't/1' });
  });

  it('lets an image load again only in the same life of the panel', () => {
    assert.notEqual(imageMark('a', 'https://x/1'), imageMark('b', 'https://x/1'));
  });
});
