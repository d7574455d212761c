import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The licenses of the packages that a build contains, as their terms ask for. Throws if a package
 * has no file with its license: then it must not ship.
 * @param metafiles what esbuild tells of each build; their paths are relative to `root`.
 */
export function thirdPartyNotices(metafiles, root) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [path.replaceAll(sep, '/')] : [],
      ),
    ),
  );
  const folders = inputs.flatMap(
    (path) => /^(?:[\w-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  const notices = [...new Set(folders)].sort().map((folder) => notice(join(root, folder)));
  return [
    'Mintscope contains the following packages, each under its own license.\n',
    ...notices,
  ].join(`\n${'-'.repeat(80)}\n\n`);
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  if (!file) throw new Error(`${name} has no file with its license in ${folder}.`);
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
