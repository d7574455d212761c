export const PAGE_SIZE = 100;

/** A project row as services send them, of about 670 bytes; the same for the same index. */
export function benchRow(index: number): Record<string, unknown> {
  const address = String(index).padStart(44, '7xKXbc3');
  return {
    id: 1000 + index,
    name: `Harbor Lights ${index}`,
    symbol: `HLD${index}`,
    description: `The ${index}th lamp along the quay, lit by whoever holds it. `.repeat(4),
    image: `https://images.example.com/projects/${address}.png`,
    animationUrl: `https://images.example.com/projects/${address}.mp4`,
    mintAddress: address,
    transferable: index % 2 === 0,
    status: ['processing', 'confirmed', 'pending'][index % 3],
  };
}

export function benchRows(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => benchRow(index));
}
