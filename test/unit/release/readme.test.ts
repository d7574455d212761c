import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { root } from '../../host/paths.ts';
import { readmeWithoutAddress } from '../../host/readme.ts';
import { readDocs } from '../../support/docs.ts';

describe('Documentation', () => {
  let docs: Map<string, string>;
  let readme: string;
  let pictures: string[];

  before(async () => {
    docs = new Map(await readDocs());
    readme = docs.get('README.md')!;
    pictures = [...readme.matchAll(/<img src="([^"]+)"/g)].map(([, source = '']) => source);
    for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'])
      docs.set(name, await readFile(join(root, name), 'utf8'));
  });

  it('pictures of README.md are in the repository, of 1 MB at most, and described in words', async () => {
    assert.ok(pictures.length >= 3);
    for (const picture of pictures) {
      assert.ok((await stat(join(root, picture))).size <= 1_000_000, picture);
    }
    const described = readme.match(/<img [^>]*alt="[^"]{40,}"/g) ?? [];
    assert.equal(described.length, pictures.length);
  });

  it('links lead to existing files and headings', () => {
    assert.ok(docs.size >= 8, [...docs.keys()].join());
    const broken = [...docs].flatMap(([name, text]) =>
      [...text.matchAll(/\]\((?!\w+:)([^)]+)\)/g)].flatMap(([, link = '']) => {
        const [file = '', heading] = link.split('#');
        const target = file === '' ? name : posix.join(posix.dirname(name), file);
        const isThere =
          existsSync(join(root, target)) &&
          (heading === undefined || headings(docs.get(target) ?? '').includes(heading));
        return isThere ? [] : `${name}: ${link}`;
      }),
    );
    assert.deepEqual(broken, []);
  });

  it('README.md has 120 lines at most, and CONTRIBUTING.md 800 words', () => {
    assert.ok(readme.trim().split('\n').length <= 120);
    assert.ok(docs.get('CONTRIBUTING.md')!.trim().split(/\s+/).length <= 800);
  });

  it('README.md has no broken picture or link where the repository has no address', () => {
    const packaged = readmeWithoutAddress(readme);
    assert.doesNotMatch(packaged, /<img|!\[|\]\((?!https?:|#)/);
    assert.match(packaged, /## Start\n\n1\. Click the Mintscope icon/, 'what a user does first');
    const [above = '', below = ''] = readme.split(/<!-- pictures -->[^]*<!-- end of pictures -->/);
    // Only the pictures and the targets of links are missing.
    assert.ok(packaged.length > 0.85 * (above.length + below.length));
  });
});

/** The anchors that GitHub gives to the headings of a text. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
