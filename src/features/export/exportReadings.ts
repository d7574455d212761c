import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { History } from '../../core/stats/reading.ts';
import { COUNTS } from '../../core/model/counts.ts';
import { formatRef, type JsonObject, projectRef } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { BACK } from '../../editor/askText.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation } from '../../editor/notify.ts';
import type { Readings } from '../../kept/readings.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { RowInFront } from '../../views/commandTargets.ts';
import { projectTitle } from '../../views/treeItems.ts';
import { exportFile } from './exportRows.ts';
import type { Outcome, Wrote } from './exportMessages.ts';
import type { Batch, ExportRow } from './formats.ts';
import { askFormat, exportTitle } from './questions.ts';
import { countedRows } from './rowCounts.ts';
import { writeRows } from './writeRows.ts';

/** Readings of a batch. */
const AT_A_TIME = 500;

const WHOLE: Omit<Outcome, 'written' | 'total'> = {
  ...{ unreadable: 0, short: false, changed: false, repeated: 0, statsWithout: 0, statsUnread: 0 },
};

/** How many readings projects have, by `t/12`. */
type ReadingCounts = ReadonlyMap<string, number>;

/** The readings to export, and whose they are: `Harbor Lights`, `2 projects`. */
interface Chosen {
  readonly counts: ReadingCounts;
  readonly whose: string;
}

/**
 * Asks whose readings to export if the editor in front shows a project, then as `exportRows`. A row
 * is one reading: the project, its name if it is known, the time and the counts.
 * @param shown what the editor in front shows.
 * @param rows the loaded rows, which know the names.
 * @param closing aborts when the window closes.
 * @throws Error with a sentence for people.
 */
export async function exportReadings(
  connection: ActiveConnection,
  shown: ReturnType<RowInFront>,
  rows: readonly ExportRow[],
  closing: AbortSignal,
): Promise<void> {
  const { ended } = connection;
  const { readings } = readerOf(connection);
  const all = await readings.counts();
  if (all.size === 0) {
    void showInformation(l10n.t('There are no readings yet. Open the stats of a project first.'));
    return;
  }
  const chosen = await choose(all, shown, ended);
  const format = chosen && (await askFormat(ended));
  if (!format) return;
  const { counts, whose } = chosen;
  const names = namesOf(typeof shown === 'object' ? [...rows, shown] : rows);
  const total = countOf(counts);
  const wrote: Wrote = (written, _, file) =>
    written === 1
      ? l10n.t('Exported 1 reading of {0} to {1}.', whose, file)
      : l10n.t('Exported {0} readings of {1} to {2}.', formatNumber(written), whose, file);
  await exportFile('readings', connection, format, wrote, closing, async (to, onRows, signal) => {
    const writer = format.writer('readings', false);
    const onWritten = (written: number) => {
      onRows(written, total);
    };
    const batches = batchesOf(readings, counts.keys(), names);
    const written = await writeRows(batches, writer, to.path, onWritten, signal, to.most);
    return { ...WHOLE, written, total };
  });
}

/** `undefined` if the person gave up, or the connection ended. */
async function choose(
  all: ReadingCounts,
  shown: ReturnType<RowInFront>,
  ended: AbortSignal,
): Promise<Chosen | undefined> {
  const everything: Chosen = { counts: all, whose: ofProjects(all.size) };
  const ref = typeof shown === 'object' && shown.kind === 'project' ? projectRef(shown) : undefined;
  const count = ref && all.get(formatRef(ref));
  if (typeof shown !== 'object' || shown.kind !== 'project' || !ref || !count) return everything;
  const one: Chosen = {
    counts: new Map([[formatRef(ref), count]]),
    whose: projectTitle(shown),
  };
  const choices = [one, everything].map((value) => ({
    label: l10n.t('The readings of {0}', value.whose),
    description: countedRows('readings', countOf(value.counts), formatNumber),
    value,
  }));
  const placeholder = l10n.t('Which readings?');
  const title = exportTitle('readings');
  const answer = await askChoice({ title, placeholder, choices, ended });
  return answer === BACK ? undefined : answer;
}

/** `2 projects`, after `of`. */
function ofProjects(count: number): string {
  return count === 1
    ? l10n.t({ message: '1 project', args: [], comment: ['the readings of 1 project'] })
    : l10n.t({
        message: '{0} projects',
        args: [formatNumber(count)],
        comment: ['the readings of 2 projects'],
      });
}

/** By `t/12`. */
function namesOf(rows: readonly ExportRow[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const row of rows) {
    const ref = row.kind === 'project' ? projectRef(row) : undefined;
    if (ref && row.name !== undefined) names.set(formatRef(ref), row.name);
  }
  return names;
}

// eslint-disable-next-line @typescript-eslint/require-await -- the readings are here already
async function* batchesOf(
  readings: Readings,
  projects: Iterable<string>,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<Batch, void> {
  for (const project of projects) {
    const ref = parseProjectRef(project);
    const history = ref ? readings.of(ref) : [];
    for (let from = 0; from < history.length; from += AT_A_TIME) {
      const some = history.slice(from, from + AT_A_TIME);
      yield { rows: rowsOf(project, names.get(project), some) };
    }
  }
}

function rowsOf(project: string, name: string | undefined, history: History): Batch['rows'] {
  return history.map((reading) => {
    const counts = COUNTS.map((count) => [count, reading[count] ?? null] as const);
    const time = new Date(reading.at).toISOString();
    const source: JsonObject = { project, name: name ?? null, time, ...Object.fromEntries(counts) };
    return { source };
  });
}

function countOf(counts: ReadingCounts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
