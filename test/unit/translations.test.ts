import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesMatching, root } from '../host/paths.ts';
import { messagesIn } from '../support/messages.ts';

const read = async (path: string) => readFile(join(root, path), 'utf8');
const table = async (path: string) => JSON.parse(await read(path)) as Record<string, string>;

/** The sorted placeholders of a message: a translation may change their order. */
const placeholders = (message: string) => (message.match(/\{[^}]+\}/g) ?? []).sort();

/** The links to commands and the icons of a message, which a translation must not change. */
const markup = (message: string) => (message.match(/\]\([^)]*\)|\$\([^)]*\)/g) ?? []).sort();

/** A page of the docs. */
const docOf = (name: string) => `docs/${name}.md`;

/** The members of `contributes` that contain visible text. */
const VISIBLE =
  /^(title|shortTitle|category|displayName|userDescription|label|contents|altText|description|markdownDescription|enumDescriptions|enumItemLabels|patternErrorMessage)$/;

/** The bundles and the texts of the manifest, by the language in their names. */
async function translations(pattern: string): Promise<Map<string, Record<string, string>>> {
  const files = await filesMatching(pattern, root);
  const all = files.map(async (file) => {
    const language = /\.([^.]+)\.json$/.exec(file)?.[1] ?? '';
    return [language, JSON.parse(await readFile(file, 'utf8')) as Record<string, string>] as const;
  });
  return new Map(await Promise.all(all));
}

const forms = (message: string) => message.split(' | ');

describe('Translations', function () {
  // Parses the whole source.
  this.timeout(300_000);
  let messages: ReadonlyMap<string, string>;
  let bundles: ReadonlyMap<string, Record<string, string>>;

  before(async () => {
    const files = await filesMatching('**/*.ts', join(root, 'src'));
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    messages = new Map(sources.flatMap((source) => [...messagesIn(source)]));
    bundles = await translations('l10n/bundle.l10n.*.json');
    assert.ok(bundles.has('de'));
  });

  it('each bundle has every message of the source, and no other', () => {
    for (const [language, bundle] of bundles)
      assert.deepEqual(Object.keys(bundle).sort(), [...messages.keys()].sort(), language);
  });

  it('each bundle keeps the placeholders, links and icons of each message', () => {
    for (const bundle of bundles.values()) {
      for (const [key, text] of messages) {
        const [english = ''] = forms(text);
        for (const form of forms(bundle[key] ?? '')) {
          assert.deepEqual(placeholders(form), placeholders(english), key);
          assert.deepEqual(markup(form), markup(english), key);
        }
      }
    }
  });

  it('no text has a word that the glossary of CONTRIBUTING.md replaces', async () => {
    const docs = ['README.md', 'CHANGELOG.md', ...['guide', 'networks', 'privacy'].map(docOf)];
    const files = ['package.json', 'package.nls.json', ...docs];
    const english = [...messages.values(), ...(await Promise.all(files.map(read)))];
    const found = (texts: readonly string[], words: RegExp) =>
      texts.flatMap((text) => text.match(words) ?? []);
    const old =
      /\b(stuck|not moving|does not move|moves again|finished|alarms?|person has seen|ends incomplete|unaccounted|counts? contradict\w*|already minted|muted)\b/gi;
    assert.deepEqual(found(english, old), []);
    const german = [
      ...Object.values(bundles.get('de') ?? {}),
      ...Object.values(await table('package.nls.de.json')),
    ];
    const alt =
      /\w*Aufmerksamkeit\w*| …|\b(hängt|steht (still|seit)|bewegt|\w*Stocken|stockend|Alarm|Sie|Tabs?|aufbewahr\w*|gezeigt|unfertig)\b/g;
    assert.deepEqual(found(german, alt), []);
  });

  it('each bundle has a form for every plural category of its language', () => {
    for (const [language, bundle] of bundles) {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const [key, text] of messages) {
        const count = forms(text).length;
        assert.ok(count === 1 || count === 2, `English has one and other: ${key}`);
        const expected = count === 1 ? 1 : pluralCategories.length;
        assert.equal(forms(bundle[key] ?? '').length, expected, `${language}: ${key}`);
      }
      const tags = Object.entries(bundle).filter(([key]) => key.startsWith('en/'));
      assert.deepEqual(
        tags.map(([, tag]) => tag),
        [language],
      );
    }
  });

  it('each manifest has every text that package.json names, and no other', async () => {
    const english = await table('package.nls.json');
    const manifest = await read('package.json');
    assert.match(manifest, /"l10n": "\.\/l10n"/, 'where the editor finds the bundles');
    const used = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    assert.deepEqual(Object.keys(english).sort(), [...new Set(used)].sort());
    for (const translated of (await translations('package.nls.*.json')).values()) {
      assert.deepEqual(Object.keys(translated), Object.keys(english));
      for (const [key, text] of Object.entries(english))
        assert.deepEqual(markup(translated[key] ?? ''), markup(text), key);
    }
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
