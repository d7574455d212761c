import * as vscode from 'vscode';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { type ActiveConnection, SAMPLE } from './activeConnection.ts';

/**
 * A link that opens the project's stats in an editor with Mintscope. It names the service, so that
 * it opens no project of another one.
 */
export function projectLink(
  { account, address }: Pick<ActiveConnection, 'account' | 'address'>,
  ref: ProjectRef,
): string {
  const service = encodeURIComponent(account === SAMPLE ? SAMPLE : address.host);
  const { uriScheme } = vscode.env;
  return `${uriScheme}://mintscope.mintscope/projects/${formatRef(ref)}?service=${service}`;
}
