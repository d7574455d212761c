import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { joinWords } from '../../core/base/displayText.ts';
import {
  confirmedWords,
  happenedSummary,
  readWords,
} from '../../core/messages/happenedMessages.ts';
import type { Happened } from '../../core/stats/happened.ts';
import { startOf } from '../../core/stats/period.ts';
import { formatNumber, formatWeekday } from '../../editor/locale.ts';
import type { PortfolioState } from '../../protocol/portfolio.ts';
import { readHappened } from '../../stats/whatHappened.ts';

/**
 * A sum that is older than this is made again. It reads all readings of a week, so it is made
 * earlier only once all stats were read.
 */
const OLD_MS = 5 * MINUTE_MS;

/** What happened in the last seven days, for the top of the portfolio. */
export class LastWeek {
  /** Whether readings may have arrived since the last sum. */
  isDue = true;
  readonly #connection: ActiveConnection;
  readonly #isDone: () => boolean;
  readonly #onChange: () => void;
  readonly #ended: AbortSignal;
  #happened: Happened | undefined;
  #readAt = -Infinity;
  #isReading = false;

  /**
   * @param isDone whether all stats were read.
   * @param ended aborts when the portfolio is closed or another connection is used.
   */
  constructor(
    connection: ActiveConnection,
    isDone: () => boolean,
    ended: AbortSignal,
    onChange: () => void,
  ) {
    this.#connection = connection;
    this.#isDone = isDone;
    this.#ended = ended;
    this.#onChange = onChange;
  }

  /**
   * The last sum in words; `undefined` before the first one and if it is of no readings.
   * @param listed how many projects there are.
   * @param isListed whether a project is listed, by its key; `undefined` until all pages were read.
   */
  words(listed: number, isListed?: (key: string) => boolean): PortfolioState['week'] {
    const happened = this.#happened;
    const read = happened?.read.size ?? 0;
    if (!happened || read === 0) return undefined;
    const gone = [...happened.read.keys()].filter((one) => isListed?.(`project/${one}`) === false);
    const whole = isListed ? listed : Math.max(listed, read);
    const compared =
      happened.compared.size - gone.filter((one) => happened.compared.has(one)).length;
    const covered = joinWords(
      readWords(read - gone.length, whole, formatNumber, compared),
      gone.length === 0 ? '' : l10n.t('{0} gone', formatNumber(gone.length)),
    );
    return {
      words: `${happenedSummary(happened, formatNumber)} \u00b7 ${covered}`,
      days: happened.days.map((one) => ({
        ...{ confirmed: one.confirmed, known: one.known },
        words: `${formatWeekday(one.day)} ${confirmedWords(one, formatNumber)}`,
      })),
    };
  }

  /**
   * Sums up again if the last sum is old, or if it is due and all stats were read. Call it now and
   * then while the portfolio is visible. Never rejects.
   */
  async follow(): Promise<void> {
    // The call under way calls this again at its end.
    if (this.#isReading) return;
    const now = this.#connection.store.clock.now();
    const since = startOf('week', now, undefined);
    const isOld = now - this.#readAt >= OLD_MS || now < this.#readAt;
    const isDone = this.#isDone();
    if ((!isOld && !(isDone && this.isDue)) || since === undefined) return;
    if (isDone) this.isDue = false;
    this.#isReading = true;
    this.#readAt = now;
    try {
      this.#happened = await readHappened(this.#connection, since, this.#ended);
      this.#onChange();
    } catch (error) {
      if (!this.#ended.aborted)
        this.#connection.warn(`The last week is not known: ${String(error)}`);
    } finally {
      this.#isReading = false;
    }
    if (!this.#ended.aborted) await this.follow();
  }
}
