/* Shared by the bench and its extensions, which communicate through files in the open folder. */

/** The number of projects of the service: there is always more to load. */
export const ROWS = 100_000;

export const ORDER_FILE = 'activate.json';
export const ANSWER_FILE = 'activated.json';

/** The milliseconds of each activation. */
export type Activations = Readonly<Record<string, number>>;

/** How the rivals write the name of a row, so that rows of one are not taken for another's. */
export const LABELS = {
  Painter: (name: string) => name.replace('Lights', 'lights'),
  Constant: (name: string) => name.replace('Lights', 'LIGHTS'),
} as const;
