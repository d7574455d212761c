import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';
import type * as shipped from '../../../src/extension.ts';
import { root } from '../../host/paths.ts';

/** Files by their paths in `src`: a new text, or replacements in the text. */
export type Changes = Readonly<
  Record<string, string | readonly (readonly [before: string, after: string])[]>
>;

/** A copy of `src`, without the pages of panels, in which a test may change files. */
export async function copyOfSource() {
  // In the repository, because packages are searched for in the folders above.
  await mkdir(join(root, 'out'), { recursive: true });
  const folder = await mkdtemp(join(root, 'out', 'lists-'));
  const src = join(folder, 'src');
  const pages = join(root, 'src', 'webview');
  await cp(join(root, 'src'), src, { recursive: true, filter: (path) => path !== pages });

  return {
    async change(changes: Changes): Promise<void> {
      for (const [path, change] of Object.entries(changes)) {
        const file = join(src, path);
        let text = typeof change === 'string' ? change : await readFile(file, 'utf8');
        for (const [before, after] of typeof change === 'string' ? [] : change) {
          if (!text.includes(before)) throw new Error(`${path} has no ${before}`);
          text = text.replace(before, () => after);
        }
        await writeFile(file, text);
      }
    },

    /** The errors of the compiler in the copy, by file. */
    complaints(): ReadonlyMap<string, readonly string[]> {
      const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
        readFileSync(path, 'utf8'),
      ) as {
        readonly config: { readonly compilerOptions: unknown };
      };
      const { compilerOptions } = config;
      const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
      const files = ['extension.ts', 'net/undici-parts.d.ts'].map((path) => join(src, path));
      const program = ts.createProgram(files, options);
      const found = new Map<string, string[]>();
      for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
        const path = file ? relative(src, file.fileName) : '';
        const text = ts.flattenDiagnosticMessageText(messageText, ' ');
        found.set(path, [...(found.get(path) ?? []), text]);
      }
      return found;
    },

    extension: () => import(join(src, 'extension.ts')) as Promise<typeof shipped>,

    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
