import { registerHooks } from 'node:module';

/*
 * For mocha's `--require`: replaces the module `vscode` by vscode.ts, so that code that imports it
 * runs on Node alone. Tests read and control that editor through desk.ts.
 */
const fake = new URL('./vscode.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: fake, shortCircuit: true } : next(specifier, context),
});
