import { parseServiceAddress } from '../../../core/address.ts';
import type { Project } from '../../../core/domain.ts';
import type { ProjectFacts } from '../../../protocol/stats.ts';

/** What of a Project goes to the webview: its words, and its image if it may be loaded at all. */
export function projectFacts(project: Project): ProjectFacts {
  const facts = {
    name: project.name,
    symbol: project.symbol,
    status: project.status,
    description: project.description,
    mintAddress: project.mintAddress,
    image: loadableImage(project.image),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** https, or http on this machine: never `data:`, `javascript:` or something in the clear. */
function loadableImage(image: string | undefined): string | undefined {
  if (image === undefined || image.length > 2048 || !URL.canParse(image)) return undefined;
  const url = new URL(image);
  if (url.protocol === 'https:') return url.href;
  const address = parseServiceAddress(url.origin);
  return address.ok && address.address.loopback ? url.href : undefined;
}
