import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Pages take the time from the same clock as the host. It uses neither the editor nor Node. */
const CLOCK = join('editor', 'systemClock.ts');

/**
 * The layers of src/ and what each may import: the layers in `imports`, the files in `files`, the
 * layers in `types` as types only, and those in `late` by import() only. `node` and `vscode` say
 * whether it may import Node's modules and the editor's API. `late.ts` may import every layer, and
 * `extension.ts` every one but features, and `late.ts` by import(). The page of each feature, which
 * runs in a browser, belongs to the layer `pages`. Tests are not checked.
 */
const layers = {
  core: { imports: [], types: [], node: false, vscode: false },
  net: { imports: ['core'], types: [], node: true, vscode: false },
  sample: { imports: [], types: ['core'], node: true, vscode: false },
  page: { imports: ['core'], files: [CLOCK], types: [], node: false, vscode: false },
  pages: { imports: ['page', 'core'], files: [CLOCK], types: [], node: false, vscode: false },
  lists: { imports: ['core'], types: [], node: false, vscode: false },
  kept: { imports: ['lists', 'core'], types: [], node: true, vscode: false },
  editor: { imports: ['core'], types: [], node: true, vscode: true },
  connection: {
    imports: ['editor', 'kept', 'lists', 'core'],
    types: [],
    late: ['net', 'sample'],
    node: true,
    vscode: true,
  },
  stats: {
    imports: ['connection', 'kept', 'editor', 'lists', 'core'],
    types: [],
    node: true,
    vscode: true,
  },
  views: {
    imports: ['stats', 'connection', 'editor', 'lists', 'core'],
    types: [],
    node: true,
    vscode: true,
  },
  rows: {
    imports: ['stats', 'connection', 'editor', 'lists', 'core'],
    types: [],
    node: true,
    vscode: true,
  },
  features: {
    imports: [...['rows', 'views', 'stats', 'connection', 'kept', 'editor', 'lists', 'core']],
    types: [],
    node: true,
    vscode: true,
  },
};

/** The folders of core/. Each may import from itself and from the folders in earlier lists. */
const rooms = [
  ['base'],
  ['model'],
  ['lists', 'panel', 'search', 'stats'],
  ['client', 'arrange', 'watch'],
  ['messages'],
];
const levelOf = (room) => rooms.findIndex((level) => level.includes(room));

const root = import.meta.dirname;

/** The layer of a path below src/; `undefined` for a file of src/ itself. */
function layerOf(path) {
  const [layer, , ...inside] = path.split(sep);
  if (layer === 'features' && inside.length > 1 && inside[0] === 'page') return 'pages';
  return path.includes(sep) ? layer : undefined;
}

/** Whether a file below src/ of a feature needs the editor, Node or a layer that may use them. */
function needsHost(file) {
  const source = readFileSync(join(root, 'src', file), 'utf8');
  return Array.from(source.matchAll(/(?:from|import)\s*\(?'([^']+)'/g), ([, path]) => path).some(
    (specifier) => {
      if (!specifier.startsWith('.')) return specifier === 'vscode' || isBuiltin(specifier);
      const target = join(dirname(file), specifier);
      if (layerOf(target) === 'features') return needsHost(target);
      return !['core', 'page', 'pages'].includes(layerOf(target));
    },
  );
}

/** Why a page may not import a file of a feature, if it may not. */
function refusalOfPage(file, target) {
  const [, from] = file.split(sep);
  const [, to] = target.split(sep);
  if (from !== to) return 'A feature may not import another feature.';
  return layerOf(target) === 'features' && needsHost(target)
    ? 'A page imports only files that need neither the editor nor Node.'
    : undefined;
}

/** Why a file may not import another of its own layer, if it may not. */
function refusalWithin(layer, file, target) {
  const [, from] = file.split(sep);
  const [, to] = target.split(sep);
  if (layer === 'core' && from !== to && levelOf(to) >= levelOf(from)) {
    return `core/${from}/ does not import from core/${to}/ (Layers).`;
  }
  return layer === 'features' && from !== to
    ? 'A feature may not import another feature. Move what both need into a layer below.'
    : undefined;
}

/** Why a file of `layer` (`undefined` for `src/` itself) may not import this, if it may not. */
function refusal(layer, filename, specifier, typesOnly, late = false) {
  const allowed = layers[layer];
  if (/^undici(\/|$)/.test(specifier)) {
    if (layer !== 'net') return 'Only net/ touches undici.';
    return specifier === 'undici' && !typesOnly && !filename.endsWith('.d.ts')
      ? "undici's root changes fetch for the whole process as it loads: import its parts."
      : undefined;
  }
  if (specifier.startsWith('.') || isAbsolute(specifier)) {
    const file = relative(join(root, 'src'), filename);
    const target = relative(join(root, 'src'), resolve(dirname(filename), specifier));
    const to = layerOf(target);
    if (target.startsWith('..')) return 'What ships imports nothing from outside src/.';
    if (layer === 'pages' && (to === 'pages' || to === 'features')) {
      return refusalOfPage(file, target);
    }
    if (layer && to === layer) return refusalWithin(layer, file, target);
    if (to === 'features' && file !== 'late.ts') return 'Only late.ts imports features.';
    if (target === 'late.ts' && !late && !typesOnly) {
      return 'late.ts is loaded when it is first needed: import() it.';
    }
    if (!allowed) return undefined;
    if (!to) return 'Nothing imports the composition root.';
    if (allowed.imports.includes(to) || allowed.files?.includes(target)) return undefined;
    if (late && allowed.late?.includes(to)) return undefined;
    if (!allowed.types.includes(to)) return `${layer}/ does not import from ${to}/ (Layers).`;
    return typesOnly ? undefined : `${layer}/ imports only types from ${to}/ (Layers).`;
  }
  if (!allowed) return undefined;
  if (specifier === 'vscode' && !allowed.vscode) return `${layer}/ does not know the editor.`;
  if (isBuiltin(specifier) && !allowed.node) return `${layer}/ does not use Node modules.`;
  return undefined;
}

/**
 * Checks every form of import against `layers`. ESLint's own rule does not check import() and
 * import types.
 */
const layersRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const own = layerOf(relative(join(root, 'src'), context.filename));
    const check = (node, source, typesOnly, late) => {
      if (!source) return;
      const message =
        typeof source.value === 'string'
          ? refusal(own, context.filename, source.value, typesOnly, late)
          : 'Write the imported path as a string literal, so that lint can check its layer.';
      if (message) context.report({ node, message });
    };
    return {
      Program(node) {
        if (own && !layers[own]) {
          context.report({ node, message: `src/${own}/ is not a layer: see eslint.config.js.` });
        }
      },
      ImportDeclaration: (node) => check(node, node.source, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source, false, true),
      TSImportType: (node) => check(node, node.source, true),
      TSImportEqualsDeclaration: (node) =>
        check(node, node.moduleReference.expression, node.importKind === 'type'),
    };
  },
};

/**
 * Text for people is translated when it is used: at module level it would be English for good,
 * because modules are loaded before the translations are known. And it is a literal, so that it can
 * be extracted (`npm run l10n`).
 */
const translationsRule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    "CallExpression[callee.object.name='l10n'][callee.property.name='t']"(node) {
      const around = context.sourceCode.getAncestors(node);
      if (!around.some(({ type }) => /Function|^PropertyDefinition$/.test(type))) {
        context.report({ node, message: 'Translate inside a function, when the text is used.' });
      }
      const [first] = node.arguments;
      const message =
        first?.type === 'ObjectExpression'
          ? first.properties.find(({ key }) => key?.name === 'message')?.value
          : first;
      if (typeof message?.value !== 'string') {
        context.report({ node, message: 'Write the message as one string literal.' });
      }
    },
  }),
};

/**
 * Files with a clock of their own; the sample service stands for another machine, and a file may be
 * in use by another program. All others take one, so that tests decide how time passes.
 */
const CLOCKS = ['src/editor/systemClock.ts', 'src/sample/index.ts'];

/** Forbids every other source of time. */
const clockRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const refuse = (node) =>
      context.report({
        node,
        message: 'Take the time and timers from the clock (core/base/clock.ts).',
      });
    return {
      "MemberExpression[object.name=/^(Date|performance)$/][property.name='now']": refuse,
      "MemberExpression[object.name='AbortSignal'][property.name='timeout']": refuse,
      "NewExpression[callee.name='Date'][arguments.length=0]": refuse,
      ':not(ImportSpecifier) > Identifier[name=/^set(Timeout|Interval)$/]': refuse,
      'ImportDeclaration[source.value=/^(node:)?timers/]': refuse,
    };
  },
};

const globalNames = (names, message) => names.map((name) => ({ name, message }));
const requestGlobals = globalNames(
  ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
  'Send requests through Endpoint and Transport (see Layers), so that the token goes to its origin only.',
);

/** Members of the editor's API that only one file may use, and the message for other files. */
const placesOf = {
  'src/editor/commandRegistry.ts': [
    'register(TextEditor)?Command',
    'Register commands through editor/commandRegistry.ts, which logs and shows errors.',
  ],
  'src/editor/notify.ts': [
    'show(Information|Warning|Error)Message|withProgress|setStatusBarMessage',
    'Use editor/notify.ts, which escapes markup: the editor makes links and icons of it.',
  ],
  'src/rows/rowEditors.ts': [
    'createWebviewPanel',
    'Panels are custom editors (rows/rowEditors.ts), so that the editor manages their tabs.',
  ],
  'src/editor/quickPick.ts': [
    'createQuickPick|showQuickPick|showInputBox',
    'Ask through editor/quickPick.ts, whose items are text and which ends with its connection.',
  ],
  'src/editor/askText.ts': ['createInputBox', 'Use editor/askText.ts, which escapes markup.'],
};

/** Forbids the members above, except those that belong to `file`; all of them without a `file`. */
const onlyThere = (file) =>
  Object.entries(placesOf)
    .filter(([place]) => place !== file)
    .map(([, [names, message]]) => ({
      selector: `MemberExpression[property.name=/^(${names})$/]`,
      message,
    }));

const fetchProperties = ['globalThis', 'window', 'self', 'global'].map((object) => ({
  object,
  property: 'fetch',
  message: requestGlobals[0].message,
}));

const rules = { clock: clockRule, layers: layersRule, translations: translationsRule };

export default defineConfig(
  globalIgnores(['dist/', 'out/', '.vscode-test/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { mintscope: { rules } },
    rules: {
      'mintscope/clock': 'error',
      'mintscope/layers': 'error',
      'mintscope/translations': 'error',
      'no-restricted-globals': ['error', ...requestGlobals],
      'no-restricted-properties': ['error', ...fetchProperties],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...onlyThere()] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/connection/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...fetchProperties,
        ...['session', '#session'].map((object) => ({
          object,
          property: 'parts',
          message: 'Tokens and clients are made in connection/ only.',
        })),
      ],
    },
  },
  ...Object.keys(placesOf).map((file) => ({
    files: [file],
    rules: { 'no-restricted-syntax': ['error', ...onlyThere(file)] },
  })),
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...requestGlobals,
        ...globalNames(
          [
            ...['setImmediate', 'performance', 'crypto', 'console'],
            ...['process', 'Buffer', 'global', 'globalThis', 'require'],
          ],
          'In core/, take random, log and transport as parameters.',
        ),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'In core/, take random as a parameter.' },
      ],
    },
  },
  {
    files: CLOCKS,
    rules: { 'mintscope/clock': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Tests may leave a promise without await, assert that a value is not null, and use `any`.
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['test/unit/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/support/(fakeVscode/window|windows)\\.ts$',
              message: 'What only a window shows is tested in test/window.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
