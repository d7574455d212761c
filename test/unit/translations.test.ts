import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getL10nJson, type l10nJsonFormat } from '@vscode/l10n-dev';
import { before, describe, it } from 'mocha';
import { filesMatching, root } from '../host/paths.ts';

const read = async (path: string) => readFile(join(root, path), 'utf8');
const table = async (path: string) => JSON.parse(await read(path)) as Record<string, string>;

/** The placeholders of a message, in one order: a translation may turn them around. */
const placeholders = (message: string) => (message.match(/\{[^}]+\}/g) ?? []).sort();

const textOf = (message: l10nJsonFormat[string]) =>
  typeof message === 'string' ? message : message.message;

/** Links to commands and icons, which a translation must keep as they are. */
const markup = (message: string) => (message.match(/\]\([^)]*\)|\$\([^)]*\)/g) ?? []).sort();

describe('The German translation', function () {
  // Reads all of the source with a parser that is compiled first.
  this.timeout(300_000);
  let messages: l10nJsonFormat;
  let german: Record<string, string>;

  before(async () => {
    const files = await filesMatching('**/*.ts', join(root, 'src'));
    const scripts = files.map(async (file) => ({
      contents: await readFile(file, 'utf8'),
      extension: '.ts',
    }));
    messages = await getL10nJson(await Promise.all(scripts));
    german = await table('l10n/bundle.l10n.de.json');
  });

  it('has each message of the source, and no other', () => {
    assert.deepEqual(Object.keys(german).sort(), Object.keys(messages).sort());
  });

  it('keeps the placeholders of each message', () => {
    for (const [key, message] of Object.entries(messages)) {
      assert.deepEqual(placeholders(german[key] ?? ''), placeholders(textOf(message)), key);
    }
  });

  it('keeps the links and icons of each message', () => {
    for (const [key, message] of Object.entries(messages)) {
      assert.deepEqual(markup(german[key] ?? ''), markup(textOf(message)), key);
    }
  });
});
