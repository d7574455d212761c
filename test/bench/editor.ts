import { findBrowser } from '../host/browser.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { type Editor, type Settings, startEditor } from '../e2e/support/editor.ts';
import { signIn } from '../e2e/support/signIn.ts';
import { measureActivation } from './editor/activation.ts';
import { installAll } from './editor/extensions.ts';
import { measureLoadMore } from './editor/loadMore.ts';
import { measureOpening, measureOpeningKept, measurePanels } from './editor/opening.ts';
import type { Figure } from './measure.ts';
import { ROWS } from './editor/agreed.ts';
import { settle } from './editor/containers.ts';
import { type BenchService, startService } from './service.ts';

const DELAY_MS = 50;

/** Runs a bench in a real editor, where minimal extensions are the rivals. */
async function inEditor(
  bench: (editor: Editor, service: BenchService) => Promise<Figure[]>,
  settings: Settings = {},
): Promise<Figure[]> {
  const installation = await installCodeServer();
  process.env.MINTSCOPE_BROWSER = await findBrowser();
  process.env.MINTSCOPE_EXTENSIONS ??= await installAll(installation);
  using service = await startService();
  const address = service.address(ROWS, DELAY_MS);
  const editor = await startEditor({
    settings: { 'painter.baseUrl': address, 'mintscope.pageSize': 100, ...settings },
  });
  try {
    const window = await editor.openWindow();
    await settle(window);
    await signIn(window, { address, token: 'token-of-the-bench', scope: 'Every workspace' });
    await window.close();
    return await bench(editor, service);
  } finally {
    await editor.stop();
  }
}

export const benchActivation = () => inEditor(measureActivation);
export const benchOpeningKept = () => inEditor(measureOpeningKept);
export const benchOpening = () => inEditor(measureOpening, { 'mintscope.keepRows': false });
export const benchPanels = () => inEditor(measurePanels);
// Without stored rows, so that a second window also begins with the first page.
export const benchLoadMore = () => inEditor(measureLoadMore, { 'mintscope.keepRows': false });
