import { join } from 'node:path';
import { root } from '../../host/paths.ts';
import { startService } from '../../host/processes.ts';

/** Starts Stoplight's Prism on openapi.yaml. It refuses what the document does not allow. */
export async function startPrism() {
  const service = startService(process.execPath, [
    join(root, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js'),
    ...['mock', '--host', '127.0.0.1', '--port', '0', '--errors', '--dynamic'],
    join(import.meta.dirname, '..', 'openapi.yaml'),
  ]);
  const [, address] = await service.says(/listening on (http:\/\/127\.0\.0\.1:\d+)/, 10_000);
  return { address: address!, stop: () => service.stop() };
}
