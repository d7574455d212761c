import { registerHooks } from 'node:module';

/*
 * For mocha's `--require`: lets the code that imports `vscode` run on Node alone. It gets the small
 * part of the editor that is in vscode.ts; desk.ts is where a test looks at it and acts on it.
 */
const fake = new URL('./vscode.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: fake, shortCircuit: true } : next(specifier, context),
});
