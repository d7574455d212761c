import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { CheckedService } from '../../connection/checkedService.ts';
import type { Session } from '../../connection/session.ts';
import type { Check, Checked, CheckResult } from '../../core/doctor/check.ts';
import { cleaner } from '../../core/doctor/cleaner.ts';
import { hasFault, reportText, summary, wantsSignIn } from '../../core/doctor/report.ts';
import { runChecks } from '../../core/doctor/runChecks.ts';
import { failureForLog } from '../../core/model/serviceError.ts';
import type { Log } from '../../editor/log.ts';
import { showInformation, showStatus, showWarning, withProgress } from '../../editor/notify.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { findService, type Found, whyStopped } from './findService.ts';
import { machineChecks } from './machineChecks.ts';
import { networkChecks } from './networkChecks.ts';
import { ReportDocument } from './reportDocument.ts';
import { serviceChecks } from './serviceChecks.ts';

const COPY = 'Copy Report';
const LOG = 'Show Log';
const SIGN_IN = 'Sign In…';
const SHOW = 'Show Report';

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
      const found = await findService(this.#session, this.#closing, systemClock);
      examined = found && (await this.#examine(found));
    } finally {
      this.#isRunning = false;
    }
    if (examined && !this.#closing.aborted) await this.#tell(examined);
  }

  async #examine({ service, address }: Found): Promise<Examined> {
    const checks = this.#checks(service, address);
    const clean = cleaner({ hideToken: service?.hideToken ?? ((text) => text), home: homedir() });
    return withProgress('Checking the connection', async (canceled, report) => {
      const ends = [canceled, this.#closing, ...(service?.ended ? [service.ended] : [])];
      const results = await runChecks(checks, {
        clock: systemClock,
        stopped: AbortSignal.any(ends),
        whyStopped: () => whyStopped(canceled),
        onBegin: (name, at) => {
          report(`${at + 1} of ${checks.length}: ${name}`, at === 0 ? 0 : 100 / checks.length);
        },
        onFault: (name, error) => {
          this.#log.error(`Check Connection, ${name}: ${failureForLog(error)}`);
        },
        clean,
      });
      const text = reportText(results, Date.now());
      this.#log.info(`Check Connection: ${clean(summary(results))}`);
      return { checks: results, text, isCanceled: canceled.aborted };
    });
  }

  #checks(service: CheckedService | undefined, address: CheckResult): readonly Check[] {
    return [
      { name: 'Address', run: () => address },
      ...networkChecks(this.#session, service, systemClock),
      ...serviceChecks(service),
      ...machineChecks(this.#session),
    ];
  }

  async #tell({ checks, text, isCanceled }: Examined): Promise<void> {
    if (isCanceled) {
      const done = checks.filter(({ verdict }) => verdict !== 'notChecked').length;
      const canceled = `Check Connection was canceled; ${done} of ${checks.length} checks were made.`;
      if ((await showInformation(canceled, SHOW)) === SHOW) await this.#document.show(text);
      return;
    }
    await this.#document.show(text);
    const tell = hasFault(checks) ? showWarning : showInformation;
    const choices = [COPY, LOG, ...(wantsSignIn(checks) ? [SIGN_IN] : [])];
    const choice = await tell(`Check Connection: ${summary(checks)}`, ...choices);
    if (choice === COPY) {
      await vscode.env.clipboard.writeText(text);
      showStatus('The report was copied.');
    }
    if (choice === LOG) this.#log.show();
    if (choice === SIGN_IN) await vscode.commands.executeCommand('mintscope.signIn');
  }
}
