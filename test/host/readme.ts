const PICTURES = /<!-- pictures -->[\s\S]*?<!-- end of pictures -->/g;

const INSTEAD =
  'Pictures: run **Welcome: Open Walkthrough…** from the command palette and choose **First steps with Mintscope**.';

/** Of a Markdown link, whose target is a file of the repository. */
const RELATIVE_LINK = /(?<!!)\[([^\][]+)\]\((?!\w+:|#)[^)]+\)/g;

/**
 * README.md for a package of a repository that has no address. The page of an installed extension
 * shows pictures by https only, and follows no link to a file.
 */
export function readmeWithoutAddress(readme: string): string {
  return readme.replace(PICTURES, INSTEAD).replace(RELATIVE_LINK, '$1');
}
