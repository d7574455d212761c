import * as l10n from '@vscode/l10n';

/** A failure in a person's terms, the same on every surface. */
export interface FailureWords {
  /** What happened, in two or three words: `Connection refused`. */
  readonly title: string;
  /** What happened and why, as one short sentence. */
  readonly reason: string;
  /** What to do about it, as one short sentence. */
  readonly hint: string;
  /** The step a button should offer. */
  readonly action: 'retry' | 'signIn';
  /** The name that the log has for it (`failureCode`); missing if no request failed. */
  readonly code?: string;
}

/** Why a list could not be read, in the words of its view. */
export interface ListProblem extends FailureWords {
  /** The reason, the hint, how old the rows are, and when the next try is. */
  readonly whole: string;
  /** Only how old the rows are and when the next try is, for the end of a row. */
  readonly beside: string;
}

export function retry(title: string, reason: string, hint: string): FailureWords {
  return { title, reason, hint, action: 'retry' };
}

export function signIn(title: string, reason: string, hint: string): FailureWords {
  return { title, reason, hint, action: 'signIn' };
}

/** A hint for an address that may be wrong. */
export function checkOrAsk(): string {
  return l10n.t('Check the address, or ask whoever runs the service.');
}

/** A hint for a failure that may pass. */
export function tryOrAsk(): string {
  return l10n.t('Try again; if that does not help, ask whoever runs the service.');
}
