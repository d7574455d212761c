import { askOnce } from './child.ts';
import { IN_FAKE_EDITOR } from './fakeEditor.ts';
import type { KeystrokeAnswer } from './keystrokeProcess.ts';
import { type Figure, figure } from './measure.ts';
import { startService } from './service.ts';

const ROWS = 100_000;

/** How long a keystroke keeps the extension host from all else: the longest piece of its work. */
export async function benchKeystroke(): Promise<Figure[]> {
  const service = await startService();
  const question = { address: service.address(ROWS, 0), rows: ROWS };
  const { find, filter } = await askOnce<KeystrokeAnswer>(
    'keystrokeProcess.ts',
    question,
    IN_FAKE_EDITOR,
  );
  service.stop();
  const of100k = { target: { atMost: 16 } };
  return [
    figure('A keystroke in Find over 100,000 rows, longest block', 'ms', find, of100k),
    figure('A keystroke in the filter over 100,000 rows, longest block', 'ms', filter, of100k),
  ];
}
