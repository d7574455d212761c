import sharp from 'sharp';

/** One picture of a moving picture. */
export interface Frame {
  /** As a screenshot has it. All of one moving picture have the same size. */
  readonly png: Buffer;
  /** How long it is shown. */
  readonly ms: number;
}

/** The same picture with at most 256 colors: a third of the size, and no difference to be seen. */
export function fewColors(png: Buffer): Promise<Buffer> {
  return sharp(png).png({ palette: true, quality: 95, effort: 10 }).toBuffer();
}

/**
 * A moving picture that repeats, as an animated WebP: of the formats that a README may show, it is
 * the smallest for text on a plain ground, and has no limit of 256 colors as GIF has.
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
