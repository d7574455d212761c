/**
 * `node test/host/release.ts v1.0.0`: checks whether this commit may be released under that tag; if
 * not, prints the reasons and exits with 1. `--notes file` writes the changes of the version.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { changesOf, releaseProblems } from './releaseRules.ts';

const root = join(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  options: { notes: { type: 'string' } },
  allowPositionals: true,
});
const [tag = ''] = positionals;
const read = (name: string) => readFile(join(root, name), 'utf8');

const changelog = await read('CHANGELOG.md');
const problems = releaseProblems(tag, {
  manifest: await read('package.json'),
  lock: await read('package-lock.json'),
  readme: await read('README.md'),
  changelog,
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
if (values.notes !== undefined) {
  await mkdir(dirname(values.notes), { recursive: true });
  await writeFile(values.notes, changesOf(tag.slice(1), changelog));
}
console.log(`${tag} may be released.`);
