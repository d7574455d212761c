import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import { filesMatching, root } from '../host/paths.ts';
import { messagesIn } from '../support/messages.ts';

const read = async (path: string) => readFile(join(root, path), 'utf8');
const table = async (path: string) => JSON.parse(await read(path)) as Record<string, string>;

/** The sorted placeholders of a message: a translation may change their order. */
const placeholders = (message: string) => (message.match(/\{[^}]+\}/g) ?? []).sort();

/** The links to commands and the icons of a message, which a translation must not change. */
const markup = (message: string) => (message.match(/\]\([^)]*\)|\$\([^)]*\)/g) ?? []).sort();

/** The members of `contributes` that contain visible text. */
const VISIBLE =
  /^(title|shortTitle|category|displayName|userDescription|label|contents|altText|description|markdownDescription|enumDescriptions|enumItemLabels|patternErrorMessage)$/;

describe('The German translation', function () {
  // Parses the whole source.
  this.timeout(300_000);
  let messages: ReadonlyMap<string, string>;
  let german: Record<string, string>;

  before(async () => {
    const files = await filesMatching('**/*.ts', join(root, 'src'));
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    messages = new Map(sources.flatMap((source) => [...messagesIn(source)]));
    german = await table('l10n/bundle.l10n.de.json');
  });

  it('the translation has each message of the source, and no other', () => {
    assert.deepEqual(Object.keys(german).sort(), [...messages.keys()].sort());
  });

  it('the translation keeps the placeholders, links and icons of each message', () => {
    for (const [key, text] of messages) {
      const translated = german[key] ?? '';
      assert.deepEqual(placeholders(translated), placeholders(text), key);
      assert.deepEqual(markup(translated), markup(text), key);
    }
  });

  it('the translation has each text of the manifest, and no other', async () => {
    const [english, translated] = await Promise.all([
      table('package.nls.json'),
      table('package.nls.de.json'),
    ]);
    const used = [...(await read('package.json')).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    assert.deepEqual(Object.keys(english).sort(), [...new Set(used)].sort());
    assert.deepEqual(Object.keys(translated), Object.keys(english));
    for (const [key, text] of Object.entries(english))
      assert.deepEqual(markup(translated[key] ?? ''), markup(text), key);
  });
});

describe('The manifest', () => {
  it('the manifest has no visible text that cannot be translated', async () => {
    const texts: string[] = [];
    const walk = (value: unknown, key: string): void => {
      const isText = typeof value === 'string' && VISIBLE.test(key);
      if (isText && value !== 'Mintscope' && !value.startsWith('%')) texts.push(`${key}: ${value}`);
      if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(value)) {
          // Texts for language models stay in English.
          if (name !== 'inputSchema') walk(member, Array.isArray(value) ? key : name);
        }
    };
    walk((JSON.parse(await read('package.json')) as { contributes: unknown }).contributes, '');
    assert.deepEqual(texts, []);
  });
});
