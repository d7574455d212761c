import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import { root } from '../../host/paths.ts';
import { readmeWithoutAddress } from '../../host/readme.ts';

describe('the README', () => {
  let readme: string;
  let pictures: string[];

  before(async () => {
    readme = await readFile(join(root, 'README.md'), 'utf8');
    pictures = [...readme.matchAll(/<img src="([^"]+)"/g)].map(([, source = '']) => source);
  });

  it('shows pictures that are in the repository, of 1 MB at most, each described in words', async () => {
    assert.ok(pictures.length >= 3);
    for (const picture of pictures) {
      assert.ok((await stat(join(root, picture))).size <= 1_000_000, picture);
    }
    const described = readme.match(/<img [^>]*alt="[^"]{40,}"/g) ?? [];
    assert.equal(described.length, pictures.length);
  });

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!\w+:|#)([^)]+)\)/g)].map(([, link = '']) => link);
    assert.deepEqual(
      links.filter((link) => !existsSync(join(root, link))),
      [],
    );
  });

  it('has no picture and no link that is broken where the repository has no address', () => {
    const packaged = readmeWithoutAddress(readme);
    assert.doesNotMatch(packaged, /<img|!\[|\]\((?!https?:|#)/);
    assert.match(packaged, /First steps with Mintscope/);
    // Only the pictures and the targets of links are missing.
    assert.ok(packaged.length > 0.9 * readme.length);
    assert.ok(packaged.includes('CHANGELOG.md: what each version brings.'));
  });
});
