import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/core/model/model.ts';
import {
  type Copy,
  copyLines,
  copyTable,
  curlCommand,
} from '../../../src/features/copy/commands.ts';
import { plural } from '../../../src/core/base/format.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

const projects = (...results: readonly JsonObject[]) => PROJECTS.decode({ results }).rows;
const collections = (...results: readonly JsonObject[]) => COLLECTIONS.decode({ results }).rows;

const COPY_IDS: Copy = {
  copied: (count) => plural(count, '{0} ID copied. | {0} IDs copied.'),
  missing: 'This row has no ID.',
  line: (row) => (row.kind === 'project' ? row.id : undefined),
};

describe('copyLines', () => {
  it('copies ids of projects only, and mint addresses without line breaks, which a terminal would run', () => {
    const rows = [
      ...projects({ id: 1, mintAddress: 'mint\nrm -rf ~\r\u2028x' }),
      ...collections({ id: '2', mintAddress: 'b' }),
    ];
    assert.equal(copyLines(rows, COPY_IDS).text, '1');
    const byAddress: Copy = { ...COPY_IDS, line: ({ mintAddress }) => mintAddress };
    assert.equal(copyLines(rows, byAddress).text, 'mint rm -rf ~ x\nb');
  });
});

describe('copyTable', () => {
  it('copies name, symbol, status, reference and mint address of projects, but no collections', () => {
    const rows = projects(
      { id: 1, name: 'A', symbol: 'S', status: 'done', transferable: true, mintAddress: 'm' },
      { id: 2 },
    );
    assert.deepEqual(copyTable([...collections({ name: 'C' }), ...rows]), {
      text:
        '| Name | Symbol | Status | ID | Mint address |\n| --- | --- | --- | --- | --- |\n' +
        '| A | S | done | t/1 | m |\n|  |  |  | 2 |  |',
      words: 'Table of 2 rows copied.',
    });
  });

  it('copies name, mint address and owner of collections', () => {
    const rows = collections({ name: 'C', mintAddress: 'm', ownerAddress: 'o' });
    assert.deepEqual(copyTable(rows), {
      text: '| Name | Mint address | Owner |\n| --- | --- | --- |\n| C | m | o |',
      words: 'Table of 1 row copied.',
    });
  });
});

describe('curlCommand', () => {
  const newFolder = temporaryFolders();

  /** What curl gets when a shell runs the line. */
  const run = (line: string): string[] => {
    const folder = newFolder();
    // A curl that only prints its arguments.
    writeFileSync(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH ?? ''}`, MINTSCOPE_TOKEN: 'a "token" `y`' };
    const printed = execFileSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' });
    return printed.trimEnd().split('\n');
  };

  it('uses a variable instead of the token in a cURL command', () => {
    const line = curlCommand('https://api.example.com/v2/projects/t/12/stats');
    assert.equal(
      line,
      `curl --header "Authorization: Bearer $MINTSCOPE_TOKEN" --header 'Accept: application/json' 'https://api.example.com/v2/projects/t/12/stats'`,
    );
    assert.ok(run(line).includes('Authorization: Bearer a "token" `y`'));
  });

  it('passes a URL to curl unchanged, whatever it contains', () => {
    for (const url of [
      "https://api.example.com/';touch${IFS}owned;'/x",
      'https://api.example.com/$(touch owned)/`touch owned`/${HOME}?page=2&limit=50',
      'https://api.example.com/a\\b/"quoted";b|c>d<e#f',
    ]) {
      assert.equal(run(curlCommand(url)).at(-1), url);
    }
  });

  it('turns off globbing in cURL, so that it does not expand brackets', () => {
    const url = 'http://[::1]:8080/v1/collections?page=1&limit=50';
    const got = run(curlCommand(url));
    assert.deepEqual([got.at(0), got.at(-1)], ['--globoff', url]);
  });
});
