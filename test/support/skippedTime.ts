import type { Clock } from '../../src/core/base/clock.ts';
import { systemClock } from '../../src/editor/systemClock.ts';

/**
 * Lets a test skip time in windows of the extension, which use the clock of this machine.
 * @param atEnd registers work for the end of the case, after the last of them has closed.
 */
export function skipTime(atEnd: (end: () => unknown) => void) {
  const clock = systemClock as { -readonly [name in keyof Clock]: Clock[name] };
  const real = { ...clock };
  const timers = new Set<{ readonly at: number; readonly call: () => void; stop: () => void }>();
  let skipped = 0;
  clock.now = () => real.now() + skipped;
  clock.uptime = () => real.uptime() + skipped;
  clock.after = (ms, call) => {
    const run = () => {
      timers.delete(timer);
      call();
    };
    const timer = { at: clock.now() + ms, call: run, stop: real.after(ms, run) };
    timers.add(timer);
    return () => {
      timers.delete(timer);
      timer.stop();
    };
  };
  atEnd(() => Object.assign(clock, real));
  return {
    skip: (ms: number): void => {
      skipped += ms;
      for (const timer of [...timers]) {
        // An earlier timer may have canceled this one.
        if (!timers.has(timer)) continue;
        timer.stop();
        if (timer.at <= clock.now()) timer.call();
        else timer.stop = real.after(timer.at - clock.now(), timer.call);
      }
    },
  };
}
