import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import type { Log } from '../../editor/log.ts';
import { showInformation, showStatus, showWarning, withProgress } from '../../editor/notify.ts';
import type { Reports } from '../../rows/reports.ts';
import { examineService } from './checks.ts';
import { findService, type Found } from './findService.ts';
import {
  type Checked,
  cleaner,
  environment,
  isFault,
  reportText,
  runChecks,
  summary,
} from './report.ts';

/** @param closing aborts when the window closes. */
export function doctorCommands(
  session: Session,
  log: Log,
  reports: Pick<Reports, 'show'>,
  closing: AbortSignal,
) {
  const { clock } = session;
  let isRunning = false;

  const examine = ({ service, ...found }: Found) =>
    withProgress(l10n.t('Checking the connection'), async (canceled, say) => {
      const ends = [canceled, closing, ...(service?.ended ? [service.ended] : [])];
      const stopped = AbortSignal.any(ends);
      const examined = service && (await examineService(service, clock, stopped));
      const checks = await runChecks({ ...found, session, service: examined }, stopped, say, log);
      const verdicts = checks.map(({ id, verdict }) => `${id} ${verdict}`);
      log.info(`Check Connection: ${verdicts.join(', ')}`);
      return { checks, isStopped: stopped.aborted };
    });

  const askWhatNext = async (checks: readonly Checked[], found: string, text: string) => {
    const show = checks.some(isFault) ? showWarning : showInformation;
    const copy = l10n.t('Copy Report');
    const showLog = l10n.t('Show Log');
    const signIn = l10n.t('Sign In…');
    const next = checks.some(({ wantsSignIn }) => wantsSignIn) ? [signIn] : [];
    const choice = await show(l10n.t('Check Connection: {0}', found), copy, showLog, ...next);
    if (choice === copy) {
      await vscode.env.clipboard.writeText(text);
      showStatus(l10n.t('The report was copied.'));
    }
    if (choice === showLog) log.show();
    if (choice === signIn) await runCommand('mintscope.signIn');
  };

  const check = async () => {
    const found = await findService(session, closing);
    if (!found) return undefined;
    const hideToken = found.service?.hideToken ?? ((text: string) => text);
    return { ...(await examine(found)), clean: cleaner(hideToken, homedir()) };
  };

  return {
    // Does nothing while the checks run.
    'mintscope.runDoctor': async () => {
      if (isRunning) return;
      isRunning = true;
      const asked = clock.uptime();
      const result = await check().finally(() => {
        isRunning = false;
      });
      if (!result || closing.aborted) return;
      const { checks, clean, isStopped } = result;
      const text = reportText(checks, environment(), clock.now(), clean);
      // The editor may take long to open the report, so the message does not wait for it.
      const shown = isStopped ? undefined : reports.show(l10n.t('Check Connection'), text, asked);
      await Promise.all([shown, askWhatNext(checks, clean(summary(checks)), text)]);
    },
  } satisfies Handlers;
}
