import type { Session } from '../../connection/session.ts';
import { Lazy } from '../../core/base/lazy.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import type { Log } from '../../editor/log.ts';

/**
 * The command that checks the connection. Its code is loaded when it first runs.
 * @param closing aborts when the window closes.
 */
export function doctorCommands(session: Session, log: Log, closing: AbortSignal) {
  const doctor = new Lazy(async () => {
    const { Doctor } = await import('./doctor.ts');
    return new Doctor(session, log, closing);
  });
  return {
    'mintscope.runDoctor': async () => {
      await (await doctor.get()).run();
    },
  } satisfies Handlers;
}
