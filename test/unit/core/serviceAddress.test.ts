import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readAddress } from '../../../src/core/client/serviceAddress.ts';
import { addressOf as read } from '../../support/address.ts';

const refusal = (text: string) => {
  const result = readAddress(text);
  assert.ok(typeof result === 'string', `${text} was accepted`);
  return result;
};

const WHOLE = 'Type the whole address with https:// in front, for example https://api.example.com.';
const NO_WEB = 'This is not a web address. Type one, for example https://api.example.com.';
const CLEAR =
  'http would send the token unencrypted. Use https (http works for this machine only).';
const HTTPS = 'Only https addresses work, for example https://api.example.com.';
const CREDENTIALS = 'Leave the user name and password out of the address. The token comes next.';
const QUERY = 'Leave out the “?” and everything after it.';
const FRAGMENT = 'Leave out the “#” and everything after it.';
const CONTROL = 'The address holds a line break or another control character. Type it again.';

describe('Errors of a service address', () => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    'Type the address of the service, for example https://api.example.com.': ['', '  ', '\n\t'],
    [WHOLE]: [
      'api.example.com',
      'api.example.com/v2',
      '//api.example.com',
      'https:api.example.com',
      'https:\\\\api.example.com',
      'javascript:alert(1)',
      'data:text/plain,x',
    ],
    'Type the whole address with http:// or https:// in front.': [
      'localhost:3000',
      '127.0.0.1:44535',
      '[::1]:3000/v2',
    ],
    [NO_WEB]: [
      'https://',
      'https://[::1',
      'https://a b.example',
      'https://1.2.3.4.5',
      'http://:80',
    ],
    [CLEAR]: [
      'http://api.example.com',
      'HTTP://api.example.com',
      'http://10.0.0.1',
      'http://0.0.0.0',
      'http://126.255.255.255',
      'http://128.0.0.1',
      'http://[::2]',
    ],
    [HTTPS]: ['ftp://localhost', 'ws://localhost', 'file:///etc/passwd', 'vscode://a/b', 'x://'],
    [CREDENTIALS]: [
      'https://user:pass@api.example.com',
      'https://user@api.example.com',
      'https://:pass@api.example.com',
      'https://:@api.example.com',
      'https://@api.example.com',
      'https://api.example.com@evil.example',
      'http://me@127.0.0.1',
      'https:///user@api.example.com',
      'https:///:pass@api.example.com',
    ],
    [QUERY]: ['https://api.example.com?', 'https://api.example.com/a?b=c', 'https://a.example?#'],
    [FRAGMENT]: ['https://api.example.com#', 'https://api.example.com/a#b'],
    [CONTROL]: [
      'https://api.exa\nmple.com',
      'https://api.example.com/\ta',
      'https://\u0000api.example.com',
      'https://api.example.com/\u007f',
      'https://api.example.com/\u0085a',
    ],
  };
  for (const [sentence, texts] of Object.entries(refused)) {
    it(`refuses an address with: ${sentence}`, () => {
      for (const text of texts) assert.equal(refusal(text), sentence, JSON.stringify(text));
    });
  }

  it('an error never repeats a typed password', () => {
    assert.doesNotMatch(refusal('https://user:hunter2@api.example.com'), /hunter2/);
  });
});

describe('http addresses of this machine', () => {
  for (const [typed, host] of [
    ['http://localhost:3000', 'localhost:3000'],
    ['http://LOCALHOST', 'localhost'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://127.1', '127.0.0.1'],
    ['http://127.9.8.7', '127.9.8.7'],
    ['http://0x7f.1', '127.0.0.1'],
    ['http://0177.0.0.1', '127.0.0.1'],
    ['http://2130706433', '127.0.0.1'],
    ['http://127。0。0。1', '127.0.0.1'],
    ['http://[::1]:9', '[::1]:9'],
    ['http://[0:0::0:1]', '[::1]'],
  ] as const) {
    it(`accepts http with the loopback host ${typed}`, () => {
      const address = read(typed);
      assert.equal(address.loopback, true);
      assert.equal(address.host, host);
      assert.equal(address.origin, `http://${host}`);
    });
  }

  for (const typed of [
    'localhost.',
    'localhost.example.com',
    'foo.localhost',
    '127.0.0.1.example.com',
    '127.0.0.1-example.com',
    '[::ffff:127.0.0.1]',
    '[::]',
    'xlocalhost',
  ]) {
    it(`rejects http://${typed}, which is not loopback`, () => {
      assert.equal(refusal(`http://${typed}`), CLEAR);
      assert.equal(read(`https://${typed}`).loopback, false);
    });
  }

  it('recognises loopback with https as well', () => {
    assert.equal(read('https://localhost:8443').loopback, true);
    assert.equal(read('https://api.example.com').loopback, false);
  });
});

describe('Normal form of a service address', () => {
  it('keeps a path prefix and drops slashes at the end of an address', () => {
    assert.equal(read('https://example.com/nft/api').base, 'https://example.com/nft/api');
    assert.equal(read('https://example.com/nft/api///').base, 'https://example.com/nft/api');
    assert.equal(read('https://example.com').base, 'https://example.com');
    assert.equal(read('https://example.com/').base, 'https://example.com');
    assert.equal(read('https://example.com///').base, 'https://example.com');
    assert.equal(read('https://example.com/a/../b/./c').base, 'https://example.com/b/c');
    assert.equal(read('https://example.com/Ünï').base, 'https://example.com/%C3%9Cn%C3%AF');
  });

  it('drops spaces around an address, capitals of the host and the usual port', () => {
    const address = read('  HTTPS://API.Example.com:443/V2 ');
    assert.equal(address.base, 'https://api.example.com/V2');
    assert.equal(address.origin, 'https://api.example.com');
    assert.equal(address.host, 'api.example.com');
    assert.equal(read('https://api.example.com:8443').host, 'api.example.com:8443');
  });

  it('shows a lookalike host as it is written on the wire', () => {
    assert.equal(read('https://аpi.example.com').host, 'xn--pi-6kc.example.com');
    assert.equal(read('https://münze.example').host, 'xn--mnze-0ra.example');
  });

  it('an @ or slashes in the path are no credentials', () => {
    assert.equal(read('https://example.com/@team//x').base, 'https://example.com/@team//x');
  });
});
