import { isBuiltin } from 'node:module';
import { join, posix, relative } from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const root = import.meta.dirname;

// Pages take the time from the same clock as the host. It uses neither the editor nor Node.
const ofPages = ['page', 'core', 'editor/systemClock.ts'];
const below = ['rows', 'views', 'stats', 'connection', 'kept', 'editor', 'lists', 'core'];
const host = ['node', 'vscode'];
const model = ['core/base', 'core/model'];
const data = [...model, 'core/lists', 'core/panel', 'core/search', 'core/stats'];
/** The files of a feature that also run in its page, and may import what the page may. */
const OF_PAGE = /^features\/\w+\/(columns|messages)\.ts$/;
/**
 * The rooms of src/ and what the files of each may import beside their own room: rooms, single files,
 * `node` for Node's modules, `vscode` for the editor's API, and `undici`. `X as type` and `X when
 * called` allow only types or import(). `core` stands for all of its folders. Tests are not checked.
 */
const rooms = {
  'core/base': [],
  'core/model': ['core/base'],
  'core/lists': model,
  'core/panel': model,
  'core/search': model,
  'core/stats': model,
  'core/client': data,
  'core/arrange': data,
  'core/watch': data,
  'core/messages': [...data, 'core/client', 'core/arrange', 'core/watch'],
  net: ['core', 'node', 'undici'],
  sample: ['core as type', 'node'],
  page: ofPages,
  lists: ['core'],
  kept: ['lists', 'core', 'node'],
  editor: ['core', ...host],
  connection: ['net when called', 'sample when called', 'editor', 'kept', 'lists', 'core', ...host],
  stats: ['connection', 'kept', 'editor', 'lists', 'core', ...host],
  views: ['stats', 'connection', 'editor', 'lists', 'core', ...host],
  rows: ['stats', 'connection', 'editor', 'lists', 'core', ...host],
  features: ['net/proxyChoice.ts', ...below, ...host],
  'features/page': ofPages,
  'late.ts': ['features', 'net', 'sample', ...below, ...host],
  'extension.ts': ['late.ts when called', 'late.ts as type', ...below, ...host],
};

/** The room of a path below src/: `core/lists`, `features/stats`, `features/stats/page`, `net`. */
const roomOf = (path) => /^(features\/\w+\/page(?=\/)|(core|features)\/[^/]+|[^/]+)/.exec(path)[0];
const importsOf = (room) => rooms[room.replace(/^features\/\w+/, 'features')];

/** What a specifier in a file stands for: a path below src/, `node`, `vscode`, `undici`, `library`. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (isBuiltin(specifier)) return 'node';
  const [name] = specifier.split('/');
  return ['vscode', 'undici'].includes(name) ? name : 'library';
}

/**
 * Why a room may not import a target; `undefined` if it may.
 * @param how `as value`, `as type` or `when called`.
 */
function refusal(room, target, how) {
  const to = roomOf(target);
  const entries = [target, to, ...(to.endsWith('/page') ? [] : [to.split('/')[0]])];
  const isAllowed = entries.some((entry) =>
    importsOf(room).some((allowed) => allowed === entry || allowed === `${entry} ${how}`),
  );
  if (target === 'library' || to === room || isAllowed) return undefined;
  if (room === `${to}/page` && OF_PAGE.test(target)) return undefined;
  return `${room} may not import ${to}: see the rooms in eslint.config.js.`;
}

/** Checks every form of import. ESLint's own rule does not check import() and import types. */
const roomsRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(join(root, 'src'), context.filename).replaceAll('\\', '/');
    const room = OF_PAGE.test(file) ? `${roomOf(file)}/page` : roomOf(file);
    const messageOf = (specifier, how) => {
      if (typeof specifier !== 'string') {
        return 'Write the imported path as a string literal, so that lint can check its room.';
      }
      if (specifier === 'undici' && how !== 'as type' && !file.endsWith('.d.ts')) {
        return "undici's root changes fetch for the whole process as it loads: import its parts.";
      }
      if (specifier === 'node:sqlite' && file !== 'kept/database.ts') {
        return 'kept/database.ts alone uses node:sqlite.';
      }
      return refusal(room, targetOf(file, specifier), how);
    };
    const check = (node, source, how) => {
      const message = source && messageOf(source.value, how);
      if (message) context.report({ node, message });
    };
    const checkStatement = (node) => {
      const isType = (node.importKind ?? node.exportKind) === 'type';
      check(node, node.source, isType ? 'as type' : 'as value');
    };
    if (!importsOf(room)) {
      const message = `src/${room} is no room: see eslint.config.js.`;
      return { Program: (node) => context.report({ node, message }) };
    }
    return {
      ImportDeclaration: checkStatement,
      ExportNamedDeclaration: checkStatement,
      ExportAllDeclaration: checkStatement,
      ImportExpression: (node) => check(node, node.source, 'when called'),
      TSImportType: (node) => check(node, node.source, 'as type'),
    };
  },
};

/**
 * Files with a clock of their own; the sample service stands for another machine. All others take
 * one, so that tests decide how time passes.
 */
const CLOCKS = ['src/editor/systemClock.ts', 'src/sample/index.ts'];

const REQUEST =
  'Send requests through Endpoint and Transport, so that the token goes to its origin only.';

const clocks = [
  "MemberExpression[object.name=/^(Date|performance)$/][property.name='now']",
  "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  ':not(ImportSpecifier) > Identifier[name=/^set(Timeout|Interval)$/]',
  'ImportDeclaration[source.value=/^(node:)?timers/]',
].join();
/** A translation. At module level it would be English, because the language is not known yet. */
const L10N = "CallExpression[callee.object.name='l10n'][callee.property.name='t']";
const MESSAGE = `:matches(${L10N} > :first-child, ${L10N} > * > [key.name='message'] > .value)`;

/** Parts of the editor's API that only one file uses, and why. */
const onlyIn = {
  'editor/commandRegistry.ts': ['register(TextEditor)?Command', 'it logs and shows errors'],
  'editor/notify.ts': [
    'show(Information|Warning|Error)Message|withProgress|setStatusBarMessage',
    'it escapes markup, of which the editor makes links and icons',
  ],
  'rows/resources.ts': ['createWebviewPanel', 'the editor manages the tabs of custom editors'],
  'editor/quickPick.ts': [
    'createQuickPick|showQuickPick|showInputBox',
    'its items are text, and it ends with its connection',
  ],
  'editor/askText.ts': ['createInputBox', 'it escapes markup'],
};

/** What is forbidden in src/: selector, message, and the files where it belongs. */
const forbidden = [
  [clocks, 'Take the time and timers from the clock (core/base/clock.ts).', CLOCKS],
  ["MemberExpression[property.name='fetch']", REQUEST],
  [
    `${L10N}:not(:function *, PropertyDefinition *)`,
    'Translate inside a function, when the text is used.',
  ],
  [`${MESSAGE}:not(Literal, ObjectExpression)`, 'Write the message as one string literal.'],
  ...Object.entries(onlyIn).map(([file, [names, why]]) => [
    `MemberExpression[property.name=/^(${names})$/]`,
    `Use ${file}: ${why}.`,
    [`src/${file}`],
  ]),
];

/** The rule against what is forbidden in these files, all of it without a name. */
const forbiddenIn = (files) => ({
  files: [files ?? 'src/**/*.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...forbidden
        .filter(([, , places]) => !files || !places?.includes(files))
        .map(([selector, message]) => ({ selector, message })),
    ],
  },
});

const globalNames = (names, message) => names.split(' ').map((name) => ({ name, message }));
const requests = globalNames('fetch XMLHttpRequest WebSocket EventSource', REQUEST);
const OF_HOST = 'setImmediate performance crypto console process Buffer global globalThis require';

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
    plugins: { mintscope: { rules: { rooms: roomsRule } } },
    rules: {
      'mintscope/rooms': 'error',
      'no-restricted-globals': ['error', ...requests],
    },
  },
  forbiddenIn(),
  ...forbidden.flatMap(([, , places = []]) => places.map(forbiddenIn)),
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...requests,
        ...globalNames(OF_HOST, 'In core/, take random, log and transport as parameters.'),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'In core/, take random as a parameter.' },
      ],
    },
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
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportDeclaration[source.value=/.support.(fakeVscode.window|windows)\\.ts$/]',
          message: 'What only a window shows is tested in test/window.',
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
