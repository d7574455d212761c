/** How the lines are distinguished: by colour, by dashes and by the shape at their ends. */

export interface Look {
  /** A variable of the style sheet. */
  readonly colour: string;
  /** Lengths in pixels. */
  readonly dashes: readonly number[];
  /** An SVG path of about ten pixels around 0; it is filled by the even-odd rule. */
  readonly mark: string;
}

const CIRCLE = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z';

const LOOKS: readonly Look[] = [
  { dashes: [], mark: CIRCLE },
  { dashes: [8, 4], mark: 'M-3.7-3.7h7.4v7.4h-7.4z' },
  { dashes: [2, 3], mark: 'M0-4.6 4.4 3.6h-8.8z' },
  { dashes: [12, 3, 2, 3], mark: 'M0-5 5 0 0 5-5 0z' },
  { dashes: [5, 2], mark: `${CIRCLE}M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z` },
  { dashes: [16, 5], mark: 'M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z' },
  { dashes: [6, 3, 2, 3, 2, 3], mark: 'M0 4.6 4.4-3.6h-8.8z' },
  {
    dashes: [2, 6],
    mark: 'M-4.2-2.1-2.1-4.2 0-2.1 2.1-4.2 4.2-2.1 2.1 0 4.2 2.1 2.1 4.2 0 2.1-2.1 4.2-4.2 2.1-2.1 0z',
  },
].map((look, at) => ({ ...look, colour: `--series-${at + 1}` }));

/** A comparison has no more lines than looks. */
export function lookOf(line: number): Look {
  return LOOKS[line] ?? { dashes: [], mark: CIRCLE, colour: '--series-1' };
}
