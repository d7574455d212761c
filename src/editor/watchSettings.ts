import { MINUTE_MS } from '../core/base/clock.ts';
import { read } from './settings.ts';

/** Settings of watched projects; a file of its own, because they are loaded late. */
export const watchSettings = {
  /** Whether watched projects are polled while the window does not have the focus. */
  get watchInBackground(): boolean {
    return read('watchInBackground') === true;
  },
  /** Minutes without a confirmed NFT until a project counts as stalled, 1 to 1,440. */
  get stallMinutes(): number {
    const value = read('stallMinutes');
    return typeof value === 'number' && value >= 1 ? Math.min(1440, value) : 15;
  },
};

/** `mostMs` of `stallOf`, as the user has set it. */
export function stallLimitMs(): number {
  return watchSettings.stallMinutes * MINUTE_MS;
}
