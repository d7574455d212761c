import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { filesMatching, root } from '../../host/paths.ts';
import { AT_ACTIVATION, SHIPPED, VSIX } from '../../support/sizeBounds.ts';
import { codeSizes } from '../../support/staticImports.ts';
import { fromRunner } from '../support/editor.ts';

/** The installed files, by their paths in the extension's folder; vsce renames the texts. */
const shipped = [
  /^package\.json$/,
  /^package\.nls(\.de)?\.json$/,
  /^l10n\/bundle\.l10n\.de\.json$/,
  /^(readme|changelog)\.md$/,
  /^LICENSE\.txt$/,
  /^dist\/(webview\/)?[\w-]+\.js$/,
  /^dist\/webview\/[\w-]+\.css$/,
  /^dist\/ThirdPartyNotices\.txt$/,
  /^media\/[\w./-]+\.(svg|png)$/,
  // Written by the editor as it installs.
  /^\.vsixmanifest$/,
];

describe('The packaged extension', () => {
  let folder: string;
  let files: string[];

  before(async () => {
    const extensions = fromRunner('MINTSCOPE_EXTENSIONS');
    const [manifest] = await filesMatching('mintscope.mintscope-*/package.json', extensions);
    folder = join(manifest ?? '', '..');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
  });

  it('the package contains only files that are needed at run time, and the texts in German', () => {
    assert.deepEqual(
      files.filter((file) => !shipped.some((pattern) => pattern.test(file))),
      [],
    );
    for (const file of ['package.nls.de.json', 'l10n/bundle.l10n.de.json', 'changelog.md'])
      assert.ok(files.includes(file), file);
  });

  it('the package names no source map, no path of the machine that built it, and no secret', async () => {
    const secret =
      /sourceMappingURL|-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:ghp|npm|vsce)_\w{20}|Bearer [\w-]{12}/;
    for (const file of files.filter((name) => !name.endsWith('.png'))) {
      const text = await readFile(join(folder, file), 'utf8');
      assert.equal(secret.exec(text)?.[0], undefined, file);
      for (const path of [root, homedir()]) assert.ok(!text.includes(`${path}${sep}`), file);
    }
  });

  it('the package has a page without a broken picture or link', async () => {
    const readme = await readFile(join(folder, 'readme.md'), 'utf8');
    assert.doesNotMatch(readme, /<img[^>]+src="(?!https:)|\]\((?!https?:|#)/);
  });

  it('the package is within the size limits, and activation loads two files without the editor’s modules', async () => {
    const { activated, atActivation, shipped: all } = await codeSizes(folder);
    assert.equal(activated.length, 2);
    for (const file of activated) assert.doesNotMatch(await readFile(file, 'utf8'), /from"vscode"/);
    assert.ok(atActivation > 0 && atActivation <= AT_ACTIVATION, `${atActivation} at activation`);
    assert.ok(all > atActivation && all <= SHIPPED, `${all} in all`);
    const { size } = await stat(fromRunner('MINTSCOPE_VSIX'));
    assert.ok(size / 1000 <= VSIX, `${size / 1000} in the package`);
  });

  it('the package contains the license of each library whose code is in it', async () => {
    const notices = await readFile(join(folder, 'dist', 'ThirdPartyNotices.txt'), 'utf8');
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    // `lit` itself has no code; these two packages have it.
    const names = Object.keys(dependencies).filter((name) => name !== 'lit');
    for (const name of [...names, 'lit-html', '@lit/reactive-element']) {
      assert.ok(notices.includes(`\n${name} `), name);
    }
    assert.match(notices, /Permission is hereby granted/);
  });
});
