/**
 * Loads every test of this folder. The bundler (test/host/testBundle.ts) replaces this module by one
 * that requires each file ending in `.test.ts`, so that none can be forgotten.
 */
export function loadTests(): void {
  throw new Error('Bundle the integration tests with test/host/testBundle.ts.');
}
