import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { LONGEST_WAIT_MS, MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { ListRow } from '../../core/model/sharedKeys.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';

/** The rest is at least this many times as long as the last load took, up to an hour. */
const REST_FACTOR = 20;
/** Each failure in a row doubles the rest, up to this. */
const LONGEST_BACK_OFF_MS = 10 * MINUTE_MS;

interface RefreshedList {
  readonly list: Pick<PagedList<ListRow>, 'state' | 'onChange' | 'refresh'>;
  readonly view: Pick<vscode.TreeView<unknown>, 'visible'> & {
    readonly onDidChangeVisibility: vscode.Event<unknown>;
  };
}

/** A load of a list that has ended. */
interface Load {
  readonly tookMs: number;
  /** How many loads in a row have failed, with this one. */
  readonly failures: number;
  /** The wait that the service asked for. */
  readonly askedMs: number;
}

/**
 * The time from the end of a load to the next refresh, in milliseconds.
 * @param everyMs the least that the user wants.
 */
export function restAfter({ tookMs, failures, askedMs }: Load, everyMs: number): number {
  const usualMs = Math.max(everyMs, REST_FACTOR * tookMs);
  const backedOffMs = Math.min(LONGEST_BACK_OFF_MS, usualMs * 2 ** failures);
  const restMs = Math.min(LONGEST_WAIT_MS, Math.max(usualMs, backedOffMs, askedMs));
  return Math.max(everyMs, restMs);
}

/**
 * Refreshes a list every `mintscope.autoRefresh` seconds, while its view is visible, the window has
 * the focus, the list is not being read and the token is not refused. Failures show no message.
 * During a pause for a failing service no request is sent.
 */
export function keepFresh(
  session: Session,
  { list, view }: RefreshedList,
  log: Log,
): vscode.Disposable {
  const { uptime } = session.clock;
  const refreshing = new Later(session.clock, () => {
    list.refresh().catch((error: unknown) => {
      log.error(`An automatic refresh failed: ${String(error)}`);
    });
  });
  let { work, failure } = list.state;
  let startedAt = uptime();
  // For rows that are loaded already: how long that took is unknown, and the rest begins now.
  let last: (Load & { readonly endedAt: number }) | undefined =
    list.state.asOf === undefined
      ? undefined
      : { tookMs: 0, failures: 0, askedMs: 0, endedAt: uptime() };
  const plan = () => {
    refreshing.cancel();
    const everyMs = settings.autoRefresh * 1000;
    const isSeen = view.visible && vscode.window.state.focused;
    const isSignedIn = session.current !== undefined && !session.refused;
    const mayRead = isSeen && isSignedIn && list.state.work === undefined;
    if (everyMs === 0 || !mayRead || !last) return;
    refreshing.soon(last.endedAt + restAfter(last, everyMs) - uptime());
  };
  const follow = () => {
    const { state } = list;
    if (state.work === work) return;
    // Loading more does not make the other pages newer.
    if (work !== undefined && work !== 'more') {
      const failed = state.failure === failure ? undefined : state.failure?.failure;
      last = {
        tookMs: uptime() - startedAt,
        failures: failed ? (last?.failures ?? 0) + 1 : 0,
        askedMs: failed && 'retryAfterMs' in failed ? (failed.retryAfterMs ?? 0) : 0,
        endedAt: uptime(),
      };
    }
    ({ work, failure } = state);
    startedAt = uptime();
    plan();
  };
  plan();
  return vscode.Disposable.from(
    { dispose: refreshing.cancel },
    { dispose: list.onChange(follow) },
    view.onDidChangeVisibility(plan),
    vscode.window.onDidChangeWindowState(plan),
    vscode.workspace.onDidChangeConfiguration(plan),
    session.onDidChangeStatus(plan),
    session.onDidChange(() => {
      last = undefined;
      plan();
    }),
  );
}
