import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { forEachCount } from '../../core/model/counts.ts';
import { formatRef, isProject, projectRef } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { counted, formatNumber } from '../../core/base/format.ts';
import { showInformation } from '../../editor/notify.ts';
import type { Readings } from '../../kept/readings.ts';
import { rowName, type ServiceRow } from '../../lists/index.ts';
import { projectNames } from '../../lists/projects.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { RowInFront } from '../../views/commandTargets.ts';
import { rowsWords, wordsOf } from './exportMessages.ts';
import { type Export, exportFile } from './exportFile.ts';
import { askFormat } from './questions.ts';
import { inBatches } from './writeRows.ts';
import type { FileRow } from './writers.ts';

interface Chosen {
  /** `t/12` of each project. */
  readonly projects: readonly string[];
  readonly readingCount: number;
  /** `Harbor Lights`, `2 projects`. */
  readonly whose: string;
}

/**
 * Exports all stored readings, or, if the editor in front shows a project and the user chooses so,
 * only its own. A row of the file is one reading: project, name if known, time, counts.
 * @param shown what the editor in front shows.
 * @param rows the loaded rows, which have the names.
 * @param closing aborts when the window closes.
 * @throws Error with a sentence for the user.
 */
export async function exportReadings(
  connection: ActiveConnection,
  shown: ReturnType<RowInFront>,
  rows: readonly ServiceRow[],
  closing: AbortSignal,
): Promise<void> {
  const { ended } = connection;
  const { readings } = readerOf(connection);
  const readingCounts = await readings.counts();
  if (readingCounts.size === 0) {
    void showInformation(l10n.t('There are no readings yet. Open the stats of a project first.'));
    return;
  }
  const chosen = await choose(readingCounts, shown, ended);
  const format = chosen && (await askFormat('readings', ended));
  if (!format) return;
  const { projects, readingCount, whose } = chosen;
  const names = projectNames(typeof shown === 'object' ? [...rows, shown] : rows);
  const wanted: Export = {
    name: 'readings',
    format,
    hasStats: false,
    rows: () => readingsOf(readings, projects, names),
    counts: { total: readingCount },
    wrote: (written, _, file) =>
      written === 1
        ? l10n.t('Exported 1 reading of {0} to {1}.', whose, file)
        : l10n.t('Exported {0} readings of {1} to {2}.', formatNumber(written), whose, file),
  };
  await exportFile(connection, wanted, closing);
}

/** @param readingCounts by `t/12`. @returns `undefined` if the user cancels or `ended` aborts. */
async function choose(
  readingCounts: ReadonlyMap<string, number>,
  shown: ReturnType<RowInFront>,
  ended: AbortSignal,
): Promise<Chosen | undefined> {
  const readingCount = [...readingCounts.values()].reduce((sum, count) => sum + count, 0);
  const projects = [...readingCounts.keys()];
  const everything = { projects, readingCount, whose: ofProjects(projects.length) };
  if (typeof shown !== 'object' || !isProject(shown)) return everything;
  const ref = projectRef(shown);
  const count = ref && readingCounts.get(formatRef(ref));
  if (!count) return everything;
  const one = { projects: [formatRef(ref)], readingCount: count, whose: rowName(shown) };
  const choices = [one, everything].map((value) => ({
    label: l10n.t('The readings of {0}', value.whose),
    description: rowsWords('readings', value.readingCount, undefined),
    value,
  }));
  const placeholder = l10n.t('Which readings?');
  const title = wordsOf('readings').title();
  return askChoice({ title, placeholder, choices, ended });
}

/** `2 projects`, after `of`. */
function ofProjects(count: number): string {
  return counted(count, (n) => [
    l10n.t({ message: '1 project', args: [], comment: ['the readings of 1 project'] }),
    l10n.t({ message: '{0} projects', args: [n], comment: ['the readings of 2 projects'] }),
  ]);
}

function* readingsOf(
  readings: Readings,
  projects: readonly string[],
  names: ReadonlyMap<string, string>,
): Generator<readonly FileRow[], void> {
  for (const project of projects) {
    const ref = parseProjectRef(project);
    const name = names.get(project) ?? null;
    for (const batch of inBatches(ref ? readings.of(ref) : [], 500)) {
      yield batch.map((reading) => {
        const counts = forEachCount((count) => reading[count] ?? null);
        return { source: { project, name, time: new Date(reading.at).toISOString(), ...counts } };
      });
    }
  }
}
