/**
 * `npm start`: opens Mintscope in a real VS Code in the user's browser, with the sample service. All
 * of it runs on this machine and ends with Ctrl+C.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSampleService } from '../../src/sample/index.ts';
import { installVsix, portIfFree, startWrapper } from './codeServer.ts';
import { installCodeServer } from './codeServerInstall.ts';
import { temporaryFolder } from './paths.ts';
import { stopOnSignals } from './processes.ts';
import { packageVsix } from './vsix.ts';

/** Tried first, so that the address stays the same from one start to the next. */
const usualPort = 8787;

stopOnSignals(0);

const [installation, vsix] = await Promise.all([installCodeServer(), packageVsix()]);
const extensionsDir = await installVsix(installation, vsix);
const sample = await startSampleService();
const editor = await startWrapper(installation, {
  extensionsDir,
  settings: { 'mintscope.baseUrl': sample.address },
  port: await portIfFree(usualPort),
});
const folder = await workspace();

console.log(`
Mintscope runs in VS Code here:

    ${editor.address}/?folder=${encodeURIComponent(folder)}

Click the Mintscope icon on the left, then Explore Sample Data, which needs no token.
Or sign in as to a service of your own, with these of the sample service:

    Address  ${sample.address}
    Token    ${sample.token}

Ctrl+C stops everything.
`);

await editor.ended;
console.error(`VS Code ended by itself. Its last lines:\n${editor.tail()}`);
process.exit(1);

/** The folder to open, so that Sign In offers the scope of this workspace. */
async function workspace(): Promise<string> {
  const path = join(temporaryFolder('start'), 'sample-workspace');
  await mkdir(path);
  await writeFile(
    join(path, 'README.md'),
    '# Sample workspace\n\nA folder to have open while you try Mintscope.\n',
  );
  return path;
}
