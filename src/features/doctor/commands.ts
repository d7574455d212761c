import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { type Checked, checkName, runChecks } from '../../core/doctor/check.ts';
import {
  cleaner,
  hasFault,
  reportText,
  summary,
  verdictsForLog,
  wantsSignIn,
} from '../../core/doctor/report.ts';
import { failureForLog } from '../../core/model/serviceError.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import type { Log } from '../../editor/log.ts';
import { showInformation, showStatus, showWarning, withProgress } from '../../editor/notify.ts';
import { reportDocument } from '../../editor/reportDocument.ts';
import { asEditorConnects, checksOf } from './checks.ts';
import { findService, type Found, whyStopped } from './findService.ts';

interface Examined {
  readonly checks: readonly Checked[];
  readonly text: string;
  readonly isCanceled: boolean;
}

/**
 * The command that checks the connection to the service step by step, and writes a report that the
 * user can pass on.
 * @param closing aborts when the window closes.
 */
export function doctorCommands(session: Session, log: Log, closing: AbortSignal) {
  let document: ReturnType<typeof reportDocument> | undefined;
  const showReport = (text: string) =>
    (document ??= reportDocument('mintscope-report', closing)).preview(
      l10n.t('Check Connection'),
      text,
    );
  let isRunning = false;

  const examine = (found: Found): Thenable<Examined> => {
    const { service } = found;
    const checks = checksOf(session, found);
    return withProgress(l10n.t('Checking the connection'), async (canceled, report) => {
      const ends = [canceled, closing, ...(service?.ended ? [service.ended] : [])];
      const ownResults = await runChecks(checks, {
        clock: session.clock,
        stopped: AbortSignal.any(ends),
        whyStopped: () => whyStopped(canceled),
        onBegin: (id, done) => {
          const values = { step: done + 1, total: checks.length, name: checkName(id) };
          report(l10n.t('{step} of {total}: {name}', values), done === 0 ? 0 : 100 / checks.length);
        },
        onFault: (id, error) => {
          log.error(`Check Connection, ${id}: ${failureForLog(error)}`);
        },
        clean: cleaner(service?.hideToken ?? ((text) => text), homedir()),
      });
      const results = service?.route() === 'editor' ? asEditorConnects(ownResults) : ownResults;
      const text = reportText(results, session.clock.now());
      log.info(`Check Connection: ${verdictsForLog(results)}`);
      return { checks: results, text, isCanceled: canceled.aborted };
    });
  };

  const presentCanceled = async ({ checks, text }: Examined) => {
    const done = checks.filter(({ verdict }) => verdict !== 'notChecked').length;
    const canceled = l10n.t(
      'Check Connection was canceled; {0} of {1} checks were made.',
      done,
      checks.length,
    );
    const show = l10n.t('Show Report');
    if ((await showInformation(canceled, show)) === show) await showReport(text);
  };

  const askWhatNext = async ({ checks, text }: Examined) => {
    const show = hasFault(checks) ? showWarning : showInformation;
    const copy = l10n.t('Copy Report');
    const showLog = l10n.t('Show Log');
    const signIn = l10n.t('Sign In…');
    const choices = [copy, showLog, ...(wantsSignIn(checks) ? [signIn] : [])];
    const choice = await show(l10n.t('Check Connection: {0}', summary(checks)), ...choices);
    if (choice === copy) {
      await vscode.env.clipboard.writeText(text);
      showStatus(l10n.t('The report was copied.'));
    }
    if (choice === showLog) log.show();
    if (choice === signIn) await vscode.commands.executeCommand('mintscope.signIn');
  };

  /** Shows the message without waiting for the report, which the editor may take long to open. */
  const present = (examined: Examined) =>
    Promise.all([showReport(examined.text), askWhatNext(examined)]);

  return {
    // Does nothing while the checks run.
    'mintscope.runDoctor': async () => {
      if (isRunning) return;
      isRunning = true;
      let examined: Examined | undefined;
      try {
        const found = await findService(session, closing);
        examined = found && (await examine(found));
      } finally {
        isRunning = false;
      }
      if (!examined || closing.aborted) return;
      await (examined.isCanceled ? presentCanceled(examined) : present(examined));
    },
  } satisfies Handlers;
}
