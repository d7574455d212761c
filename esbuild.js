import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { build, context } from 'esbuild';
import { lessUndici } from './lessUndici.js';
import { thirdPartyNotices } from './thirdPartyNotices.js';

// There is no build for editors without a Node host, such as vscode.dev: requests with a token would
// need the service's permission (CORS), and undici, the database and the sample service need Node.
const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const root = import.meta.dirname;

/**
 * The editor's API is required, and not imported: for an import, the editor writes a module that
 * exports each member of the API, and Node compiles it, which takes as long as half of activation.
 */
const requiredApi = {
  name: 'required-api',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'api' },
    );
    build.onLoad({ filter: /./, namespace: 'api' }, () => {
      const types = readFileSync(join(root, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
      const member = /^\texport (?:class|enum|namespace|const|function) (\w+)/gm;
      const names = [...new Set(Array.from(types.matchAll(member), ([, name]) => name))];
      const exports = names.map((name) => `export const ${name} = /* @__PURE__ */ of('${name}');`);
      const of = "const api = require('vscode'); const of = (name) => api[name];";
      return { contents: [of, ...exports].join('\n') };
    });
  },
};

/**
 * Everything that is loaded by one of `kinds` imports `shared`. So esbuild puts that into one file,
 * and not into one for each set of parts that share something: each file takes more than a
 * millisecond to load.
 */
const inOneFile = (shared, ...kinds) => ({
  name: 'in-one-file',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) =>
      kinds.includes(kind) ? { path: resolve(resolveDir, path), namespace: 'part' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({
      contents: [
        ...shared.map((file) => `import './${file.replaceAll(sep, '/')}';`),
        `export * from ${JSON.stringify(path)};`,
      ].join('\n'),
      resolveDir: root,
    }));
  },
});

const common = {
  bundle: true,
  // Its build for Node reads translations from files; the editor has read ours already.
  alias: { '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
  minify: production,
  sourcemap: !production,
  logLevel: 'info',
  // Licenses are in a file of their own.
  legalComments: 'none',
  metafile: true,
  // What several parts share is loaded by each, and shipped once.
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
};

const pages = globSync('src/features/*/page/main.ts', { cwd: root });
const shared = globSync('src/page/*.ts', { cwd: root });
const styles = globSync('src/features/*/page/*.css', { cwd: root });

const builds = [
  // Code reached by import() is not loaded at activation: `late.ts`, what requests need, and the
  // sample service. ES modules, because CommonJS took 1.3 times as long to activate.
  {
    ...common,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: 'dist',
    platform: 'node',
    target: 'node22',
    // For the editor's API, and for undici, which is CommonJS and requires modules of Node.
    banner: {
      js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
    plugins: [requiredApi, inOneFile(['src/extension.ts'], 'dynamic-import'), lessUndici],
  },
  {
    ...common,
    platform: 'browser',
    target: 'chrome138',
    // `src/features/<name>/page/main.ts` becomes `<name>.js`.
    entryPoints: [
      ...pages.map((path) => ({ in: path, out: basename(dirname(dirname(path))) })),
      ...styles.map((path) => ({ in: path, out: basename(path, '.css') })),
    ],
    outdir: 'dist/webview',
    plugins: [inOneFile(shared, 'entry-point', 'dynamic-import')],
  },
];

await rm('dist', { recursive: true, force: true });
const metafiles = [];
for (const options of builds) {
  if (watch) await (await context(options)).watch();
  else metafiles.push((await build(options)).metafile);
}
if (!watch) {
  await writeFile('dist/ThirdPartyNotices.txt', thirdPartyNotices(metafiles, root));
}
