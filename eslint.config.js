import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, relative } from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const root = import.meta.dirname;

/** The folders of core/. Each may import those in the lines above its own. */
const coreLevels = [
  ['base'],
  ['model'],
  ['lists', 'panel', 'search', 'stats'],
  ['client', 'arrange', 'watch'],
  ['messages'],
];
// Pages take the time from the same clock as the host. It uses neither the editor nor Node.
const ofPages = ['page', 'core', 'editor/systemClock.ts'];
const below = ['rows', 'views', 'stats', 'connection', 'kept', 'editor', 'lists', 'core'];
const host = ['node', 'vscode'];
/**
 * The rooms of src/ and what the files of each may import beside their own room: rooms, single files,
 * `node` for Node's modules, `vscode` for the editor's API, and `undici`. `X as type` and `X when
 * called` allow only types or import(). `core` stands for all of its folders. Tests are not checked.
 */
const rooms = {
  ...Object.fromEntries(
    coreLevels.flatMap((level, index) =>
      level.map((name) => [
        `core/${name}`,
        coreLevels.slice(0, index).flatMap((lower) => lower.map((one) => `core/${one}`)),
      ]),
    ),
  ),
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
  features: [...below, ...host],
  'late.ts': ['features', 'net', 'sample', ...below, ...host],
  'extension.ts': ['late.ts when called', 'late.ts as type', ...below, ...host],
};

/** The room of a path below src/: `core/lists`, `features/stats`, `features/stats/page`, `net`. */
function roomOf(path) {
  const parts = path.split('/');
  if (parts[0] === 'features' && parts[2] === 'page' && parts.length > 3) {
    return `features/${parts[1]}/page`;
  }
  return ['core', 'features'].includes(parts[0]) ? `${parts[0]}/${parts[1]}` : parts[0];
}

function importsOf(room) {
  if (!room.startsWith('features/')) return rooms[room];
  return room.endsWith('/page') ? ofPages : rooms.features;
}

/** What a specifier in a file stands for: a path below src/, `node`, `vscode`, `undici`, `library`. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (isBuiltin(specifier)) return 'node';
  const [name] = specifier.split('/');
  return ['vscode', 'undici'].includes(name) ? name : 'library';
}

/** Whether a file of a feature can run in the page of that feature. */
function runsInPage(file) {
  const source = readFileSync(join(root, 'src', file), 'utf8');
  return Array.from(source.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)).every(
    ([, specifier]) => !refusal(`${roomOf(file)}/page`, targetOf(file, specifier), 'as value'),
  );
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
  if (room === `${to}/page` && runsInPage(target)) return undefined;
  return `${room} may not import ${to}: see the rooms in eslint.config.js.`;
}

/** Checks every form of import. ESLint's own rule does not check import() and import types. */
const roomsRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(join(root, 'src'), context.filename).replaceAll('\\', '/');
    const room = roomOf(file);
    const messageOf = (specifier, how) => {
      if (typeof specifier !== 'string') {
        return 'Write the imported path as a string literal, so that lint can check its room.';
      }
      if (specifier === 'undici' && how !== 'as type' && !file.endsWith('.d.ts')) {
        return "undici's root changes fetch for the whole process as it loads: import its parts.";
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
      TSImportEqualsDeclaration: (node) => check(node, node.moduleReference.expression, 'as value'),
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

const CLOCK = 'Take the time and timers from the clock (core/base/clock.ts).';

/**
 * Files with a clock of their own; the sample service stands for another machine. All others take
 * one, so that tests decide how time passes.
 */
const CLOCKS = ['src/editor/systemClock.ts', 'src/sample/index.ts'];

const REQUEST =
  'Send requests through Endpoint and Transport, so that the token goes to its origin only.';

const members = (names) => `MemberExpression[property.name=/^(${names})$/]`;
const clocks = [
  "MemberExpression[object.name=/^(Date|performance)$/][property.name='now']",
  "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  ':not(ImportSpecifier) > Identifier[name=/^set(Timeout|Interval)$/]',
  'ImportDeclaration[source.value=/^(node:)?timers/]',
];

/** What is forbidden in src/: selector, message, and the files where it belongs. */
const forbidden = [
  [clocks.join(), CLOCK, CLOCKS],
  [
    "MemberExpression[object.name=/^(globalThis|window|self|global)$/][property.name='fetch']",
    REQUEST,
  ],
  [
    "MemberExpression[property.name='parts']:matches([object.name='session'], [object.property.name='session'])",
    'Tokens and clients are made in connection/ only.',
    ['src/connection/**'],
  ],
  [
    members('register(TextEditor)?Command'),
    'Register commands through editor/commandRegistry.ts, which logs and shows errors.',
    ['src/editor/commandRegistry.ts'],
  ],
  [
    members('show(Information|Warning|Error)Message|withProgress|setStatusBarMessage'),
    'Use editor/notify.ts, which escapes markup: the editor makes links and icons of it.',
    ['src/editor/notify.ts'],
  ],
  [
    members('createWebviewPanel'),
    'Panels are custom editors (rows/resources.ts), so that the editor manages their tabs.',
    ['src/rows/resources.ts'],
  ],
  [
    members('createQuickPick|showQuickPick|showInputBox'),
    'Ask through editor/quickPick.ts, whose items are text and which ends with its connection.',
    ['src/editor/quickPick.ts'],
  ],
  [
    members('createInputBox'),
    'Use editor/askText.ts, which escapes markup.',
    ['src/editor/askText.ts'],
  ],
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

const globalNames = (names, message) => names.map((name) => ({ name, message }));
const requests = globalNames(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'], REQUEST);

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
    plugins: { mintscope: { rules: { rooms: roomsRule, translations: translationsRule } } },
    rules: {
      'mintscope/rooms': 'error',
      'mintscope/translations': 'error',
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
