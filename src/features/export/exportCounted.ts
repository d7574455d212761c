import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { forEachCount } from '../../core/model/counts.ts';
import type { ProjectStats } from '../../core/model/model.ts';
import { formatNumber } from '../../editor/locale.ts';
import type { CountedProject, CountedProjects } from '../../views/countedProjects.ts';
import type { Outcome, Wrote } from './exportMessages.ts';
import { exportFile } from './exportRows.ts';
import type { Batch } from './formats.ts';
import { askFormat } from './questions.ts';
import { writeRows } from './writeRows.ts';

/** Rows of a batch. */
const AT_A_TIME = 100;

/**
 * Exports projects with the counts that are known of them, as `exportRows` does. The service is not
 * asked, so the file holds the numbers that the person has seen.
 * @param closing aborts when the window closes.
 * @throws Error with a sentence for people.
 */
export async function exportCounted(
  connection: ActiveConnection,
  { account, rows }: CountedProjects,
  closing: AbortSignal,
): Promise<void> {
  if (account !== connection.account || rows.length === 0) return;
  const format = await askFormat(connection.ended, 'projects');
  if (!format) return;
  const total = rows.length;
  const statsUnknown = rows.filter(({ stats }) => !stats).length;
  const wrote: Wrote = (written, _, file) =>
    written === 1
      ? l10n.t('Exported 1 project with their counts to {0}.', file)
      : l10n.t('Exported {0} projects with their counts to {1}.', formatNumber(written), file);
  await exportFile('projects', connection, format, wrote, closing, async (to, onRows, signal) => {
    const writer = format.writer('projects', true);
    const onWritten = (written: number) => {
      onRows(written, total);
    };
    const written = await writeRows(batchesOf(rows), writer, to.path, onWritten, signal, to.most);
    return { ...WHOLE, written, total, statsWithout: statsUnknown };
  });
}

const WHOLE: Omit<Outcome, 'written' | 'total' | 'statsWithout'> = {
  ...{ unreadable: 0, short: false, changed: false, repeated: 0, statsUnread: 0 },
};

// eslint-disable-next-line @typescript-eslint/require-await -- the rows are here already
async function* batchesOf(rows: readonly CountedProject[]): AsyncGenerator<Batch, void> {
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    const some = rows.slice(from, from + AT_A_TIME);
    yield { rows: some.map(({ project }) => project), stats: some.map(statsOf) };
  }
}

/** Files are written from `source` alone. */
function statsOf({ stats: source }: CountedProject): ProjectStats | undefined {
  return source && { ...forEachCount(() => undefined), further: [], source };
}
