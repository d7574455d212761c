import type { Project } from '../../../core/domain.ts';
import type { ProjectFacts } from '../../../protocol/stats.ts';

/** What of a Project goes to the webview: its words, and where its image is. */
export function projectFacts(project: Project): ProjectFacts {
  const facts = {
    name: project.name,
    symbol: project.symbol,
    status: project.status,
    description: project.description,
    mintAddress: project.mintAddress,
    image: project.image,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
