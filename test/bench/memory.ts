import { askOnce } from './child.ts';
import type { Effort } from './effort.ts';
import { IN_FAKE_EDITOR } from './fakeEditor.ts';
import { type Figure, figure } from './measure.ts';
import type { MemoryAnswer, MemoryQuestion } from './memoryProcess.ts';
import { startService } from './service.ts';

/** The warm-ups compile code and open connections. */
const ROUNDS = { rounds: 7, warmUps: 12 };

/** Whether closed panels and refreshed lists leave anything in memory. */
export async function benchMemory(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const question: MemoryQuestion = {
    address: service.address(500, 0),
    rounds: effort.times(ROUNDS.rounds),
    warmUps: effort.times(ROUNDS.warmUps),
  };
  const measured = await askOnce<MemoryAnswer>('memoryProcess.ts', question, IN_FAKE_EDITOR);
  return [
    figure('Heap after 50 panels and 20 refreshes, growth', 'KB', measured.growthKb, {
      target: { atMost: 20 },
    }),
  ];
}
