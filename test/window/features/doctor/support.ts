import assert from 'node:assert/strict';
import { eventually } from '../../../support/eventually.ts';
import { type FakeWindow } from '../../../support/fakeVscode/window.ts';

function reportOf({ desk }: FakeWindow): string {
  const [, address] = desk.editorCommands.findLast(([id]) => id === 'markdown.showPreview') ?? [];
  assert.match(String(address), /^mintscope-report:\/\/\/\d+\/Check%20Connection\.md$/);
  return desk.texts.get('mintscope-report')!.provideTextDocumentContent(address as never);
}

/** The findings of a report by the names of their checks, without the escapes of Markdown. */
function findings(report: string) {
  const found = new Map<string, { sign: string; found: string; below: string[] }>();
  for (const line of report.replace(/\\(.)/g, '$1').split('\n')) {
    const [, sign = '', name, text = ''] = /^- (\S) \*\*([\w ]+)\*\*: (.*)$/.exec(line) ?? [];
    if (name !== undefined) found.set(name, { sign, found: text, below: [] });
    else if (line.startsWith('  - ')) [...found.values()].at(-1)?.below.push(line.slice(4));
  }
  return found;
}

/** Runs Check Connection to its end, and reads the report. */
export async function examine(window: FakeWindow) {
  await window.run('runDoctor');
  const report = reportOf(window);
  const found = findings(report);
  return {
    report,
    /** `✓ api.example.com accepts the token.` */
    says: (name: string) => {
      const { sign, found: text } = found.get(name)!;
      return `${sign} ${text}`;
    },
    below: (name: string) => found.get(name)!.below,
    signs: [...found].map(([name, { sign }]) => `${sign} ${name}`),
    message: window.desk.shown.at(-1),
  };
}

/** Runs Check Connection while signed out, and types this address. */
export async function examineTyped(window: FakeWindow, address: string) {
  const done = examine(window);
  await eventually(() => window.desk.box?.title, 'Check Connection');
  window.desk.box!.enter(address);
  return done;
}
