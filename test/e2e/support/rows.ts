/** Projects as in service-interface §2.1, numbered from 1. @param change returns other members. */
export function makeProjects(
  count: number,
  change: (id: number) => Readonly<Record<string, unknown>> = () => ({}),
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Project ${index + 1}`,
    symbol: `P${index + 1}`,
    description: `The project with the number ${index + 1}.`,
    image: `https://images.example.com/${index + 1}.png`,
    animationUrl: '',
    mintAddress: `Mint${String(index + 1).padStart(40, 'x')}`,
    transferable: index % 2 === 0,
    status: 'processing',
    ...change(index + 1),
  }));
}

/** Stats of the projects of `makeProjects`, by `t/1`, `n/2` and so on. */
export function makeStats(count: number, of: (id: number) => object): Record<string, object> {
  const refOf = (id: number) => `${id % 2 === 1 ? 't' : 'n'}/${id}`;
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [refOf(at + 1), of(at + 1)]));
}

export function makeCollections(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    mintAddress: `Coll${String(index + 1).padStart(40, 'x')}`,
    name: `Collection ${index + 1}`,
    description: '',
    image: `https://images.example.com/c${index + 1}.png`,
    attributes: [{ trait_type: 'Shelf', value: index + 1 }],
    uri: `https://meta.example.com/${index + 1}.json`,
    collectionDetails: { size: index + 1 },
    ownerAddress: 'Owner1111111111111111111111111111111111111',
  }));
}
