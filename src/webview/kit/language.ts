import * as l10n from '@vscode/l10n';
import { usableLocale } from './format.ts';

/**
 * Uses the translations that the editor wrote into the page (`pageHtml`). Call it before any text
 * is made. Without translations all text is English.
 * @returns the locale of numbers and times. It is that of the editor, so that a panel and the views
 * write them alike.
 */
export function useEditorLanguage(page: Pick<Document, 'documentElement' | 'getElementById'>) {
  const bundle = page.getElementById('l10n')?.textContent;
  if (bundle) l10n.config({ contents: bundle });
  return usableLocale([page.documentElement.dataset.locale ?? '', ...navigator.languages]);
}
