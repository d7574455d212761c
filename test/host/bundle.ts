/** Only bundles the integration tests, for the launch configuration "Integration tests". */
import { bundleIntegrationTests } from './testBundle.ts';

console.log(await bundleIntegrationTests());
