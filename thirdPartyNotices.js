import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The licenses of the packages that a build contains, as their terms ask for. Throws if the
 * license of a package is not known: then it must not ship.
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
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = about;
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8') : mitLicense(about);
  return `${name} ${version} (${license})\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
}

/** The MIT License of a package that names it but brings no file with it. Its text is that of ours. */
function mitLicense({ name, license, author }) {
  const holder = author?.name ?? author;
  if (license !== 'MIT' || !holder) throw new Error(`${name} has no file with its license.`);
  const ours = readFileSync(join(import.meta.dirname, 'LICENSE'), 'utf8');
  return ours.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}
