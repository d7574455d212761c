import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { imagePolicy } from '../../../src/core/panel/imageSource.ts';
import { pageHtml, webviewOptions } from '../../../src/rows/pageHtml.ts';
import { FakePanel } from '../../support/fakeVscode/panel.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { env, l10n } from '../../support/fakeVscode/vscode.ts';

const EXTENSION = Uri.file('/extension') as unknown as vscode.Uri;
const RESOURCES = 'https://file+.vscode-resource.vscode-cdn.net/extension/dist/webview';

function page(): string {
  const { webview } = new FakePanel('mintscope.stats', Uri.parse('mintscope:/c/Project'));
  const images = imagePolicy(true).join(' ');
  return pageHtml(webview as unknown as vscode.Webview, EXTENSION, 'stats', images);
}

const nonceOf = (html: string) => /nonce="([^"]+)"/.exec(html)?.[1] ?? '';

describe('Page of a panel', () => {
  afterEach(() => {
    env.language = 'en';
    l10n.bundle = undefined;
  });

  it('a page may load one script and one stylesheet of the extension and the images that its policy allows, and nothing else', () => {
    const html = page();
    const session = /data-session="([^"]+)"/.exec(html)?.[1] ?? '';
    assert.equal(
      html.replaceAll(nonceOf(html), 'NONCE').replace(session, 'SESSION'),
      `<!DOCTYPE html>
<html lang="en" data-locale="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-NONCE'; style-src https://*.vscode-cdn.net; img-src https: http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Mintscope</title>
<link rel="stylesheet" href="${RESOURCES}/stats.css">
</head>
<body data-session="SESSION">
<div id="app"></div>
<script type="module" nonce="NONCE" src="${RESOURCES}/stats.js"></script>
</body>
</html>`,
    );
    const { localResourceRoots, ...options } = webviewOptions(EXTENSION);
    assert.deepEqual(options, { enableScripts: true });
    assert.deepEqual(localResourceRoots?.map(String), ['file:///extension/dist/webview']);
  });

  it('each page has a new nonce of at least 128 bits', () => {
    const nonces = Array.from({ length: 100 }, () => nonceOf(page()));
    assert.equal(new Set(nonces).size, nonces.length);
    for (const nonce of nonces) {
      assert.match(nonce, /^[\w-]+$/);
      assert.ok(Buffer.from(nonce, 'base64url').byteLength * 8 >= 128);
    }
    // The nonce is no counter and no clock.
    for (const place of nonces[0]!.split('').keys())
      assert.ok(new Set(nonces.map((nonce) => nonce[place])).size > 16, `place ${place}`);
  });

  it('a page names the language of its texts, so that a screen reader speaks it, and that of numbers', () => {
    env.language = 'fr';
    assert.match(page(), /<html lang="en" data-locale="fr">/, 'not translated');
    assert.doesNotMatch(page(), /id="l10n"/);
    env.language = 'de';
    l10n.bundle = { Retry: 'Erneut versuchen' };
    assert.match(page(), /<html lang="de" data-locale="de">/);
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
