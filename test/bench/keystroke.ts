import { askOnce } from './child.ts';
import { countOf, type Effort } from './effort.ts';
import { IN_FAKE_EDITOR } from './fakeEditor.ts';
import type { KeystrokeAnswer, KeystrokeQuestion } from './keystrokeProcess.ts';
import { type Figure, figure } from './measure.ts';
import { startService } from './service.ts';

const ROWS = 100_000;
/** What a user types, key by key: many rows match at first, then few or none. */
const WORDS = ['4242', 'confir', 'hld77'];

/** How long a keystroke blocks the extension host: the longest piece of its work. */
export async function benchKeystroke(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  using service = await startService();
  const words = WORDS.slice(0, effort.times(WORDS.length)).map((word) =>
    word.slice(0, effort.times(word.length)),
  );
  const question: KeystrokeQuestion = { address: service.address(rows, 0), words };
  const { find, filter } = await askOnce<KeystrokeAnswer>(
    'keystrokeProcess.ts',
    question,
    IN_FAKE_EDITOR,
  );
  const what = `over ${countOf(rows)} rows, longest block`;
  const options = { target: { atMost: 16 } };
  return [
    figure(`A keystroke in Find ${what}`, 'ms', find, options),
    figure(`A keystroke in the filter ${what}`, 'ms', filter, options),
  ];
}
