/**
 * What a person goes through in boxes at the top of the window, step by step. A bundle of its own
 * (esbuild.js), loaded when the first of these is asked for, so that activation stays small.
 */
export { lookUp } from './lookUp.ts';
export { signInFlow } from './signIn.ts';
export { switchConnection } from './switchConnection.ts';
