import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
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

  for (const tag of ['1.2.3', 'v1.2', 'v1.2.3-beta.1', 'v1.2.3\n', 'v01.2.3.4', '']) {
    it(`refuses to release the tag ${JSON.stringify(tag)}, which names no version`, () => {
      assert.equal(releaseProblems(tag, files()).length, 1);
    });
  }

  it('refuses a release if a file names another version, and names the file', () => {
    const cases: readonly [Partial<ReleaseFiles>, RegExp][] = [
      [{ manifest: '{"version": "1.2.4"}' }, /but package\.json says 1\.2\.4/],
      [{ lock: '{"version": "1.2.4", "packages": {"": {"version": "1.2.3"}}}' }, /lock\.json says/],
      [{ lock: '{"version": "1.2.3", "packages": {"": {}}}' }, /first package .* says nothing/],
      [{ readme: 'mintscope-1.2.4.vsix' }, /install line of README\.md says 1\.2\.4/],
    ];
    for (const [change, reason] of cases) {
      const problems = releaseProblems('v1.2.3', files(change));
      assert.equal(problems.length, 1);
      assert.match(problems[0]!, reason);
    }
  });

  it('refuses a release if the changelog has no dated section with changes of the version', () => {
    for (const changelog of [
      '## [1.2.0] - 2026-10-01\n\n- Older.',
      '## [1.2.3]\n\n- Without a date.',
      '## [1.2.3] - Unreleased\n\n- Without a date.',
      '## [1.2.3] - 2026-11-30\n\n## [1.2.0] - 2026-10-01\n\n- Older.',
      '## [1.2.30] - 2026-11-30\n\n- Another version.',
    ]) {
      const problems = releaseProblems('v1.2.3', files({ changelog }));
      assert.match(
        problems.join(),
        /no changes below a heading such as “## \[1\.2\.3\]/,
        changelog,
      );
    }
  });

  it('refuses a release while changes are below Unreleased, which would be in no release', () => {
    const changelog = CHANGELOG.replace('[Unreleased]\n', '[Unreleased]\n\n- Forgotten.\n');
    assert.match(releaseProblems('v1.2.3', files({ changelog })).join(), /still has changes/);
  });

  it('the notes of a release are its changes in the changelog, and no more', () => {
    assert.equal(changesOf('1.2.3', CHANGELOG), '### Added\n\n- A thing.');
    assert.equal(changesOf('1.2.0', CHANGELOG), '- An older thing.');
  });

  it('a release of this commit lacks at most its section in the changelog', async () => {
    const read = (name: string) => readFile(join(root, name), 'utf8');
    const all = {
      manifest: await read('package.json'),
      lock: await read('package-lock.json'),
      readme: await read('README.md'),
      changelog: await read('CHANGELOG.md'),
    };
    const { version } = JSON.parse(all.manifest) as { version: string };
    const problems = releaseProblems(`v${version}`, all);
    assert.deepEqual(
      problems.filter((problem) => !problem.startsWith('CHANGELOG.md')),
      [],
    );
  });
});
