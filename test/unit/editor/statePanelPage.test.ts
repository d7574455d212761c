import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import { pageHtml, webviewOptions } from '../../../src/editor/statePanel.ts';
import { imagePolicy } from '../../../src/protocol/imageSource.ts';
import { FakePanel } from '../../support/fakeVscode/panel.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { env, l10n } from '../../support/fakeVscode/vscode.ts';

const EXTENSION = Uri.file('/extension') as unknown as vscode.Uri;
const RESOURCES = 'https://file+.vscode-resource.vscode-cdn.net/extension';

function page(images = false, loopbackImages = false): string {
  const { webview } = new FakePanel('mintscope.stats', 'Project');
  return pageHtml(
    webview as unknown as vscode.Webview,
    { viewType: 'mintscope.stats', extensionUri: EXTENSION, stylesheet: 'panels.css' },
    images ? imagePolicy(loopbackImages).join(' ') : "'none'",
  );
}

/** The policy without its nonce, which is asserted to be that of the script. */
function policyOf(html: string): string {
  const policies = [
    ...html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g),
  ];
  assert.equal(policies.length, 1);
  const nonce = nonceOf(html);
  return policies[0]![1]!.replace(nonce, 'NONCE');
}

function nonceOf(html: string): string {
  const nonces = [...html.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce!);
  assert.equal(nonces.length, 1);
  return nonces[0]!;
}

const policy = (images: string) =>
  `default-src 'none'; script-src 'nonce-NONCE'; style-src https://*.vscode-cdn.net; ` +
  `img-src ${images}; base-uri 'none'; form-action 'none'`;

describe('Page of a panel', () => {
  it('a page may load one script and one stylesheet and nothing else', () => {
    assert.equal(policyOf(page()), policy(`'none'`));
  });

  it('a page may load images by https only, if images are allowed', () => {
    assert.equal(policyOf(page(true)), policy('https:'));
  });

  it('a page may load images by http from this machine if the service runs there', () => {
    const loopback = 'https: http://127.0.0.1:* http://localhost:*';
    assert.equal(policyOf(page(true, true)), policy(loopback));
    assert.equal(policyOf(page(false, true)), policy(`'none'`));
  });

  it('the policy of a page precedes all content it applies to', () => {
    const html = page();
    const at = html.indexOf('Content-Security-Policy');
    for (const loads of ['<link', '<script', '<body']) assert.ok(at < html.indexOf(loads), loads);
  });

  it('each page has a new nonce of at least 128 bits', () => {
    const nonces = Array.from({ length: 500 }, () => nonceOf(page()));
    assert.equal(new Set(nonces).size, nonces.length);
    for (const nonce of nonces) {
      assert.match(nonce, /^[\w-]+$/);
      assert.ok(Buffer.from(nonce, 'base64url').byteLength * 8 >= 128);
    }
    // Each place has many values, so the nonce is no counter and no clock.
    for (let place = 0; place < nonces[0]!.length; place++) {
      assert.ok(new Set(nonces.map((nonce) => nonce[place])).size > 16, `place ${place}`);
    }
  });

  it('a page contains no inline script, style or event handler', () => {
    const html = page(true, true);
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
    assert.deepEqual(
      scripts.map(([, , text]) => text),
      [''],
    );
    assert.ok(!/<style\b/i.test(html));
    assert.ok(!/\s(style|on\w+)\s*=/i.test(html));
    assert.ok(!/javascript:|data:|<iframe|<object|<embed|<base\b/i.test(html));
  });

  it('a page loads only files of the extension', () => {
    const loaded = [...page(true, true).matchAll(/\s(?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    );
    assert.deepEqual(loaded, [
      `${RESOURCES}/dist/webview/panels.css`,
      `${RESOURCES}/dist/webview/stats.js`,
    ]);
    const { localResourceRoots, ...options } = webviewOptions(EXTENSION);
    assert.deepEqual(options, { enableScripts: true });
    assert.deepEqual(localResourceRoots?.map(String), ['file:///extension/dist/webview']);
  });

  it('a page contains no data of a project', () => {
    const parts = page().replaceAll(/nonce="[^"]*"|'nonce-[^']*'|data-session="[^"]*"/g, '');
    const again = page().replaceAll(/nonce="[^"]*"|'nonce-[^']*'|data-session="[^"]*"/g, '');
    assert.equal(parts, again);
  });
});

describe('Page of a panel in another language', () => {
  afterEach(() => {
    env.language = 'en';
    l10n.bundle = undefined;
  });

  it('a page names the language of its texts, so that a screen reader speaks it', () => {
    env.language = 'de';
    l10n.bundle = { Retry: 'Erneut versuchen' };
    assert.match(page(), /<html lang="de" data-locale="de">/);
  });

  it('a page names English if it is not translated, but writes numbers as in the language', () => {
    env.language = 'fr';
    assert.match(page(), /<html lang="en" data-locale="fr">/);
    assert.doesNotMatch(page(), /id="l10n"/);
  });

  it('a page contains the translations as data that cannot end early', () => {
    l10n.bundle = { Retry: '</script><script>alert(1)</script>' };
    const html = page();
    const [, data = ''] =
      /<script type="application\/json" id="l10n">([^<]*)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(data), l10n.bundle);
    assert.equal(html.match(/<script\b/g)?.length, 2);
  });
});
