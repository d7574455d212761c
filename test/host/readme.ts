/** Pictures, and what is for those who have not installed it. */
const LEFT_OUT = /<!-- (pictures|not installed) -->[\s\S]*?<!-- end of \1 -->\n*/g;

/** Of a Markdown link, whose target is a file of the repository. */
const RELATIVE_LINK = /(?<!!)\[([^\][]+)\]\((?!\w+:|#)[^)]+\)/g;

/**
 * README.md for a package of a repository that has no address. The page of an installed extension
 * shows pictures by https only, and follows no link to a file.
 */
export function readmeWithoutAddress(readme: string): string {
  return readme.replace(LEFT_OUT, '').replace(RELATIVE_LINK, '$1');
}
