import sharp from 'sharp';

/** One frame of a moving picture. */
export interface Frame {
  /** A screenshot. All frames of a moving picture have the same size. */
  readonly png: Buffer;
  /** How long it is shown. */
  readonly ms: number;
}

/** The picture with at most 256 colors, which is a third of the size and looks the same. */
export function fewColors(png: Buffer): Promise<Buffer> {
  return sharp(png).png({ palette: true, quality: 95, effort: 10 }).toBuffer();
}

/**
 * A moving picture that repeats, as an animated WebP: of the formats for a README, it is the smallest
 * for text on a plain background, and is not limited to 256 colors as GIF is.
 */
export function movingPicture(frames: readonly Frame[]): Promise<Buffer> {
  return sharp(
    frames.map(({ png }) => png),
    { join: { animated: true } },
  )
    .webp({
      delay: frames.map(({ ms }) => ms),
      loop: 0,
      nearLossless: true,
      quality: 60,
      effort: 6,
      minSize: true,
    })
    .toBuffer();
}
