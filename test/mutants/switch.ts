/**
 * For `--import`: loads sources with the mutants of the sample in them, and turns one of them on.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type Mutant, variables } from './mutant.ts';
import { withSwitches } from './mutations.ts';

let on = Number(process.env[variables.on] ?? NaN);
let reached = new Set<number>();

Object.assign(globalThis, {
  isMutated(id: number): boolean {
    reached.add(id);
    return id === on;
  },
});

/** Turns a mutant on, also in processes that are started from now on, or all off. */
export function turnOn(id: number | undefined): void {
  on = id ?? NaN;
  if (id === undefined) Reflect.deleteProperty(process.env, variables.on);
  else process.env[variables.on] = String(id);
}

/** The mutants whose code has run since the last call, on or off. */
export function takeReached(): number[] {
  const taken = [...reached];
  reached = new Set();
  return taken;
}

const sample = JSON.parse(readFileSync(process.env[variables.sample]!, 'utf8')) as Mutant[];
const byUrl = Map.groupBy(sample, ({ source }) => pathToFileURL(source).href);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const mutants = byUrl.get(url);
    if (!mutants) return loaded;
    return { ...loaded, source: withSwitches(readFileSync(new URL(url), 'utf8'), mutants) };
  },
});
