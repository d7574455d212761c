import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { addressOf } from '../../support/address.ts';
import { curlCommand } from '../../../src/features/copy/commands.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

describe('Copy as cURL', () => {
  const newFolder = temporaryFolders();
  let folder: string;

  beforeEach(() => {
    folder = newFolder();
    // A curl that only prints its arguments.
    writeFileSync(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  });

  /** What curl gets when a shell runs the line. */
  const run = (line: string): string[] =>
    execFileSync('sh', ['-c', line], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH ?? ''}`, MINTSCOPE_TOKEN: 'a "token" $(x) `y`' },
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n');

  it('uses a variable instead of the token in a cURL command', () => {
    const line = curlCommand('https://api.example.com/v2/projects/t/12/stats');
    assert.equal(
      line,
      `curl --header "Authorization: Bearer $MINTSCOPE_TOKEN" --header 'Accept: application/json' 'https://api.example.com/v2/projects/t/12/stats'`,
    );
    assert.ok(run(line).includes('Authorization: Bearer a "token" $(x) `y`'));
  });

  const hostile = [
    "https://api.example.com/it's/v1/collections?page=2&limit=50",
    "https://api.example.com/';touch${IFS}owned;'/x",
    'https://api.example.com/$(touch owned)/`touch owned`/${HOME}',
    'https://api.example.com/!history!/~/*/?page=1&limit=1',
    'https://api.example.com/a\\b/"quoted"',
    'https://api.example.com/a;b|c>d<e#f',
  ];
  for (const url of hostile) {
    it(`passes the URL ${url} to curl unchanged, also as the address of a service`, () => {
      const { base } = addressOf(url.replace(/[?#].*$/, ''));
      const { href } = new URL(`${base}/v1/collections?page=1&limit=50`);
      for (const one of [url, href]) assert.equal(run(curlCommand(one)).at(-1), one);
    });
  }

  it('turns off globbing in cURL, so that it does not expand brackets', () => {
    const url = 'http://[::1]:8080/v1/collections?page=1&limit=50';
    assert.deepEqual(run(curlCommand(url)).at(0), '--globoff');
    assert.equal(run(curlCommand(url)).at(-1), url);
  });
});
