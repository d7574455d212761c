import * as vscode from 'vscode';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { isStatusBehind } from '../../core/stats/attention.ts';
import { endOf, given } from '../../core/stats/share.ts';
import { watchedOf } from '../../stats/rowFacts.ts';
import { type NewReading, readerOf } from '../../stats/statsReader.ts';
import { hasFocus } from '../../editor/windowFocus.ts';

/** How much older than its counts a status may be, in milliseconds: they are read once a minute or oftener. */
const OLDER_MS = 50_000;
/** The same without the focus. */
const OLDER_AWAY_MS = 5 * MINUTE_MS;
/** Rows that stop together, or that a panel reads anyway, are read by one request. */
const TOGETHER_MS = 1_000;
/** The least time between two requests, in milliseconds. */
const BETWEEN_MS = 5_000;

/**
 * Reads the page of a row again, about once a minute, while the counts of its project are read and do
 * not move, because only its status may say that it has failed; once if they have ended. Only this
 * window's own readings count, so that several windows do not all ask.
 */
export function followStatuses(session: Session, projects: PagedList<Project>): vscode.Disposable {
  return followConnection(session, (current) => {
    if (!current) return [];
    const { clock, ended } = current;
    const reader = readerOf(current);
    const due = new Map<string, ProjectRef>();
    /** When the page of a row was last requested, also in vain, in milliseconds since 1970. */
    const tried = new Map<string, number>();
    /** When counts were first seen at their end, in milliseconds since 1970. */
    const endedAt = new Map<string, number>();
    let isReading = false;
    let isDisposed = false;

    const isOutdated = (key: string, ref: ProjectRef): boolean => {
      const row = projects.rowOf(key);
      const last = reader.last(ref);
      if (!row || !last) return false;
      const { status, askedAt: statusAt = 0 } = row;
      const triedAt = tried.get(key) ?? -Infinity;
      if (endOf(last, true) !== undefined) {
        const isOlder = statusAt < (endedAt.get(key) ?? 0) && last.at - triedAt >= OLDER_MS;
        return isOlder && isStatusBehind({ status, statusAt }, last);
      }
      const hasBegun = given(last.confirmed) > 0 || given(last.processing) > 0;
      if (!hasBegun || last.movedAt === last.at || statusTone(status) === 'failed') return false;
      const mostMs = hasFocus() ? OLDER_MS : OLDER_AWAY_MS;
      return last.at - Math.max(statusAt, triedAt) >= mostMs;
    };
    const readNext = async () => {
      for (const [key, ref] of due) {
        due.delete(key);
        // Its page may have been read for another row, or by the user.
        if (!isOutdated(key, ref)) continue;
        tried.set(key, clock.now());
        isReading = true;
        await projects.refreshPage(key, ended).finally(() => {
          isReading = false;
        });
        break;
      }
      if (due.size > 0 && !isDisposed) next.soon(0);
    };
    const next = new Later(clock, () => void readNext(), BETWEEN_MS);
    const follow = ({ ref, last, isElsewhere }: NewReading) => {
      const watched = [...watchedOf(current).all].filter(([, one]) => one === ref);
      const mayRead = watched.length > 0 || hasFocus();
      if (isElsewhere || !mayRead) return;
      // A row without a kind is known by another key.
      for (const key of new Set([`project/${ref}`, ...watched.map(([other]) => other)])) {
        if (endOf(last, true) === undefined) endedAt.delete(key);
        else if (!endedAt.has(key)) endedAt.set(key, last.at);
        if (isOutdated(key, ref)) due.set(key, ref);
      }
      if (due.size > 0 && !isReading) next.soon(TOGETHER_MS);
    };
    return [
      reader.onDidChange(follow),
      new vscode.Disposable(() => {
        isDisposed = true;
        next.cancel();
      }),
    ];
  });
}
