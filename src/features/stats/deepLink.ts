import * as vscode from 'vscode';
import { SAMPLE } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { describeRef, projectOfLink } from '../../core/model/projectRef.ts';
import { confirm, showWarning } from '../../editor/notify.ts';

/** Characters of a host that a message shows. */
const HOST_LENGTH = 100;

/**
 * Opens the project that a link such as `vscode://mintscope.mintscope/projects/t/12` names, once the
 * person agrees: a link comes from anywhere, and opening it sends a request with the token. A link
 * that was copied in Mintscope also names its service; it is not opened for another one.
 */
export async function openDeepLink(
  session: Session,
  { path, query }: Pick<vscode.Uri, 'path' | 'query'>,
  open: (ref: ProjectRef) => void,
): Promise<void> {
  const ref = projectOfLink(path);
  if (!ref) {
    void showWarning('Mintscope: this link names no project. One looks like …/projects/t/12.');
    return;
  }
  await session.ready();
  const { current } = session;
  if (!current) {
    // Nothing is asked: the panel says to sign in first.
    open(ref);
    return;
  }
  const { address, account, ended } = current;
  const isSample = account === SAMPLE;
  const host = isSample ? SAMPLE : address.host;
  const shown = isSample ? 'the sample data' : host;
  const service = new URLSearchParams(query).get('service') ?? host;
  if (service !== host) {
    await offerSwitch(displayText(service, HOST_LENGTH), shown);
    return;
  }
  const question = `Show the stats of project ${describeRef(ref)}?`;
  const detail = `A link asks for them. Mintscope reads them from ${shown}.`;
  if ((await confirm(question, detail, 'Show Stats')) && !ended.aborted) open(ref);
}

async function offerSwitch(service: string, used: string): Promise<void> {
  const switchTo = 'Switch Connection…';
  const text = `This link is to a project of ${service}, but this window uses ${used}. Switch the connection, then open the link again.`;
  if ((await showWarning(text, switchTo)) !== switchTo) return;
  await vscode.commands.executeCommand('mintscope.switchConnection');
}
