/**
 * A request as a line for a POSIX shell. The token is left to the variable `MINTSCOPE_TOKEN` of
 * whoever runs it; all else stands in single quotes, in which a shell changes nothing.
 * @param url absolute, as `URL` writes it.
 */
export function curlCommand(url: string): string {
  // curl itself would take these for ranges of addresses.
  const literally = /[[\]{}]/.test(url) ? ' --globoff' : '';
  return `curl${literally} --header "Authorization: Bearer $MINTSCOPE_TOKEN" --header ${quoted('Accept: application/json')} ${quoted(url)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
