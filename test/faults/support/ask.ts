/*
 * A child process that opens a list, for settings that Node reads only at its start.
 * Usage: node ask.ts ADDRESS [NETWORK SETTINGS AS JSON]. The log goes to stderr.
 */
import type { NetworkSettings } from '../../../src/core/client/proxyChoice.ts';
import { startRig } from './rig.ts';

const [address = '', network = '{}'] = process.argv.slice(2);
const rig = startRig(address, { network: JSON.parse(network) as Partial<NetworkSettings> });
await rig.projects.open();
console.log(rig.sees());
console.error(rig.logged.join('\n'));
await rig.end();
