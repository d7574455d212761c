import type { Project } from '../../core/model/model.ts';
import type { ProjectFacts } from '../../protocol/stats.ts';

/** More than the page shows of any text, and little enough to be sent at each change. */
const LONGEST = 50_000;

/**
 * What of a Project goes to the webview: its words, and where its image is.
 * @param asOf when the list that holds it was asked for, in milliseconds since 1970.
 */
export function projectFacts(project: Project, asOf: number | undefined): ProjectFacts {
  const facts = {
    name: head(project.name),
    symbol: head(project.symbol),
    status: head(project.status),
    description: head(project.description),
    mintAddress: head(project.mintAddress),
    // An address that is cut here is too long to be loaded anyway.
    image: head(project.image),
    asOf,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function head(text: string | undefined): string | undefined {
  return text?.slice(0, LONGEST);
}
