import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ListName } from '../../core/messages/listMessages.ts';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import { BACK } from '../../editor/askText.ts';
import { formatNumber } from '../../editor/locale.ts';
import { csvWriter } from './csv.ts';
import { type ExportName, jsonWriter, ndjsonWriter, type Writer } from './formats.ts';
import type { ExportSource } from './sources.ts';

/** A file format. Its name in lower case is the extension. */
export interface Format {
  readonly name: 'CSV' | 'JSON' | 'NDJSON';
  readonly description: string;
  readonly writer: (list: ExportName, hasStats: boolean) => Writer;
}

const FORMATS: readonly [Format, ...Format[]] = [
  { name: 'CSV', description: 'a table for spreadsheets', writer: csvWriter },
  {
    name: 'JSON',
    description: 'an array of the rows as the service sent them',
    writer: jsonWriter,
  },
  { name: 'NDJSON', description: 'the same, one row per line', writer: ndjsonWriter },
];

const TITLES: Readonly<Record<ExportName, string>> = {
  projects: 'Projects',
  collections: 'Collections',
  readings: 'Readings',
};

/** The answers of a person. */
export interface Plan {
  readonly source: ExportSource;
  readonly hasStats: boolean;
  readonly format: Format;
}

/** Asks the questions. Resolves with `undefined` if given up, or ended. */
export async function askPlan(
  list: ListName,
  sources: readonly [ExportSource, ...ExportSource[]],
  ended: AbortSignal,
): Promise<Plan | undefined> {
  const plan = { source: sources[0], hasStats: false, format: FORMATS[0] };
  const title = `Export ${TITLES[list]}`;
  type Place = Readonly<Record<'step' | 'totalSteps', number>>;
  /** Stores the answer in the plan, if there is one. */
  const ask = async <Name extends keyof typeof plan>(
    name: Name,
    placeholder: string,
    choices: readonly Choice<(typeof plan)[Name]>[],
    place: Place,
  ) => {
    const active = plan[name];
    const answer = await askChoice({ title, placeholder, choices, active, ended, ...place });
    if (answer !== undefined && answer !== BACK) plan[name] = answer;
    return answer;
  };

  const steps: ((place: Place) => Promise<unknown>)[] = [];
  if (sources.length > 1) {
    const choices = sources.map((value) => ({ ...described(value), value }));
    steps.push((place) => ask('source', `Which ${list}?`, choices, place));
  }
  // Collections have no stats.
  if (list === 'projects') {
    steps.push((place) => ask('hasStats', 'Include mint stats?', statsChoices(plan.source), place));
  }
  steps.push((place) => ask('format', 'Format', formatChoices(), place));

  for (let at = 0; ;) {
    const step = steps[at];
    if (!step) return plan;
    const answer = await step({ step: at + 1, totalSteps: steps.length });
    if (answer === undefined) return undefined;
    at += answer === BACK ? -1 : 1;
  }
}

function described({ label, description }: { label: string; description?: string }) {
  return { label, ...(description !== undefined && { description }) };
}

function formatChoices(): Choice<Format>[] {
  return FORMATS.map((value) => ({ ...described({ ...value, label: value.name }), value }));
}

/** Asks for the format of a file alone. Resolves with `undefined` if given up, or ended. */
export async function askFormat(
  ended: AbortSignal,
  name: ExportName = 'readings',
): Promise<Format | undefined> {
  const choices = FORMATS.map((value) => ({ label: value.name, value }));
  const answer = await askChoice({
    title: `Export ${TITLES[name]}`,
    placeholder: 'Format',
    choices,
    ended,
  });
  return answer === BACK ? undefined : answer;
}

function statsChoices({ count }: ExportSource): Choice<boolean>[] {
  return [
    { label: 'Without stats', value: false },
    { label: 'With stats', description: requestsWords(count), value: true },
  ];
}

function requestsWords(count: number | undefined): string {
  if (count === undefined) return 'one request for each project';
  if (count === 0) return 'no request, as there are no projects';
  return count === 1 ? 'one request' : `one request for each of ${formatNumber(count)} projects`;
}

/** Asks for the file. The suggested name has today's date, in the open folder. */
export function askTarget(list: ExportName, { name }: Format): Thenable<vscode.Uri | undefined> {
  const extension = name.toLowerCase();
  const now = new Date();
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.window.showSaveDialog({
    title: `Export ${TITLES[list]} as ${name}`,
    saveLabel: 'Export',
    defaultUri: vscode.Uri.joinPath(folder, `${list}-${today}.${extension}`),
    filters: { [name]: [extension] },
  });
}
