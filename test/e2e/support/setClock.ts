import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesMatching } from '../../host/paths.ts';
import { copyOfInstalled } from './language.ts';

/** The clock of the extension host, so many milliseconds ahead of the machine's, as a file says. */
const DATE = `import { readFileSync } from 'node:fs';
const file = new URL('ahead.txt', import.meta.url);
const now = () => Date.now() + Number(readFileSync(file, 'utf8'));
export default class extends Date {
  static now = now;
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
}
`;

/**
 * A copy of the installed extensions in which a test sets the clock of Mintscope and of its sample
 * service. The rest of the editor, the pages of panels and waits keep the clock of the machine.
 */
export async function withSetClock(extensions: string) {
  const { copy, folder } = await copyOfInstalled(extensions);
  const dist = join(folder, 'dist');
  const parts = await filesMatching('*.js', dist);
  for (const part of parts) {
    const code = await readFile(part, 'utf8');
    await writeFile(part, `import Date from './setDate.mjs';\n${code}`);
  }
  await writeFile(join(dist, 'setDate.mjs'), DATE);
  const ahead = join(dist, 'ahead.txt');
  return {
    extensionsDir: copy,
    /** Sets the clock so many milliseconds ahead, or behind if negative. The next look at it tells. */
    set: async (ms: number) => {
      await writeFile(`${ahead}.new`, `${ms}`);
      await rename(`${ahead}.new`, ahead);
    },
  };
}
