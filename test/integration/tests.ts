/**
 * Loads every test of this folder. The bundler (test/host/testBundle.ts) replaces this module with
 * one that requires each `test/integration/**` file ending in `.test.ts`, so that none can be  * out of a list written by hand.
 */
export function loadTests(): void {
  throw new Error('Bundle the integration tests with test/host/testBundle.ts.');
}
