import * as vscode from 'vscode';
import { isDown } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { LONGEST_WAIT_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';
import { hasFocus, onDidChangeFocus } from '../../editor/windowFocus.ts';
import type { ListView } from '../../views/tree/listView.ts';

/** The rest is at least this many times as long as the last load took, up to an hour. */
const REST_FACTOR = 20;

/**
 * Refreshes a list every `mintscope.autoRefresh` seconds, while it is seen and not being read; not while
 * the token is refused, the service asks to wait, or in an outage, which `Recovery` ends.
 */
export function keepFresh(session: Session, view: ListView, log: Log): vscode.Disposable {
  const { list } = view.rows;
  const { uptime } = session.clock;
  const refreshing = new Later(session.clock, () => {
    list.refresh().catch((error: unknown) => {
      log.error(`An automatic refresh failed: ${String(error)}`);
    });
  });
  let { work } = list.state;
  let startedAt = uptime();
  /** When the last load has ended; for rows that are loaded already, the rest begins now. */
  let endedAt = list.state.asOf === undefined ? undefined : uptime();
  let tookMs = 0;
  const plan = () => {
    refreshing.cancel();
    const everyMs = settings.autoRefresh * 1000;
    const isSeen = view.visible && hasFocus();
    const isUp = session.current && !isDown(session) && session.waitUntil === undefined;
    const mayRead = isSeen && isUp && list.state.work === undefined;
    if (everyMs === 0 || !mayRead || endedAt === undefined) return;
    const restMs = Math.max(everyMs, Math.min(LONGEST_WAIT_MS, REST_FACTOR * tookMs));
    refreshing.soon(endedAt + restMs - uptime());
  };
  const follow = () => {
    const before = work;
    ({ work } = list.state);
    if (work === before) return;
    // Loading more does not make the other pages newer.
    if (before !== undefined && before !== 'more') {
      endedAt = uptime();
      tookMs = endedAt - startedAt;
    }
    startedAt = uptime();
    plan();
  };
  plan();
  return vscode.Disposable.from(
    { dispose: refreshing.cancel },
    { dispose: list.onChange(follow) },
    view.onDidChangeVisibility(plan),
    onDidChangeFocus(plan),
    vscode.workspace.onDidChangeConfiguration(plan),
    session.onDidChangeStatus(plan),
    session.onDidChange(() => {
      endedAt = undefined;
      plan();
    }),
  );
}
