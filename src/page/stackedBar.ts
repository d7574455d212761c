import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { type Part, PARTS } from '../core/stats/problems.ts';

/** The side of the tile of a texture in pixels. */
export const TILE = 6;

/** Paths in a tile, drawn in the color of the background, by which parts differ without color. */
export const TEXTURES: Readonly<Partial<Record<Part, string>>> = {
  processing: 'M-1 1L1 -1M0 6L6 0M5 7L7 5',
  pending: 'M3 3h.01',
  failed: 'M0 0L6 6M6 0L0 6',
  other: 'M0 1h6',
};

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

/**
 * The stacked bar, in attributes of SVG, because the page's policy blocks inline styles. Textures tell
 * its parts apart without color. At most one in a page: the textures have ids.
 */
export function stackedBar(segments: readonly Segment[], label: string): TemplateResult {
  return html`<svg class="bar" role="img" aria-label=${label}>
    <defs>
      ${Object.entries(TEXTURES).map(
        ([part, path]) =>
          svg`<pattern id=${`texture-${part}`} width=${TILE} height=${TILE} patternUnits="userSpaceOnUse"><path d=${path}></path></pattern>`,
      )}
    </defs>
    <rect class="track" width="100%" height="100%"></rect>
    ${segments.map(segmentView)}
  </svg>`;
}

function textureOf(part: Part | 'missing'): string {
  return part in TEXTURES ? `url(#texture-${part})` : 'none';
}

/** The color of a part, for an attribute of SVG or a style. */
export function fillOf(part: Part): string {
  return part === 'pending' ? 'var(--pending-fill)' : `var(--${part})`;
}

function segmentView({ part, from, width }: Segment): SVGTemplateResult {
  return svg`<svg class="segment" x=${percent(from)} width=${percent(width)} height="100%">
    <rect width="100%" height="100%" fill=${fillOf(part)}></rect>
    <rect width="100%" height="100%" fill=${textureOf(part)}></rect>
    <rect class="edge" x="100%" width="4" height="100%"></rect>
  </svg>`;
}

/** The color and the texture of a part, for a legend; `missing` is the empty rest of the bar. */
export function swatch(part: Part | 'missing'): TemplateResult {
  return html`<svg class="swatch" width="10" height="10" aria-hidden="true">
    <rect width="10" height="10" fill=${part === 'missing' ? 'var(--track)' : fillOf(part)}></rect>
    <rect width="10" height="10" fill=${textureOf(part)}></rect>
  </svg>`;
}

/** The least width of a part, as a share of the bar, so that it can be seen. */
const SMALLEST_SHARE = 0.006;

/** One colored stretch of the bar; `from` and `width` are shares of its length, 0 to 1. */
interface Segment {
  readonly part: Part;
  readonly from: number;
  readonly width: number;
}

/**
 * The segments of a bar of `whole` NFTs, or of all parts if they are more; the rest stays empty.
 * @param smallest the least width of a part, as a share of the bar.
 */
export function segmentsOf(
  parts: Readonly<Partial<Record<Part, number | undefined>>>,
  whole: number,
  smallest = SMALLEST_SHARE,
): readonly Segment[] {
  const counts = PARTS.map((part) => ({ part, count: Math.max(parts[part] ?? 0, 0) }));
  const scale = Math.max(
    whole,
    counts.reduce((sum, { count }) => sum + count, 0),
  );
  const shares = counts
    .filter(({ count }) => count > 0)
    .map(({ part, count }) => ({ part, share: Math.max(count / scale, smallest) }));
  // Small parts that were widened may exceed the bar: then all are scaled down.
  const length = Math.max(
    shares.reduce((sum, { share }) => sum + share, 0),
    1,
  );
  let from = 0;
  return shares.map(({ part, share }) => {
    const segment = { part, from, width: share / length };
    from += segment.width;
    return segment;
  });
}
