import type { Json } from '../core/model/model.ts';
import type { Row } from './projects.ts';
import { addressFor, type Random, randomFor } from './random.ts';
import { collectionName, description } from './words.ts';

const OWNERS = 6;

/**
 * The row at an index of the list (service-interface §2.2), computed without any other row.
 * @param address the service's own, for links to pictures
 */
export function collectionAt(index: number, address: string): Row {
  const random = randomFor(`collection ${index}`);
  const name = collectionName(random);
  const mintAddress = addressFor(`collection ${index}`);
  return {
    mintAddress,
    name,
    description: random.chance(0.25) ? '' : description(name, random),
    image: random.chance(0.04) ? null : `${address}/images/collection-${index}.svg`,
    attributes: attributes(random),
    uri: random.chance(0.05) ? undefined : `https://metadata.example.com/${mintAddress}.json`,
    collectionDetails: details(random),
    ownerAddress: addressFor(`owner ${random.int(1, OWNERS)}`),
  };
}

/** §2.2 does not define the elements; these are the trait pairs common in NFT metadata. */
function attributes(random: Random): Json[] {
  if (random.chance(0.3)) return [];
  const traits: Json[] = [
    { trait_type: 'Season', value: random.pick(['Spring', 'Summer', 'Autumn', 'Winter']) },
    { trait_type: 'Palette', value: random.pick(['Dawn', 'Harbor', 'Moss', 'Ink', 'Clay']) },
    { trait_type: 'Pieces', value: random.int(1, 500) },
    { trait_type: 'Signed', value: random.chance(0.5) },
  ];
  return traits.slice(0, random.int(1, traits.length));
}

/** §2.2 does not define the members either, so they differ from row to row. */
function details(random: Random): Json {
  return random.pick<Json>([
    {},
    { size: random.int(0, 5000) },
    { version: 'V1', size: random.int(1, 5000) },
    { V2: { padding: [0, 0, 0, 0, 0, 0, 0, 0] } },
  ]);
}
