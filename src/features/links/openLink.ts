import * as vscode from 'vscode';
import { showStatus, showWarning } from '../../editor/notify.ts';
import type { LinkResult } from './webLink.ts';

/**
 * Opens a link in the browser. The editor itself asks first, with the address, unless the person
 * told it to trust that host; the status bar names the host in any case.
 */
export async function openLink(link: LinkResult): Promise<void> {
  if (!link.ok) {
    void showWarning(link.sentence);
    return;
  }
  const { host, href } = link.url;
  // As text, which the editor takes too: as a Uri it would be decoded and encoded in another way,
  // and signed addresses would not hold.
  const exact = href as unknown as vscode.Uri;
  if (await vscode.env.openExternal(exact)) showStatus(`Opened ${host}.`);
}
