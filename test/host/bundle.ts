/** Bundles the integration tests only: the desktop editor's "Integration tests" launch runs them. */
import { bundleIntegrationTests } from './testBundle.ts';

console.log(await bundleIntegrationTests());
