import * as l10n from '@vscode/l10n';
import { type ActiveConnection, SAMPLE } from '../connection/activeConnection.ts';
import type { Session } from '../connection/session.ts';
import { isDeeper } from '../core/model/json.ts';
import type { Json } from '../core/model/model.ts';

/**
 * Why a document has no content, as a sentence for the user. It is read again later: `noRow` once
 * the row is loaded, `notAllowed` once a tab shows it, `outage` once the service answers, `wait`
 * once its wait has changed, and each after a change of the connection.
 */
export class NothingToShow extends Error {
  readonly why: 'noRow' | 'notAllowed' | 'other';

  constructor(words: string, why: NothingToShow['why'] = 'other') {
    super(words);
    this.why = why;
  }
}

/** In characters. Indenting megabytes that are nested deep could make a gigabyte. */
const LONGEST = 100_000_000;

/**
 * A value as indented JSON, with integers of any length.
 * @throws NothingToShow if it could become too long.
 */
export function pretty(value: Json): string {
  // At most, each character begins a line, which is indented by two for each level.
  const mostLevels = LONGEST / JSON.stringify(value).length / 2 - 1;
  if (isDeeper(value, mostLevels))
    throw new NothingToShow(l10n.t('This is too long to be shown or saved.'));
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/**
 * The connection that a document belongs to.
 * @throws NothingToShow unless it is the connection in use.
 */
export function connectionTo(service: string, { current, failure }: Session): ActiveConnection {
  if (current?.account === service) return current;
  if (failure) throw new NothingToShow(failure.message);
  throw new NothingToShow(notFrom(service, current));
}

function notFrom(service: string, current: ActiveConnection | undefined): string {
  if (service === SAMPLE) {
    return current
      ? l10n.t('This is from sample data, and the window now uses {0}.', current.address.host)
      : l10n.t('This is from sample data. Choose Explore Sample Data, and it appears here.');
  }
  const from = service.replace(/#.*/, '');
  if (!current) return l10n.t('This is from {0}. Sign in there, and it appears here.', from);
  const { account, address } = current;
  if (address.base === from) {
    return l10n.t('This belongs to another sign-in to {0}. Switch to that one to see it.', from);
  }
  return account === SAMPLE
    ? l10n.t('This is from {0}, and the window now uses sample data.', from)
    : l10n.t('This is from {0}, and the window now uses {1}.', from, address.host);
}
