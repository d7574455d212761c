import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { context } from 'esbuild';
import { thirdPartyNotices } from './thirdPartyNotices.js';

// There is no build for editors without a Node host, such as vscode.dev: requests with a token would
// need the service's permission (CORS), and undici, the database and the sample service need Node.
const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/**
 * undici has two builds of its HTTP parser: one for processors with SIMD, and a plain one. The
 * plain one runs everywhere, so only that one is bundled, which makes the download smaller.
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
 * undici's parser has a file of constants: every method, status and character of HTTP. Its client
 * uses few of them. This finds their names in the client and bundles no others.
 */
const fewConstants = {
  name: 'few-constants',
  setup(build) {
    build.onLoad({ filter: /[\\/]llhttp[\\/]constants\.js$/ }, ({ path }) => {
      const all = createRequire(import.meta.url)(path);
      const client = readFileSync(resolve(path, '../../dispatcher/client-h1.js'), 'utf8');
      const used = [...client.matchAll(/\bconstants\.([A-Z]\w*)/g)].map(([, name]) => name);
      const lists = Object.fromEntries(used.map((name) => [name, all[name]]));
      return { contents: `module.exports = ${JSON.stringify(lists)};` };
    });
  },
};

/**
 * Leaves out parts of undici that Mintscope never runs. It only reads (service-interface §4), so it
 * sends no request bodies, and undici uses HTTP/2 only if an option says so. Loading Node's HTTP/2
 * module alone takes a quarter of the time that the first request waits for undici.
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

/** Too large, or too seldom used, to be loaded with the other late parts. */
const ON_THEIR_OWN =
  /[\\/](?:net[\\/]serviceClientFactory|sample[\\/]index|connection[\\/](?:connectionStatusItem|signInStore)|features[\\/](?:progress[\\/]progressDecorations|portfolio[\\/]portfolioPanel))\.ts$/;

/** How the sources import the editor's API. */
const API_IMPORT = "import * as vscode from 'vscode';";

/**
 * The editor's API is required, and not imported. For an import, the editor writes a module that
 * exports each member of the API, and Node compiles it: about 3 of the 8 ms that loading the code of
 * activation took.
 */
const requiredApi = {
  name: 'required-api',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ path }) => ({ path, namespace: 'api' }));
    build.onLoad({ filter: /./, namespace: 'api' }, () => ({
      contents: `import { createRequire } from 'node:module';
        export const vscode = createRequire(import.meta.url)('vscode');`,
    }));
  },
};

/**
 * Each late part imports all that is loaded at activation. So esbuild puts that into one chunk, and
 * not into one for each set of late parts that share something: each file takes
 * more than a millisecond to load.
 */
const allOfActivation = `import ${JSON.stringify(resolve(import.meta.dirname, 'src/extension.ts'))};`;

/**
 * Bundles everything that is loaded late into one part. If esbuild split the code at each
 * `import()`, about fifty files would ship. Nineteen of them would be loaded at activation, because
 * esbuild puts code that two parts share into a file of its own.
 */
const oneLatePart = {
  name: 'one-late-part',
  setup(build) {
    // An `import()` that this does not match, such as one over several lines, gets its own file.
    const lateImport = /const \{ ([^}]+) \} = await import\('(\.[^']+)'\)/g;
    /** The name of each export in that part. Numbered, because two modules may use one name. */
    const late = new Map();
    // Relative to `cwd`, because the path of the repository may contain glob characters.
    const sources = globSync('src/**/*.ts', { cwd: import.meta.dirname });
    for (const file of sources.map((path) => resolve(import.meta.dirname, path))) {
      for (const [, names, path] of readFileSync(file, 'utf8').matchAll(lateImport)) {
        const from = resolve(dirname(file), path);
        if (ON_THEIR_OWN.test(from)) continue;
        for (const name of names.split(', ')) {
          const key = `${from} ${name}`;
          if (!late.has(key)) late.set(key, { from, name, as: `late${late.size}` });
        }
      }
    }
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8').replace(
        API_IMPORT,
        "import { vscode } from 'vscode';",
      );
      const text = source.replace(lateImport, (whole, names, path) => {
        const from = resolve(dirname(file), path);
        const found = names.split(', ').map((name) => late.get(`${from} ${name}`));
        if (!found.every(Boolean)) return whole;
        return `const { ${found.map(({ as, name }) => `${as}: ${name}`)} } = await import('late')`;
      });
      return {
        contents: ON_THEIR_OWN.test(file) ? `${text}\n${allOfActivation}` : text,
        loader: 'ts',
      };
    });
    build.onResolve({ filter: /^late$/ }, ({ path }) => ({ path, namespace: 'late' }));
    build.onLoad({ filter: /./, namespace: 'late' }, () => ({
      contents: Array.from(
        late.values(),
        ({ from, name, as }) => `export { ${name} as ${as} } from ${JSON.stringify(from)};`,
      )
        .concat(allOfActivation)
        .join('\n'),
      resolveDir: import.meta.dirname,
    }));
  },
};

/**
 * undici is CommonJS and requires modules of Node, but an ES module has no `require`. So these
 * calls are replaced by `process.getBuiltinModule`.
 */
const partsOfNode = {
  name: 'parts-of-node',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'node' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

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
};

const pages = globSync('src/webview/*/main.ts', { cwd: import.meta.dirname });

const builds = [
  // Code reached by import() is not loaded at activation: what requests need (undici takes longer
  // to load than the rest of the extension), the sample service, and what only a command or a panel
  // needs. What two of them share is loaded once, in a chunk. The format is ES modules, because
  // CommonJS bundles of the same source took 1.3 times as long to activate, and were 4 % larger.
  {
    ...common,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: 'dist',
    chunkNames: '[name]-[hash]',
    platform: 'node',
    format: 'esm',
    splitting: true,
    target: 'node22',
    plugins: [requiredApi, oneLatePart, onePlainParser, fewConstants, partsNeverUsed, partsOfNode],
  },
  {
    ...common,
    platform: 'browser',
    // What the pages share is loaded by each, and shipped once.
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    target: 'chrome138',
    // `src/webview/<name>/main.ts` becomes `<name>.js`.
    entryPoints: Object.fromEntries(pages.map((path) => [basename(dirname(path)), path])),
    outdir: 'dist/webview',
  },
];

await rm('dist', { recursive: true, force: true });
const metafiles = [];
for (const options of builds) {
  const build = await context(options);
  if (watch) {
    await build.watch();
  } else {
    metafiles.push((await build.rebuild()).metafile);
    await build.dispose();
  }
}
if (!watch) {
  const notices = thirdPartyNotices(metafiles, import.meta.dirname);
  await writeFile('dist/ThirdPartyNotices.txt', notices);
}
