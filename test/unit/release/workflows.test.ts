import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { filesMatching, root } from '../../host/paths.ts';

/** The workflows that GitHub runs with the rights of the repository. */
describe('Workflows of GitHub', () => {
  const workflows = new Map<string, string>();

  before(async () => {
    for (const file of await filesMatching('*.yml', join(root, '.github', 'workflows'))) {
      workflows.set(basename(file), await readFile(file, 'utf8'));
    }
    assert.deepEqual([...workflows.keys()], ['release.yml', 'test.yml']);
  });

  it('workflows name each action by its commit, with its release beside it', () => {
    for (const [name, text] of workflows) {
      const lines = text.match(/uses: (?!\.\/).*/g) ?? [];
      assert.ok(lines.length > 0, name);
      for (const line of lines) assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
    }
  });

  it('workflows begin without any right, leave no credentials in the checkout, and limit the time of each job', () => {
    for (const [name, text] of workflows) {
      assert.match(text, /^permissions: \{\}$/m, name);
      const count = (pattern: RegExp) => (text.match(pattern) ?? []).length;
      assert.ok(count(/^ +runs-on: /gm) > 0);
      assert.equal(count(/^ +timeout-minutes: \d+$/gm), count(/^ +runs-on: /gm), name);
      assert.equal(count(/persist-credentials: false/g), count(/uses: actions\/checkout@/g), name);
    }
  });

  it('only the jobs that attest and that make the release may write', () => {
    const rights = [...workflows].flatMap(([name, text]) =>
      Array.from(text.matchAll(/^ +([\w-]+): write$/gm), ([, right]) => `${name} ${right}`),
    );
    assert.deepEqual(
      rights,
      ['id-token', 'attestations', 'contents'].map((right) => `release.yml ${right}`),
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
});
