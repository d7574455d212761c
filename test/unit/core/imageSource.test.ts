import assert from 'node:assert/strict';
import { imagePolicy, imageSource } from '../../../src/core/panel/imageSource.ts';

describe('imageSource', () => {
  it('accepts an https image, and names the host in its ASCII form', () => {
    assert.deepEqual(imageSource('https://Images.Example:8443/a b.png', false), {
      address: 'https://images.example:8443/a%20b.png',
      host: 'images.example:8443',
    });
    assert.ok(imageSource('https://a.example/'.padEnd(8000, 'x'), false));
    const source = imageSource('https://ex\u0430mple.com/1.png', false);
    assert.equal(source?.host, 'xn--exmple-4nf.com');
  });

  it('refuses an image of another scheme or machine, with credentials or too long an address', () => {
    for (const address of [
      'data:image/png;base64,AAAA',
      'http://images.example/1.png',
      'http://127.0.0.1.evil.example/1.png',
      'https://images.example@evil.example/1.png',
      'https://:secret@evil.example/1.png',
      'not an address',
      undefined,
      'https://a.example/'.padEnd(8001, 'x'),
    ]) {
      for (const loopback of [true, false]) assert.equal(imageSource(address, loopback), undefined);
    }
  });

  it('allows the same loopback hosts for images as the policy of the page', () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const address = `http://${host}:3000/1.svg`;
      assert.equal(imageSource(address, true)?.host, `${host}:3000`);
      assert.ok(imagePolicy(true).includes(`http://${host}:*`));
      assert.equal(imageSource(address, false), undefined);
    }
    assert.deepEqual(imagePolicy(false), ['https:']);
  });
});
