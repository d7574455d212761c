import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import { TOKEN } from '../../support/client.ts';
import { startMinimalService } from '../../support/minimalService.ts';

describe('Other extensions in the same process', () => {
  it('process-wide dispatchers of fetch stay unchanged', async () => {
    const service = await startMinimalService({ token: TOKEN, projects: [{ id: 1 }] });
    try {
      const script = join(import.meta.dirname, '../../support/slots.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [script, service.address]);
      const empty = ['empty', 'empty'];
      assert.deepEqual(JSON.parse(stdout), { before: empty, during: empty, after: empty, rows: 1 });
    } finally {
      await service.close();
    }
  });
});
