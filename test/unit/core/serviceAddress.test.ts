import assert from 'node:assert/strict';
import { readAddress } from '../../../src/core/client/serviceAddress.ts';
import { addressOf as read } from '../../support/address.ts';

const CLEAR =
  'http would send the token unencrypted. Use https (http works for this machine only).';
describe('Service address', () => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    'Type the whole address with https:// in front, for example https://api.example.com.': [
      '',
      ' \n\t',
      'api.example.com/v2',
      '//api.example.com',
      'https:api.example.com',
      'ftp://localhost',
      'https://',
      'https://api.exa\nmple.com',
      'https://\u0000api.example.com',
      'https://api.example.com/\u007f',
    ],
    'Type the whole address with http:// in front, for example http://127.0.0.1:7700.': [
      '127.0.0.1:7700',
      ' 127.0.0.1:7700/v1 ',
    ],
    [CLEAR]: ['HTTP://api.example.com', 'http://126.255.255.255', 'http://[::2]'],
    'Leave the user name and password out of the address. The token comes next.': [
      'https://@api.example.com',
      'https://api.example.com@evil.example',
      'https:///user@api.example.com',
    ],
    'Leave out the “?” or “#” and everything after it.': [
      'https://a.example?#',
      'https://api.example.com/a#b',
    ],
  };
  it('names what is wrong with an address', () => {
    for (const [sentence, texts] of Object.entries(refused)) {
      for (const text of texts) assert.equal(readAddress(text), sentence, JSON.stringify(text));
    }
  });

  it('accepts http with a loopback host only', () => {
    for (const [typed, host] of [
      ['http://localhost:3000', 'localhost:3000'],
      ['http://127.0.0.1:8080', '127.0.0.1:8080'],
      ['http://0x7f.1', '127.0.0.1'],
      ['http://[::1]:9', '[::1]:9'],
    ] as const) {
      const { loopback, origin } = read(typed);
      assert.deepEqual([loopback, origin], [true, `http://${host}`]);
      assert.equal(read(typed.replace('http:', 'https:')).loopback, true);
    }
    for (const host of ['localhost.', 'foo.localhost', '127.0.0.1.example.com']) {
      assert.equal(readAddress(`http://${host}`), CLEAR);
      assert.equal(read(`https://${host}`).loopback, false);
    }
  });

  it('keeps the path of an address and drops slashes at its end', () => {
    for (const [typed, path] of [
      ['/nft/api///', '/nft/api'],
      ['/', ''],
      ['/a/../b/./c', '/b/c'],
      ['/Ünï', '/%C3%9Cn%C3%AF'],
      // Neither of these is credentials.
      ['/@team//x', '/@team//x'],
    ] as const) {
      assert.equal(read(`https://example.com${typed}`).base, `https://example.com${path}`);
    }
  });

  it('drops spaces around an address, capitals of the host and the usual port, and shows a lookalike host as it is written on the wire', () => {
    const address = read('  HTTPS://API.Example.com:443/V2 ');
    assert.equal(address.base, 'https://api.example.com/V2');
    assert.equal(address.origin, 'https://api.example.com');
    assert.equal(address.host, 'api.example.com');
    assert.equal(read('https://api.example.com:8443').host, 'api.example.com:8443');
    assert.equal(read('https://аpi.example.com').host, 'xn--pi-6kc.example.com');
  });
});
