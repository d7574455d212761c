import type { Mutation } from './mutations.ts';

/** A mutation of a source, with its number in the sample. */
export interface Mutant extends Mutation {
  readonly id: number;
  /** The full path. */
  readonly source: string;
  /** From 1. */
  readonly line: number;
}

/** The variables of the environment that switch.ts reads. */
export const variables = {
  /** The path of a JSON file with all mutants of the sample. */
  sample: 'MINTSCOPE_MUTANTS',
  /** The number of the mutant that is on from the start of the process; none if left out. */
  on: 'MINTSCOPE_MUTANT',
} as const;

/** To worker.ts: run these tests, by their full titles, until one fails. Without tests: all, to the end. */
export interface Order {
  readonly tests?: readonly string[];
  /** Switched on meanwhile. */
  readonly mutant?: number;
  /** For each test and hook, in milliseconds. */
  readonly timeoutMs: number;
}

/** One test that has run, by its full title. */
export interface Ran {
  readonly test: string;
  readonly ms: number;
  /** The mutants whose code it has run, on or off. */
  readonly reached: readonly number[];
}

/** The first failure of a run. */
export interface Failed {
  /** The full title of the test or hook. */
  readonly test: string;
  readonly error: string;
}

/** From worker.ts. `ran` comes after each test, `done` at the end. */
export type Report =
  | { readonly kind: 'loaded'; readonly reached: readonly number[] }
  | { readonly kind: 'ran'; readonly one: Ran }
  | { readonly kind: 'done'; readonly failed: Failed | null };
