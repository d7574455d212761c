import { read } from './settings.ts';

/** Settings of watched projects, apart from the others because they are read late. */
export const watchSettings = {
  /** Whether watched projects are asked for while the window does not have the focus. */
  get watchInBackground(): boolean {
    return read('watchInBackground') === true;
  },
  /** Minutes without a confirmed NFT after which a watched project has stalled, 1 to a day. */
  get stallMinutes(): number {
    const value = read('stallMinutes');
    return typeof value === 'number' && value >= 1 ? Math.min(1440, value) : 15;
  },
};
