/** Pictures, and parts for readers who have not installed the extension. */
const LEFT_OUT = /<!-- (pictures|not installed) -->[\s\S]*?<!-- end of \1 -->\n*/g;

const RELATIVE_LINK = /(?<!!)\[([^\][]+)\]\((?!\w+:|#)[^)]+\)/g;

/**
 * README.md without pictures and links to files, for a package of a repository without an address.
 * The page of an installed extension shows only pictures by https, and opens no links to files.
 */
export function readmeWithoutAddress(readme: string): string {
  return readme.replace(LEFT_OUT, '').replace(RELATIVE_LINK, '$1');
}
