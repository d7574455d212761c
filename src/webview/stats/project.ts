/** What the panel's header says about the project, bounded and harmless, without a DOM. */

import type { ProjectFacts, SavedStatsPanel } from '../../protocol/stats.ts';
import { plainLine, plainText } from '../../protocol/text.ts';

/** An image that may be fetched, and who learns of it. */
export interface ImageSource {
  readonly address: string;
  readonly host: string;
}

export interface ProjectHeader {
  readonly heading: string;
  /** False while only the ref is known: the heading is then the ref. */
  readonly known: boolean;
  readonly symbol: string | undefined;
  readonly status: string | undefined;
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
/** Longer addresses are not fetched: no real image has one, and the page would carry it around. */
const IMAGE_ADDRESS_LIMIT = 8_000;

/** The header for the project `ref`, with or without what a list told about it. */
export function describeProject(ref: string, facts: ProjectFacts | undefined): ProjectHeader {
  const [kind, id = ''] = ref.split('/');
  return {
    heading: line(facts?.name, LIMITS.name) ?? `Project ${ref}`,
    known: facts !== undefined,
    symbol: line(facts?.symbol, LIMITS.symbol),
    status: line(facts?.status, LIMITS.status),
    transferable: kind === 't' ? 'transferable' : 'not transferable',
    id,
    mintAddress: line(facts?.mintAddress, LIMITS.mintAddress),
    description: plainText(facts?.description ?? '', LIMITS.description) || undefined,
    image: imageSource(facts?.image),
  };
}

/** `address` if it is https, or http on this machine; anything else is never put into the page. */
export function imageSource(address: string | undefined): ImageSource | undefined {
  if (address === undefined || address.length > IMAGE_ADDRESS_LIMIT) return undefined;
  const url = URL.parse(address);
  // Credentials in an address are never sent, and would dress up the host that is named.
  if (url?.username !== '' || url.password !== '') return undefined;
  const loopback = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname);
  if (url.protocol !== 'https:' && !loopback) return undefined;
  return { address: url.href, host: plainLine(url.host, 80) };
}

/** What is worth keeping across a reload: enough for a heading before the first answer. */
export function savedPanel(ref: string, facts: ProjectFacts | undefined): SavedStatsPanel {
  if (facts === undefined) return { ref };
  const kept: { -readonly [Name in keyof ProjectFacts]: ProjectFacts[Name] } = {};
  for (const name of ['name', 'symbol', 'status', 'mintAddress'] as const) {
    const text = line(facts[name], LIMITS[name]);
    if (text !== undefined) kept[name] = text;
  }
  const description = plainText(facts.description ?? '', LIMITS.description);
  if (description !== '') kept.description = description;
  const image = imageSource(facts.image);
  if (image !== undefined) kept.image = image.address;
  return { ref, facts: kept };
}

function line(text: string | undefined, limit: number): string | undefined {
  return plainLine(text ?? '', limit) || undefined;
}
