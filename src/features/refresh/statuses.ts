import * as vscode from 'vscode';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import { isStatusBehind } from '../../core/stats/attention.ts';
import { endOf } from '../../core/stats/share.ts';
import { watchedOf } from '../../stats/rowFacts.ts';
import { type NewReading, readerOf } from '../../stats/statsReader.ts';

/** After this time without a confirmed NFT, in milliseconds, a mint may have failed. */
const RESTS_MS = 30_000;
/** How old the status of a watched project may be while its counts do not move, in milliseconds. */
const WATCHED_MS = 5 * MINUTE_MS;
/** The least time between two requests, in milliseconds: many mints may stop together. */
const BETWEEN_MS = 2_000;

/**
 * Reads the row of a project again once its counts have ended or do not move any more, because only its
 * status may say that it has failed, and the list is not read by itself. Once for each such stop; of a
 * watched project also later. One request at a time.
 */
export function followStatuses(session: Session, projects: PagedList<Project>): vscode.Disposable {
  return followConnection(session, (current) => {
    if (!current) return [];
    const due = new Set<string>();
    const next = new Later(current.clock, () => void readNext(), BETWEEN_MS);
    const readNext = async () => {
      const [key] = due;
      if (key === undefined) return;
      due.delete(key);
      await projects.refreshRow(key, current.ended);
      if (due.size > 0 && !current.ended.aborted) next.soon(0);
    };
    return [
      new vscode.Disposable(next.cancel),
      readerOf(current).onDidChange((reading) => {
        const { ref } = reading;
        const watched = [...watchedOf(current).all].filter(([, one]) => one === ref);
        // A row without a kind is known by another key.
        for (const key of new Set([`project/${ref}`, ...watched.map(([other]) => other)])) {
          const row = projects.rowOf(key);
          if (row && isOutdated(row, reading, watched.length > 0)) due.add(key);
        }
        if (due.size > 0) next.soon(0);
      }),
    ];
  });
}

/** Whether the status of a row may be another one, because its counts have ended or do not move. */
function isOutdated(row: Project, { last, before }: NewReading, isWatched: boolean): boolean {
  const { status, askedAt: statusAt = 0 } = row;
  if (endOf(last, true) !== undefined) {
    const wasOpen = before !== undefined && endOf(before, true) === undefined;
    return wasOpen && isStatusBehind({ status, statusAt }, last);
  }
  // What was never seen to move may not have begun.
  const hasMoved = last.restMs !== undefined || isWatched;
  if (!hasMoved || last.at - last.movedAt < RESTS_MS) return false;
  return statusAt < last.movedAt + RESTS_MS || (isWatched && last.at - statusAt >= WATCHED_MS);
}
