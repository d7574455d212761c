import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../host/paths.ts';
import { changesOf, type ReleaseFiles, releaseProblems } from '../../host/releaseRules.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.3] - 2026-11-30

### Added

- A thing.

## [1.2.0] - 2026-10-01

- An older thing.
`;

const files = (change: Partial<ReleaseFiles> = {}): ReleaseFiles => ({
  manifest: '{"version": "1.2.3"}',
  lock: '{"version": "1.2.3", "packages": {"": {"version": "1.2.3"}}}',
  readme: 'code --install-extension mintscope-1.2.3.vsix',
  changelog: CHANGELOG,
  ...change,
});

describe('Release', () => {
  it('a release is made where tag, package, lock, README and changelog name one version', () => {
    assert.deepEqual(releaseProblems('v1.2.3', files()), []);
  });

  it('refuses to release a tag that names no version', () => {
    for (const tag of ['1.2.3', 'v1.2', 'v1.2.3-beta.1', 'v1.2.3\n']) {
      assert.equal(releaseProblems(tag, files()).length, 1, JSON.stringify(tag));
    }
  });

  it('refuses a release if a file names another version, and names the file', () => {
    const cases: readonly [Partial<ReleaseFiles>, RegExp][] = [
      [{ manifest: '{"version": "1.2.4"}' }, /but package\.json says 1\.2\.4/],
      [{ lock: '{"version": "1.2.4", "packages": {"": {"version": "1.2.3"}}}' }, /lock\.json says/],
      [{ readme: 'mintscope-1.2.4.vsix' }, /install line of README\.md says 1\.2\.4/],
    ];
    for (const [change, reason] of cases) {
      const problems = releaseProblems('v1.2.3', files(change));
      assert.equal(problems.length, 1);
      assert.match(problems[0]!, reason);
    }
  });

  it('refuses a release if the changelog has no dated section with changes of the version, or others below Unreleased', () => {
    for (const changelog of [
      '## [1.2.3]\n\n- Without a date.',
      '## [1.2.3] - 2026-11-30\n\n## [1.2.0] - 2026-10-01\n\n- Older.',
      '## [1.2.30] - 2026-11-30\n\n- Another version.',
    ]) {
      const problems = releaseProblems('v1.2.3', files({ changelog })).join();
      assert.match(problems, /no changes below a heading such as “## \[1\.2\.3\]/, changelog);
    }
    const changelog = CHANGELOG.replace('[Unreleased]\n', '[Unreleased]\n\n- Forgotten.\n');
    assert.match(releaseProblems('v1.2.3', files({ changelog })).join(), /still has changes/);
  });

  it('the notes of a release are its changes in the changelog, and no more', () => {
    assert.equal(changesOf('1.2.3', CHANGELOG), '### Added\n\n- A thing.');
    assert.equal(changesOf('1.2.0', CHANGELOG), '- An older thing.');
  });

  it('a release of this commit lacks at most its section in the changelog', async () => {
    const read = (name: string) => readFile(join(root, name), 'utf8');
    const manifest = await read('package.json');
    const all = {
      manifest,
      lock: await read('package-lock.json'),
      readme: await read('README.md'),
      changelog: await read('CHANGELOG.md'),
    };
    const { version } = JSON.parse(manifest) as { version: string };
    for (const problem of releaseProblems(`v${version}`, all)) assert.match(problem, /^CHANGELOG/);
  });
});
