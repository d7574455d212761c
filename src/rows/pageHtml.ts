import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { locale } from '../editor/locale.ts';

/** What a webview may do: run scripts, which its policy limits to ours, and read our folder. */
export function webviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
  };
}

/**
 * The page of a panel. `data-session` tells the script this page from earlier ones. `lang` is the
 * language of the texts, for screen readers; `data-locale` is that of numbers and times.
 * @param page the feature whose page it is: `src/features/<page>/page/main.ts` and `<page>.css`.
 * @param images the sources of images of a content security policy.
 */
export function pageHtml(
  webview: Pick<vscode.Webview, 'asWebviewUri' | 'cspSource'>,
  extensionUri: vscode.Uri,
  page: string,
  images: string,
): string {
  const uri = (file: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', file)).toString();
  const nonce = randomBytes(24).toString('base64url');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.l10n.bundle ? locale() : 'en'}" data-locale="${locale()}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Mintscope</title>
<link rel="stylesheet" href="${uri(`${page}.css`)}">
</head>
<body data-session="${randomBytes(9).toString('base64url')}">
<div id="app"></div>
${translations()}<script type="module" nonce="${nonce}" src="${uri(`${page}.js`)}"></script>
</body>
</html>`;
}

/** The translations for the page (`useEditorLanguage` in `src/page`); empty for English. */
function translations(): string {
  if (!vscode.l10n.bundle) return '';
  // `<` is the only character that could end the element.
  const data = JSON.stringify(vscode.l10n.bundle).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="l10n">${data}</script>\n`;
}
