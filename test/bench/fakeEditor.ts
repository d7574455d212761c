import { join } from 'node:path';

/** Flags of Node for a child that runs the extension in the stand-in for the editor. */
export const IN_FAKE_EDITOR: readonly string[] = [
  '--expose-gc',
  ...['--import', join(import.meta.dirname, '..', 'support', 'fakeVscode', 'register.ts')],
];
