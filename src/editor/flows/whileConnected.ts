import type { ActiveConnection, Session } from '../session.ts';

/**
 * Runs something as long as the window uses this connection. No request may go out with a token
 * that was forgotten or left, so the signal ends with the connection; its reason is the sentence.
 * @throws Error with a sentence, without running, if the window uses another one already.
 */
export async function whileConnected<T>(
  session: Session,
  { id }: ActiveConnection,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const check = () => {
    if (session.current?.id === id) return;
    stop.abort(
      new Error(
        'The sign-in changed meanwhile. Run this again once you are signed in as you like.',
      ),
    );
  };
  const subscription = session.onDidChange(check);
  try {
    check();
    stop.signal.throwIfAborted();
    return await run(stop.signal);
  } finally {
    subscription.dispose();
  }
}
