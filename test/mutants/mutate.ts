/** For `--import`: loads a source with the mutation of MINTSCOPE_MUTANT, a `Mutant` as JSON. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type Mutant, withMutation } from './mutations.ts';

const mutant = JSON.parse(process.env.MINTSCOPE_MUTANT!) as Mutant;
const mutated = pathToFileURL(mutant.source).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== mutated) return loaded;
    return { ...loaded, source: withMutation(readFileSync(mutant.source, 'utf8'), mutant) };
  },
});
