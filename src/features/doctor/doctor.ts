import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CheckedService } from '../../connection/checkedService.ts';
import type { Session } from '../../connection/session.ts';
import { type Check, type Checked, checkName, type CheckResult } from '../../core/doctor/check.ts';
import { cleaner } from '../../core/doctor/cleaner.ts';
import {
  hasFault,
  reportText,
  summary,
  verdictsForLog,
  wantsSignIn,
} from '../../core/doctor/report.ts';
import { runChecks } from '../../core/doctor/runChecks.ts';
import { failureForLog } from '../../core/model/serviceError.ts';
import type { Log } from '../../editor/log.ts';
import { showInformation, showStatus, showWarning, withProgress } from '../../editor/notify.ts';
import { findService, type Found, whyStopped } from './findService.ts';
import { machineChecks } from './machineChecks.ts';
import { asEditorConnects, networkChecks } from './networkChecks.ts';
import { ReportDocument } from './reportDocument.ts';
import { serviceChecks } from './serviceChecks.ts';

/** What a run of the checks gave. */
interface Examined {
  readonly checks: readonly Checked[];
  readonly text: string;
  readonly isCanceled: boolean;
}

/** Checks the way to the service step by step, and writes a report that can be passed on. */
export class Doctor {
  readonly #session: Session;
  readonly #log: Log;
  readonly #closing: AbortSignal;
  readonly #document = new ReportDocument();
  #isRunning = false;

  /** @param closing aborts when the window closes. */
  constructor(session: Session, log: Log, closing: AbortSignal) {
    this.#session = session;
    this.#log = log;
    this.#closing = closing;
    closing.addEventListener('abort', () => {
      this.#document.dispose();
    });
  }

  /**
   * Runs the checks with progress, opens the report and offers to copy it. After Cancel it only
   * offers to show the report. A second call while one runs does nothing.
   */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let examined: Examined | undefined;
    try {
      const found = await findService(this.#session, this.#closing);
      examined = found && (await this.#examine(found));
    } finally {
      this.#isRunning = false;
    }
    if (examined && !this.#closing.aborted) await this.#tell(examined);
  }

  async #examine({ service, address }: Found): Promise<Examined> {
    const checks = this.#checks(service, address);
    const clean = cleaner({ hideToken: service?.hideToken ?? ((text) => text), home: homedir() });
    return withProgress(l10n.t('Checking the connection'), async (canceled, report) => {
      const ends = [canceled, this.#closing, ...(service?.ended ? [service.ended] : [])];
      const found = await runChecks(checks, {
        clock: this.#session.clock,
        stopped: AbortSignal.any(ends),
        whyStopped: () => whyStopped(canceled),
        onBegin: (id, at) => {
          const values = { step: at + 1, total: checks.length, name: checkName(id) };
          report(l10n.t('{step} of {total}: {name}', values), at === 0 ? 0 : 100 / checks.length);
        },
        onFault: (id, error) => {
          this.#log.error(`Check Connection, ${id}: ${failureForLog(error)}`);
        },
        clean,
      });
      const results = service?.route() === 'editor' ? asEditorConnects(found) : found;
      const text = reportText(results, this.#session.clock.now());
      this.#log.info(`Check Connection: ${verdictsForLog(results)}`);
      return { checks: results, text, isCanceled: canceled.aborted };
    });
  }

  #checks(service: CheckedService | undefined, address: CheckResult): readonly Check[] {
    return [
      { id: 'address', run: () => address },
      ...networkChecks(this.#session, service),
      ...serviceChecks(service, this.#session.clock),
      ...machineChecks(this.#session),
    ];
  }

  async #tell({ checks, text, isCanceled }: Examined): Promise<void> {
    if (isCanceled) {
      const done = checks.filter(({ verdict }) => verdict !== 'notChecked').length;
      const canceled = l10n.t(
        'Check Connection was canceled; {0} of {1} checks were made.',
        done,
        checks.length,
      );
      const show = l10n.t('Show Report');
      if ((await showInformation(canceled, show)) === show) await this.#document.show(text);
      return;
    }
    await this.#document.show(text);
    const tell = hasFault(checks) ? showWarning : showInformation;
    const copy = l10n.t('Copy Report');
    const log = l10n.t('Show Log');
    const signIn = l10n.t('Sign In…');
    const choices = [copy, log, ...(wantsSignIn(checks) ? [signIn] : [])];
    const choice = await tell(l10n.t('Check Connection: {0}', summary(checks)), ...choices);
    if (choice === copy) {
      await vscode.env.clipboard.writeText(text);
      showStatus(l10n.t('The report was copied.'));
    }
    if (choice === log) this.#log.show();
    if (choice === signIn) await vscode.commands.executeCommand('mintscope.signIn');
  }
}
