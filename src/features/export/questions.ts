import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import { BACK } from '../../editor/askText.ts';
import { counted } from '../../core/base/format.ts';
import { dateToday } from '../../editor/locale.ts';
import { type ListName, LISTS } from '../../lists/index.ts';
import { wordsOf } from './exportMessages.ts';
import type { ExportSource } from './sources.ts';
import { csvWriter, type ExportName, jsonWriter, ndjsonWriter, type Writer } from './writers.ts';

/** A file format. Its name in lower case is the extension. */
export interface Format {
  readonly name: 'CSV' | 'JSON' | 'NDJSON';
  readonly describe: (name: ExportName) => string;
  readonly writer: (list: ExportName, hasStats: boolean) => Writer;
}

const FORMATS: readonly [Format, ...Format[]] = [
  { name: 'CSV', describe: () => l10n.t('a table for spreadsheets'), writer: csvWriter },
  {
    name: 'JSON',
    describe: (name) =>
      name === 'readings'
        ? l10n.t('an array of the readings')
        : l10n.t('an array of the rows as the service sent them'),
    writer: jsonWriter,
  },
  { name: 'NDJSON', describe: () => l10n.t('the same, one row per line'), writer: ndjsonWriter },
];

/**
 * Prompts for the choices of an export. `undefined` if the user cancels or `ended` aborts.
 * @param hasStats whether `With stats` is the active answer at first.
 */
export async function askPlan(
  list: ListName,
  sources: readonly [ExportSource, ...ExportSource[]],
  hasStats: boolean,
  ended: AbortSignal,
) {
  const plan = { source: sources[0], hasStats, format: FORMATS[0] };
  const { hasStats: listHasStats, words } = LISTS[list];
  const title = words.export.title();
  type Place = Readonly<Record<'step' | 'totalSteps', number>>;
  /** Stores the answer in the plan, unless it is `BACK` or `undefined`. */
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
    const choices = sources.map((one) => choice(one, one.label, one.description));
    steps.push((place) => ask('source', words.export.which(), choices, place));
  }
  if (listHasStats) {
    const include = l10n.t('Include mint stats?');
    steps.push((place) => {
      const without = choice(false, l10n.t('Without stats'));
      const choices = [without, choice(true, l10n.t('With stats'), requestsWords(plan.source))];
      return ask('hasStats', include, choices, place);
    });
  }
  const formats = FORMATS.map((one) => choice(one, one.name, one.describe(list)));
  steps.push((place) => ask('format', l10n.t('Format'), formats, place));

  for (let index = 0; ;) {
    const step = steps[index];
    if (!step) return plan;
    const answer = await step({ step: index + 1, totalSteps: steps.length });
    if (answer === undefined) return undefined;
    index += answer === BACK ? -1 : 1;
  }
}

/** Prompts for the format only. Resolves with `undefined` if canceled, or `ended` aborts. */
export async function askFormat(name: ExportName, ended: AbortSignal): Promise<Format | undefined> {
  const title = wordsOf(name).title();
  const choices = FORMATS.map((one) => choice(one, one.name, one.describe(name)));
  return askChoice({ title, placeholder: l10n.t('Format'), choices, ended });
}

function choice<T>(value: T, label: string, description = ''): Choice<T> {
  return { label, description, value };
}

function requestsWords({ count }: ExportSource): string {
  if (count === undefined) return l10n.t('one request for each project');
  if (count === 0) return l10n.t('no request, as there are no projects');
  return counted(count, (n) => [
    l10n.t('one request'),
    l10n.t('one request for each of {0} projects', n),
  ]);
}

/**
 * Prompts for the file. It suggests the open folder, else the home folder, and a name with today's
 * date.
 */
export function askTarget(list: ExportName, { name }: Format): Thenable<vscode.Uri | undefined> {
  const extension = name.toLowerCase();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.window.showSaveDialog({
    title: wordsOf(list).saveTitle(name),
    saveLabel: l10n.t('Export'),
    defaultUri: vscode.Uri.joinPath(folder, `${list}-${dateToday()}.${extension}`),
    filters: { [name]: [extension] },
  });
}
