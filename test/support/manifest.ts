import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../host/paths.ts';

/** The text of package.json with the texts of package.nls.json in place of their keys. */
export function manifestText(): string {
  const texts = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Record<
    string,
    string
  >;
  return readFileSync(join(root, 'package.json'), 'utf8').replace(
    /"%([^%"]+)%"/g,
    (whole, key: string) => (texts[key] === undefined ? whole : JSON.stringify(texts[key])),
  );
}
