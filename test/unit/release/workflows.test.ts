import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { before, describe, it } from 'mocha';
import { filesMatching, root } from '../../host/paths.ts';

/** The workflows that GitHub runs with the rights of the repository. */
describe('Workflows of GitHub', () => {
  const workflows = new Map<string, string>();
  let scripts: Readonly<Record<string, string>>;

  before(async () => {
    for (const file of await filesMatching('*.yml', join(root, '.github', 'workflows'))) {
      workflows.set(basename(file), await readFile(file, 'utf8'));
    }
    const manifest = await readFile(join(root, 'package.json'), 'utf8');
    ({ scripts } = JSON.parse(manifest) as { scripts: Readonly<Record<string, string>> });
    assert.deepEqual([...workflows.keys()], ['release.yml', 'test.yml']);
  });

  it('workflows name each action by its commit, with its release beside it, and each by one commit only', () => {
    const commits = new Map<string, Set<string>>();
    for (const [name, text] of workflows) {
      for (const [line, action = ''] of text.matchAll(/uses: (?!\.\/)([^@\n]+).*/g)) {
        assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${name}: ${line}`);
        const known = commits.get(action) ?? new Set();
        commits.set(action, known.add(line.slice(line.indexOf('@'))));
      }
    }
    assert.ok(commits.size >= 5, `${commits.size} actions`);
    for (const [action, of] of commits) assert.equal(of.size, 1, action);
  });

  it('workflows begin without any right, and leave no credentials in the checkout', () => {
    for (const [name, text] of workflows) {
      assert.match(text, /^permissions: \{\}$/m, name);
      const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
      const without = text.match(/persist-credentials: false/g) ?? [];
      assert.equal(without.length, checkouts.length, name);
    }
  });

  it('only the jobs that attest and that make the release may write', () => {
    const rights = [...workflows].flatMap(([name, text]) =>
      [...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => `${name} ${right}`),
    );
    assert.deepEqual(
      rights,
      [
        'release.yml id-token: write',
        'release.yml attestations: write',
        'release.yml contents: write',
      ].map((line) => line.replace(': write', '')),
    );
  });

  it('no code of a dependency runs in a job that may write', () => {
    for (const [name, text] of workflows) {
      for (const job of text.split(/^ {2}(?=[\w-]+:$)/m)) {
        if (/^ +[\w-]+: write$/m.test(job)) assert.doesNotMatch(job, /\b(?:npm|npx)\b/, name);
      }
    }
  });

  it('no text that others choose is part of a script', () => {
    for (const [name, text] of workflows) {
      // A script of one line, or a block of indented lines.
      for (const [script] of text.matchAll(/run: .*(?:\n {10}.*)*/g))
        assert.ok(!script.includes('${{'), `${name}: ${script}`);
    }
  });

  it('workflows name each tool that npx downloads by its exact version, and let it run no install script', () => {
    const calls = [...workflows.values()].join('\n').match(/\bnpx .*/g) ?? [];
    assert.ok(calls.length > 0);
    for (const call of calls) {
      assert.match(call, /^npx --yes --ignore-scripts [\w-]+@\d+\.\d+\.\d+ /, call);
    }
  });

  it('the release can be run again after a part of it was published', () => {
    const release = workflows.get('release.yml') ?? '';
    const publishes = release.match(/\b(?:vsce|ovsx@\S+) publish .*/g) ?? [];
    assert.equal(publishes.length, 2);
    for (const call of publishes) assert.ok(call.includes(' --skip-duplicate '), call);
    assert.match(
      release,
      /none\)\n +gh release create .*\n +;;\n +true\)\n +gh release upload .* --clobber\n +gh release edit .* --draft=false --verify-tag\n +;;\n +\*\) echo .*\n +esac\n/,
    );
  });

  it('a secret is given to the one step that publishes with it', () => {
    const uses = [...workflows.values()].join('\n').match(/\$\{\{ secrets\.\w+ \}\}/g);
    assert.deepEqual(uses, ['${{ secrets.VSCE_PAT }}', '${{ secrets.OVSX_PAT }}']);
  });

  it('workflows run scripts of package.json, with a limit of time for each job', () => {
    for (const [name, text] of workflows) {
      for (const [, script = ''] of text.matchAll(/npm (?:run )?(test(?::\w+)?|package)\b/g)) {
        assert.ok(scripts[script], `${name}: ${script}`);
      }
      const jobs = text.match(/^ +runs-on: /gm) ?? [];
      const limits = text.match(/^ +timeout-minutes: \d+$/gm) ?? [];
      assert.ok(jobs.length > 0);
      assert.equal(limits.length, jobs.length, name);
    }
  });
});
