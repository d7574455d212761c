/** What the panel's header says about the project, bounded and harmless, without a DOM. */

import { displayLines, displayText } from '../../core/base/displayText.ts';
import { type ImageSource, imageSource } from '../../protocol/imageSource.ts';
import type { ProjectFacts, SavedStatsPanel } from '../../protocol/stats.ts';

export interface ProjectHeader {
  readonly heading: string;
  /** False while only the ref is known: the heading is then the ref. */
  readonly known: boolean;
  readonly symbol: string | undefined;
  readonly status: string | undefined;
  /** When the status was asked for, in milliseconds since 1970; `undefined` if that is not known. */
  readonly statusAsOf: number | undefined;
  readonly transferable: string;
  readonly id: string;
  readonly mintAddress: string | undefined;
  readonly description: string | undefined;
  readonly image: ImageSource | undefined;
}

const LIMITS = {
  name: 400,
  symbol: 40,
  status: 60,
  mintAddress: 120,
  description: 20_000,
} as const;
/** The header for the project `ref`, with or without what a list told about it. */
export function describeProject(ref: string, facts: ProjectFacts | undefined): ProjectHeader {
  const [kind, id = ''] = ref.split('/');
  return {
    heading: line(facts?.name, LIMITS.name) ?? `Project ${ref}`,
    known: facts !== undefined,
    symbol: line(facts?.symbol, LIMITS.symbol),
    status: line(facts?.status, LIMITS.status),
    statusAsOf: facts?.asOf,
    transferable: kind === 't' ? 'transferable' : 'not transferable',
    id,
    mintAddress: line(facts?.mintAddress, LIMITS.mintAddress),
    description: displayLines(facts?.description ?? '', LIMITS.description) || undefined,
    image: loadable(facts?.image),
  };
}

/** What is worth keeping across a reload: enough for a heading before the first answer. */
export function savedPanel(ref: string, facts: ProjectFacts | undefined): SavedStatsPanel {
  if (facts === undefined) return { ref };
  const kept: { -readonly [Name in keyof ProjectFacts]: ProjectFacts[Name] } = {};
  for (const name of ['name', 'symbol', 'status', 'mintAddress'] as const) {
    const text = line(facts[name], LIMITS[name]);
    if (text !== undefined) kept[name] = text;
  }
  const description = displayLines(facts.description ?? '', LIMITS.description);
  if (description !== '') kept.description = description;
  const image = loadable(facts.image);
  if (image !== undefined) kept.image = image.address;
  if (facts.asOf !== undefined) kept.asOf = facts.asOf;
  return { ref, facts: kept };
}

function line(text: string | undefined, limit: number): string | undefined {
  return displayText(text ?? '', limit) || undefined;
}

/** The image, if it may be loaded. The editor sends none of this machine for a service elsewhere. */
export function loadable(image: string | undefined): ImageSource | undefined {
  return imageSource(image, true);
}
