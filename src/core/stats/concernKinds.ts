/** Why a project may need attention, the worst first; see `Concern`. */
export const CONCERNS = [
  'failed',
  'stalled',
  'missing',
  'tooMany',
  'unreadable',
  'disagrees',
  'noStats',
] as const;

/** `disagrees` and `noStats` are shown, but are no alarms, because they need no action. */
export function isAlarm(kind: (typeof CONCERNS)[number]): boolean {
  return kind !== 'disagrees' && kind !== 'noStats';
}
