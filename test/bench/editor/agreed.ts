/* What bench and extensions share. They communicate with the driver through files in the folder. */

/** Projects of the service: enough that there is always more to load. */
export const ROWS = 100_000;

/** Says which extensions to activate, in order. */
export const ORDER_FILE = 'activate.json';
export const ANSWER_FILE = 'activated.json';

export interface Activations {
  /** By the extension's id. */
  readonly ms: Readonly<Record<string, number>>;
  /** Connections opened meanwhile and shortly after. */
  readonly connections: number;
  /** Bundles of Mintscope that were loaded. */
  readonly loaded: readonly string[];
}

/** How the controls write the name of a row, so that the rows of each can be told apart. */
export const LABELS = {
  Painter: (name: string) => name.replace('Lights', 'lights'),
  Constant: (name: string) => name.replace('Lights', 'LIGHTS'),
} as const;
