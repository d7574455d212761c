/** What must not be in a report. */
interface Secrets {
  /** Replaces the token in a text. */
  readonly hideToken: (text: string) => string;
  /** The home directory of the person. */
  readonly home: string;
}

/** Removes tokens, user names and passwords in addresses, and the home directory from a text. */
export function cleaner({ hideToken, home }: Secrets): (text: string) => string {
  return (text) => {
    const hidden = hideToken(text).replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, '$1');
    // `/` alone would be found in every address.
    return home.length > 1 ? hidden.replaceAll(home, '~') : hidden;
  };
}
