import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const ROOT = join(import.meta.dirname, '../../..');
const RULES = /^mintscope\/|^no-restricted-/;

/**
 * Code that must not be in a file, one import or use in each line. What is allowed needs no
 * examples: the linted source has them.
 */
const REFUSED: Record<string, readonly string[]> = {
  'src/core/base/any.ts': [
    "import * as vscode from 'vscode';",
    "export type Place = import('vscode').Uri;",
    "import { createTransport } from '../../../src/net/index.ts';",
    "export * from '../../net/index.ts';",
    "export { createTransport } from '../../net/index.ts';",
    "void import('../../net/index.ts');",
    'void import(String(name));',
    "import { ask } from '../../../test/support/ask.ts';",
    "import { activate } from '../../extension.ts';",
    "import { request } from 'undici';",
    "import type { Project } from '../model/model.ts';",
    "import { readFile } from 'fs/promises';",
    "void fetch('https://service.example');",
    'setTimeout(() => undefined, 10);',
    'export const at = Date.now();',
    'export const at = new Date();',
    'export const luck = Math.random();',
    'export const signal = AbortSignal.timeout(10);',
    "console.log('seen');",
  ],
  'src/kept/any.ts': ["import { DatabaseSync } from 'node:sqlite';"],
  'src/net/any.ts': ["import { request } from 'undici';", "import * as vscode from 'vscode';"],
  'src/core/panel/any.ts': [
    "import { progressWords } from '../messages/countMessages.ts';",
    "import { randomBytes } from 'node:crypto';",
  ],
  'src/page/any.ts': [
    "import { isFromStatsPanel } from '../features/stats/messages.ts';",
    "import type { Log } from '../editor/log.ts';",
  ],
  'src/features/stats/page/any.ts': [
    "import { statsPanels } from '../statsPanel.ts';",
    "import { isFromCompare } from '../../compare/messages.ts';",
    "import type { StatsReader } from '../../../stats/statsReader.ts';",
    "import * as vscode from 'vscode';",
    "import { join } from 'node:path';",
    "void window.fetch('https://service.example');",
  ],
  'src/editor/any.ts': [
    "import Agent from 'undici/lib/dispatcher/agent.js';",
    "vscode.commands.registerCommand('mintscope.any', () => undefined);",
    "void vscode.window.showWarningMessage('Odd.');",
    "vscode.window.createWebviewPanel('mintscope.any', 'Any', 1);",
    'vscode.window.createQuickPick();',
    'vscode.window.createInputBox();',
  ],
  'src/connection/any.ts': [
    'export const at = performance.now();',
    "import { setTimeout } from 'node:timers/promises';",
    "import { createTransport } from '../net/index.ts';",
    "import { ListView } from '../views/tree/listView.ts';",
  ],
  'src/views/any.ts': [
    "import { rowTexts } from '../rows/rowTexts.ts';",
    "void import('../sample/index.ts');",
    "const title = l10n.t('Title');",
    "class Titles { static title = () => l10n.t('Title' + 's'); }",
    'export const title = () => l10n.t(`Title ${1}`);',
    'export const title = () => l10n.t({ message: text, comment: [] });',
  ],
  'src/features/stats/any.ts': [
    "import type { FoundRows } from '../find/foundRows.ts';",
    "import { createTransport } from '../../net/index.ts';",
    "import { announcement } from './page/announce.ts';",
  ],
  'src/extension.ts': [
    "import { lookUp } from './features/stats/lookUp.ts';",
    "import { startLate } from './late.ts';",
  ],
  'src/late.ts': ["import { Agent } from 'undici';"],
  'src/another/any.ts': ['export const one = 1;'],
  'test/unit/any.test.ts': ["import { openWindow } from '../support/fakeVscode/window.ts';"],
};

describe('Lint rules for rooms', () => {
  let eslint: ESLint;
  before(() => {
    eslint = new ESLint({
      cwd: ROOT,
      // These rules need no types, so the files need not exist.
      overrideConfig: [{ files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }],
      ruleFilter: ({ ruleId }) => RULES.test(ruleId),
    });
  });

  for (const [file, lines] of Object.entries(REFUSED)) {
    it(`refuses what may not be in ${file}`, async () => {
      for (const line of lines) {
        const [result] = await eslint.lintText(`${line}\n`, { filePath: join(ROOT, file) });
        const said = result!.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`);
        assert.equal(said.length, 1, said.join('\n') || `nothing was refused: ${line}`);
        assert.match(said[0]!, RULES);
      }
    });
  }
});
