import { offerSignIn } from './offerSignIn.ts';
import type { ActiveConnection, Session } from './session.ts';

/** Does what needs a connection with the one there is, or says that a sign-in is needed first. */
export async function connected(
  session: Session,
  run: (connection: ActiveConnection) => Promise<void>,
): Promise<void> {
  await session.ready();
  const { current } = session;
  await (current ? run(current) : offerSignIn(session));
}
