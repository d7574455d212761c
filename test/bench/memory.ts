import { askOnce } from './child.ts';
import { IN_FAKE_EDITOR } from './fakeEditor.ts';
import { type Figure, figure } from './measure.ts';
import type { MemoryAnswer } from './memoryProcess.ts';
import { startService } from './service.ts';

/** Whether anything stays behind of panels that were closed and lists that were refreshed. */
export async function benchMemory(): Promise<Figure[]> {
  const service = await startService();
  const question = { address: service.address(500, 0), rows: 500 };
  const measured = await askOnce<MemoryAnswer>('memoryProcess.ts', question, IN_FAKE_EDITOR);
  service.stop();
  return [
    figure('Heap after 50 panels and 20 refreshes, growth', 'KB', measured.growthKb, {
      target: { atMost: 20 },
    }),
  ];
}
