/**
 * `npm run chaos`: random use of all surfaces with a faulty service, with `--requests` (10,000) and a
 * `--seed` that repeats what service and users do. Exits with 1 if anything was lost or left.
 */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const requests = Number(values.requests);
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('--requests and --seed are whole numbers.');
}

console.log(`chaos: ${requests} requests, --seed ${seed}`);
const violations = await runChaos(requests, seed);
for (const violation of violations) console.log(`✖ ${violation}`);
console.log(violations.length === 0 ? '✔ nothing lost, nothing left behind' : '');
process.exitCode = violations.length === 0 ? 0 : 1;
