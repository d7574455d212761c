import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { filesMatching, out, root } from './paths.ts';

const folder = join(root, 'test', 'integration');

const everyTest: Plugin = {
  name: 'every-test',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]test[\\/]integration[\\/]tests\.ts$/ }, async () => {
      const files = await filesMatching('**/*.test.ts', folder);
      const requires = files.map((file) => `require(${JSON.stringify(file)});`);
      return {
        contents: `export function loadTests() {\n${requires.join('\n')}\n}`,
        loader: 'js',
        resolveDir: folder,
      };
    });
  },
};

/** Replaces `import.meta.dirname`, which CommonJS lacks, by the folder of the source. */
const foldersOfSources: Plugin = {
  name: 'folders-of-sources',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]test[\\/]support[\\/].*\.ts$/ }, async ({ path }) => {
      const folder = JSON.stringify(dirname(path));
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll('import.meta.dirname', folder), loader: 'ts' };
    });
  },
};

/**
 * mocha is not bundled, because it loads its own parts by name. Its CommonJS file is required,
 * because `require` of an ES module has different results on the Nodes of the editors.
 */
const mochaOutside: Plugin = {
  name: 'mocha-outside',
  setup(bundler) {
    bundler.onResolve({ filter: /^mocha$/ }, () => ({
      path: 'mocha/lib/mocha.cjs',
      external: true,
    }));
  },
};

/**
 * Bundles the tests that run inside the editor's extension host into one CommonJS file whose
 * `run()` the editor calls, and returns that file.
 */
export async function bundleIntegrationTests(): Promise<string> {
  const outfile = join(out, 'test', 'integration', 'index.cjs');
  await build({
    entryPoints: [join(folder, 'index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    external: ['vscode'],
    plugins: [everyTest, foldersOfSources, mochaOutside],
    logLevel: 'warning',
  });
  return outfile;
}
