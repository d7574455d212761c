import { rm } from 'node:fs/promises';
import { context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/**
 * A dynamic import of one of these parts becomes a `require` of that part's own bundle when it
 * first runs: activation loads neither what requests take (undici costs more to load than the rest
 * of the extension) nor the sample service nor what only a command needs.
 */
const lazyParts = {
  name: 'lazy-parts',
  setup(build) {
    const lazy = /^\.\.?\/(?:(?:editor\/)?(?<folder>sample|flows)\/index|(?<file>requests))\.ts$/;
    build.onResolve({ filter: lazy }, ({ path, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const { folder, file } = lazy.exec(path).groups;
      return { path: `./${folder ?? file}.cjs`, external: true };
    });
  },
};

/**
 * undici brings its HTTP parser twice, and uses the second where a processor lacks SIMD. The plain
 * one runs everywhere; the other would only make the download larger.
 */
const onePlainParser = {
  name: 'one-plain-parser',
  setup(build) {
    build.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ path, resolveDir }) =>
      build.resolve(path.replace('_simd', ''), { kind: 'require-call', resolveDir }),
    );
  },
};

/**
 * Parts of undici that Mintscope never gets to: it only reads (service-interface §4), so it needs
 * nothing that bodies of requests are made with, and undici speaks HTTP/2 only if told to. Node's
 * own HTTP/2 alone would take a quarter of the time that the first request waits for this bundle.
 */
const partsNeverUsed = {
  name: 'parts-never-used',
  setup(build) {
    build.onResolve({ filter: /\/(web\/fetch\/body|client-h2)\.js$/ }, ({ path }) => ({
      path,
      namespace: 'never-used',
    }));
    build.onLoad({ filter: /./, namespace: 'never-used' }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

const common = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  logLevel: 'info',
  legalComments: 'none',
};

const host = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  plugins: [lazyParts, onePlainParser, partsNeverUsed],
  outExtension: { '.js': '.cjs' },
};

const builds = [
  {
    ...host,
    entryPoints: {
      extension: 'src/extension.ts',
      requests: 'src/requests.ts',
      sample: 'src/sample/index.ts',
      flows: 'src/editor/flows/index.ts',
    },
    outdir: 'dist',
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
    entryPoints: { stats: 'src/webview/stats/main.ts' },
    outdir: 'dist/webview',
  },
];

await rm('dist', { recursive: true, force: true });
for (const options of builds) {
  const build = await context(options);
  if (watch) {
    await build.watch();
  } else {
    await build.rebuild();
    await build.dispose();
  }
}
