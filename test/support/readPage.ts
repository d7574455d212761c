/*
 * A child process that reads a page, for settings that Node reads only at its start.
 * Usage: node readPage.ts ADDRESS NETWORK-SETTINGS-AS-JSON. The log goes to stderr.
 */
import { failureForLog } from '../../src/core/model/serviceError.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { windowTransport } from '../../src/net/origin.ts';
import { clientFor, DIRECT, first, networkWith, noAbort } from './client.ts';

const [address = '', settings = '{}'] = process.argv.slice(2);
const used = { ...DIRECT, noProxy: [], ...(JSON.parse(settings) as object) };
const network = {
  ...networkWith(used),
  log: (line: string) => {
    console.error(line);
  },
};
const transport = windowTransport(() => network);
const page = clientFor(address, { transport }).client.page(PROJECTS, first, noAbort);
console.log(await page.then(() => 'read', failureForLog));
await transport.close();
