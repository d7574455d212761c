import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { SAMPLE } from '../../connection/activeConnection.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import { hostAndPath } from '../../core/client/serviceAddress.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { describeRef, parseProjectRef } from '../../core/model/projectRef.ts';
import { confirm, showWarning } from '../../editor/notify.ts';
import { runCommand } from '../../editor/commandRegistry.ts';

const NAME_LENGTH = 100;

/**
 * Opens the project that a link such as `vscode://mintscope.mintscope/projects/t/12` names, once the
 * user agrees: a link comes from anywhere, and opening it sends a request with the token. A link
 * that was copied in Mintscope also names its service; it is not opened for another one.
 */
export async function openDeepLink(
  session: Session,
  { path, query }: Pick<vscode.Uri, 'path' | 'query'>,
  open: (ref: ProjectRef) => Promise<void>,
): Promise<void> {
  const ref = projectOfLink(path);
  if (!ref) {
    void showWarning(
      l10n.t('Mintscope: this link names no project. It should look like …/projects/t/12.'),
    );
    return;
  }
  await session.ready();
  // While signed out, no panel is opened: after a sign-in it would send a request without consent.
  if (!session.current) await offerSignIn(session);
  const { current } = session;
  if (!current) return;
  const { address, account, ended } = current;
  const isSample = account === SAMPLE;
  const used = isSample ? SAMPLE : hostAndPath(address);
  // The editor has decoded the query, and a path may contain `&`: the service is all that follows.
  const [, service = used] = /(?:^|&)service=(.*)$/.exec(query) ?? [];
  if (displayText(service) === '') {
    void showWarning(
      l10n.t('Mintscope: this link does not say which service its project is of. Copy it again.'),
    );
    return;
  }
  if (service !== used) {
    const named = (one: string) =>
      one === SAMPLE ? l10n.t('the sample data') : displayText(one, NAME_LENGTH);
    const elsewhere = l10n.t(
      'This link is to a project of {0}, but this window uses {1}. Switch the connection, then open the link again.',
      named(service),
      named(used),
    );
    const switchTo = l10n.t('Switch Connection…');
    const choice = await showWarning(elsewhere, switchTo);
    if (choice === switchTo) await runCommand('mintscope.switchConnection');
    return;
  }
  const question = l10n.t('Show the stats of project {0}?', describeRef(ref));
  const detail = isSample
    ? l10n.t('A link asks for them. Mintscope reads them from the sample data.')
    : l10n.t('A link asks for them. Mintscope reads them from {0}.', used);
  if (!(await confirm(question, detail, l10n.t('Show Stats')))) return;
  // The user has agreed to a request through the earlier connection only.
  if (ended.aborted)
    void showWarning(l10n.t('The sign-in changed meanwhile. Open the link again.'));
  else await open(ref);
}

/** The Project that `vscode://mintscope.mintscope/projects/t/12` names by its path. */
export function projectOfLink(path: string): ProjectRef | undefined {
  return parseProjectRef(/^\/projects\/([tn]\/\d{1,40})$/.exec(path)?.[1] ?? '');
}
