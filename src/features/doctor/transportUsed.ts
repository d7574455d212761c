import * as l10n from '@vscode/l10n';

/** What sent the requests so far, as the report names it. See `SessionParts.transportFor`. */
export function transportUsed(route: string | undefined): string {
  if (route === 'editor') {
    return l10n.t(
      'Requests are sent by the editor, because Mintscope’s own HTTP client could not connect.',
    );
  }
  return l10n.t('Requests are sent by Mintscope’s own HTTP client.');
}
