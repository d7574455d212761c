import { onDemand } from '../host/onDemand.ts';

interface Picture {
  png(options: object): Picture;
  webp(options: object): Picture;
  toBuffer(): Promise<Buffer>;
}

type Sharp = (input: Buffer | readonly Buffer[], options?: object) => Picture;

/** The library that makes pictures small; only `npm run pictures` needs it. */
export async function loadSharp(): Promise<Sharp> {
  return (await onDemand('sharp', '0.35.5')) as Sharp;
}
