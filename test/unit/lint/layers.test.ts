import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { before, describe, it } from 'mocha';
import tseslint from 'typescript-eslint';

const ROOT = join(import.meta.dirname, '../../..');
const RULES = /^mintscope\/|^no-restricted-/;

/** Code that each layer must not contain, one import or use in each line. */
const REFUSED: Record<string, readonly string[]> = {
  'src/core/any.ts': [
    "import * as vscode from 'vscode';",
    "import type { Uri } from 'vscode';",
    "export type Place = import('vscode').Uri;",
    "import { createTransport } from '../net/index.ts';",
    "import { createTransport } from './../net/index.ts';",
    "import { createTransport } from '../../src/net/index.ts';",
    "export * from '../net/index.ts';",
    "export { createTransport } from '../net/index.ts';",
    "void import('../net/index.ts');",
    'void import(String(name));',
    "import type { StatsState } from '../protocol/stats.ts';",
    "import { ask } from '../../test/support/ask.ts';",
    "import { activate } from '../extension.ts';",
    "import { request } from 'undici';",
    "import { readFile } from 'node:fs/promises';",
    "import { readFile } from 'fs/promises';",
    "void fetch('https://service.example');",
    "void globalThis.fetch('https://service.example');",
    'setTimeout(() => undefined, 10);',
    'export const at = Date.now();',
    'export const at = new Date();',
    'export const luck = Math.random();',
    'export const signal = AbortSignal.timeout(10);',
    "console.log('seen');",
  ],
  'src/core/base/any.ts': [
    "import { createTransport } from '../../net/index.ts';",
    "import type { Project } from '../model/model.ts';",
  ],
  'src/core/search/any.ts': ["import { PagedList } from '../lists/pagedList.ts';"],
  'src/core/lists/any.ts': [
    "import type { FormatNumber } from '../messages/listMessages.ts';",
    "import { ServiceClient } from '../client/serviceClient.ts';",
  ],
  'src/net/any.ts': [
    "import { request } from 'undici';",
    "void import('undici');",
    "import * as vscode from 'vscode';",
    "import { show } from '../editor/any.ts';",
    "void fetch('https://service.example');",
  ],
  'src/protocol/any.ts': [
    "import { formatRef } from '../core/model/model.ts';",
    "import { type ProjectRef } from '../core/model/model.ts';",
    "import { show } from '../webview/stats/main.ts';",
    "import { randomBytes } from 'node:crypto';",
    "import * as vscode from 'vscode';",
  ],
  'src/sample/any.ts': [
    "import { formatRef } from '../core/model/model.ts';",
    "import { createTransport } from '../net/index.ts';",
    "import * as vscode from 'vscode';",
  ],
  'src/webview/stats/any.ts': [
    "import { formatRef } from '../../core/model/model.ts';",
    "import type { Project } from '../../core/model/model.ts';",
    "import { show } from '../../editor/any.ts';",
    "import * as vscode from 'vscode';",
    "import { join } from 'node:path';",
    "void fetch('https://service.example');",
    "void window.fetch('https://service.example');",
    'window.setTimeout(() => undefined, 10);',
    'export const at = Date.now();',
  ],
  'src/editor/any.ts': [
    "import { Agent } from 'undici';",
    "import Agent from 'undici/lib/dispatcher/agent.js';",
    "import { createTransport } from '../net/index.ts';",
    "void import('../net/index.ts');",
    "import { startSampleService } from '../sample/index.ts';",
    "import { Session } from '../connection/session.ts';",
    "import { isToStatsPanel } from '../protocol/stats.ts';",
    "import { StatsPanels } from '../features/stats/statsPanels.ts';",
    "import { main } from '../webview/stats/main.ts';",
    "import { activate } from '../extension.ts';",
    "void fetch('https://service.example');",
    "vscode.commands.registerCommand('mintscope.any', () => undefined);",
    "vscode.commands.registerTextEditorCommand('mintscope.any', () => undefined);",
    "void vscode.window.showInformationMessage('Done.');",
    "void vscode.window.showWarningMessage('Odd.');",
    "void window.showErrorMessage('Broken.');",
    'void vscode.window.withProgress({ location: 15 }, () => Promise.resolve());',
    "vscode.window.setStatusBarMessage('Done.');",
    "vscode.window.createWebviewPanel('mintscope.any', 'Any', 1);",
    'vscode.window.createQuickPick();',
    "void vscode.window.showQuickPick(['one']);",
    'vscode.window.createInputBox();',
    'void vscode.window.showInputBox();',
  ],
  'src/lists/any.ts': [
    "import * as vscode from 'vscode';",
    "import { readFile } from 'node:fs/promises';",
    "import { formatNumber } from '../editor/locale.ts';",
    "import { storedNames } from '../kept/lists.ts';",
  ],
  'src/connection/any.ts': [
    'setInterval(() => undefined, 10);',
    'let due: ReturnType<typeof setTimeout> | undefined;',
    'export const read = { now: Date.now };',
    'export const at = performance.now();',
    'export const at = new Date();',
    'export const late = AbortSignal.timeout(10);',
    "import { setTimeout } from 'node:timers/promises';",
    "import { createTransport } from '../net/index.ts';",
    "import { startSampleService } from '../sample/index.ts';",
    "import { ListView } from '../views/tree/listView.ts';",
  ],
  'src/views/any.ts': [
    'declare const session: { readonly parts: object }; session.parts;',
    "import { JsonFiles } from '../documents/jsonFiles.ts';",
    "import { statsCommands } from '../features/stats/commands.ts';",
    "void import('../features/stats/lookUp.ts');",
    "import type { StatsState } from '../protocol/stats.ts';",
    "void import('../sample/index.ts');",
  ],
  'src/panels/any.ts': [
    "import { ListView } from '../views/tree/listView.ts';",
    "import { shortKey } from '../documents/jsonUri.ts';",
    "import type { OpenStats } from '../features/stats/statsTabs.ts';",
  ],
  'src/documents/any.ts': [
    "import type { AskedProject } from '../features/snapshots/commands.ts';",
  ],
  'src/features/stats/any.ts': [
    "import { find } from '../find/find.ts';",
    "import { findCommands } from '../find/commands.ts';",
    "import type { FoundRows } from '../find/foundRows.ts';",
    "void import('../find/find.ts');",
    "import { createTransport } from '../../net/index.ts';",
    "import { activate } from '../../extension.ts';",
    "commands.registerCommand('mintscope.any', () => undefined);",
  ],
  'src/extension.ts': [
    "import { Agent } from 'undici';",
    "import { lookUp } from './features/stats/lookUp.ts';",
    "void import('./features/stats/lookUp.ts');",
    "import { copyCommands } from './features/copy/commands.ts';",
    "import type { StatsPanels } from './features/stats/statsPanels.ts';",
    "import { startLate } from './late.ts';",
    "import { ask } from '../test/support/ask.ts';",
    "void fetch('https://service.example');",
  ],
  'src/late.ts': ["import { Agent } from 'undici';"],
  'src/another/any.ts': ['export const one = 1;'],
  'test/unit/any.test.ts': [
    "import { openWindow } from '../support/fakeVscode/window.ts';",
    "import { windows } from '../support/windows.ts';",
  ],
};

/** Imports that must be allowed. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/core/client/any.ts': [
    "import type { Clock } from '../base/clock.ts';",
    "import { object } from 'valibot';",
    'export const signal = AbortSignal.any([]);',
    "export const at = Date.parse('2026-01-01');",
  ],
  'src/core/lists/any.ts': [
    "import { formatRef } from '../model/model.ts';",
    "import type { ListState } from './listState.ts';",
  ],
  'src/net/any.ts': [
    "import type { Dispatcher } from 'undici';",
    "import Agent from 'undici/lib/dispatcher/agent.js';",
    "import { ServiceError } from '../core/model/serviceError.ts';",
    "import { getCACertificates } from 'node:tls';",
  ],
  'src/protocol/any.ts': [
    "import { displayText } from '../core/base/displayText.ts';",
    "import { COUNTS } from '../core/model/counts.ts';",
    "import type { Project } from '../core/model/model.ts';",
    "export type { Project } from '../core/model/model.ts';",
  ],
  'src/sample/any.ts': [
    "import type { Json } from '../core/model/model.ts';",
    "import { createServer } from 'node:http';",
  ],
  'src/webview/stats/any.ts': [
    "import { isToStatsPanel } from '../../protocol/stats.ts';",
    "import { displayText } from '../../core/base/displayText.ts';",
    "import { statusTone } from '../../core/model/statusTone.ts';",
    "import { html } from 'lit';",
  ],
  'src/editor/any.ts': [
    "import * as vscode from 'vscode';",
    "import { formatRef } from '../core/model/model.ts';",
    "import type { StatsState } from '../protocol/stats.ts';",
    "import { randomBytes } from 'node:crypto';",
  ],
  'src/connection/any.ts': [
    'export const at = new Date(0);',
    "void import('../net/serviceClientFactory.ts');",
    "void import('../sample/index.ts');",
    "import { showWarning } from '../editor/notify.ts';",
  ],
  'src/features/stats/any.ts': [
    "import { lookUp } from './lookUp.ts';",
    "import { isToStatsPanel } from '../../protocol/stats.ts';",
    "import { ListView } from '../../views/tree/listView.ts';",
    "import { window } from 'vscode';",
    "import { randomBytes } from 'node:crypto';",
  ],
  'src/editor/systemClock.ts': ['setTimeout(() => undefined, Date.now());'],
  'src/editor/commandRegistry.ts': ["commands.registerCommand('mintscope.any', () => undefined);"],
  'src/extension.ts': [
    "import { ListView } from './views/tree/listView.ts';",
    "import type { Late } from './late.ts';",
    "void import('./late.ts');",
    "void import('./net/index.ts');",
    "void import('./sample/index.ts');",
  ],
  'src/late.ts': [
    "import { copyCommands } from './features/copy/commands.ts';",
    "import { StatsPanels } from './features/stats/statsPanels.ts';",
  ],
  'test/unit/any.test.ts': [
    "import { Agent } from 'undici';",
    "import { formatRef } from '../../src/core/model/model.ts';",
    "void fetch('http://127.0.0.1');",
  ],
};

describe('Lint rules for layers', () => {
  let eslint: ESLint;
  before(() => {
    eslint = new ESLint({
      cwd: ROOT,
      // These rules need no types, so the files need not exist.
      overrideConfig: [{ files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }],
      ruleFilter: ({ ruleId }) => RULES.test(ruleId),
    });
  });

  const complaints = async (file: string, line: string) => {
    const [result] = await eslint.lintText(`${line}\n`, { filePath: join(ROOT, file) });
    return result!.messages.map(({ ruleId, message }) => `${ruleId ?? 'parsing'}: ${message}`);
  };

  for (const [file, lines] of Object.entries(REFUSED)) {
    for (const line of lines) {
      it(`refuses in ${file}: ${line}`, async () => {
        const said = await complaints(file, line);
        assert.equal(said.length, 1, said.join('\n') || 'nothing was refused');
        assert.match(said[0]!, RULES);
      });
    }
  }

  for (const [file, lines] of Object.entries(ALLOWED)) {
    for (const line of lines) {
      it(`allows in ${file}: ${line}`, async () => {
        assert.deepEqual(await complaints(file, line), []);
      });
    }
  }
});
