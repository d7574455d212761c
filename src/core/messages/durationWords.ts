import * as l10n from '@vscode/l10n';

const MINUTE_MS = 60_000;

/** `42 min`, `1 h 5 min`, `2 d 4 h`; empty below a minute. From milliseconds. */
export function durationWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  const [h, min] = days > 0 ? [hours % 24, 0] : [hours, minutes % 60];
  return [
    ...(days > 0 ? [l10n.t('{0} d', days)] : []),
    ...(h > 0 ? [l10n.t('{0} h', h)] : []),
    ...(min > 0 ? [l10n.t('{0} min', min)] : []),
  ].join(' ');
}
