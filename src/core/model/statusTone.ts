/** The meaning of a Project's status, guessed from its words, for icons, sorting and alarms. */
export type StatusTone = 'done' | 'underWay' | 'waiting' | 'failed' | 'unknown';

/**
 * The allowed values of `status` are not known (service-interface §2.1), so usual words are
 * searched for; the first match decides. Any other status is `unknown`.
 */
const WORDS: readonly (readonly [StatusTone, RegExp])[] = [
  ['failed', /fail|error|reject|cancel|abort|invalid|stuck/],
  // `unconfirmed` and `not yet minted` contain the words they negate.
  [
    'unknown',
    /(^|[^a-z])(un|in|not([^a-z].*)?)(confirm|complet|finish|finali|mint|ready|success|process|active)/,
  ],
  // `50% minted` and `3 of 10 minted` are progress, which an icon cannot show.
  ['unknown', /\d[^a-z]*(%|\/|of[^a-z])/],
  // `to be confirmed`, `awaiting confirmation`, `ready to mint`, `being minted`, `partially minted`
  // and `confirming` contain words of a later stage.
  ['waiting', /(^|[^a-z])(to|will)[^a-z]+be([^a-z]|$)|await|ready[^a-z]+(to|for)([^a-z]|$)/],
  ['underWay', /being|partial|partly|half|almost|nearly|(confirm|complet|finish|finali[sz])ing/],
  ['underWay', /process|minting|progress|running|active|started|uploading/],
  ['waiting', /pend|draft|queue|wait|new|created|laz[iy]|schedul|paus/],
  ['done', /confirm|complete|done|success|finish|minted|finali[sz]ed|ready/],
];

export function statusTone(status: string | undefined): StatusTone {
  if (status === undefined) return 'unknown';
  const word = status.slice(0, 100).toLowerCase();
  return WORDS.find(([, pattern]) => pattern.test(word))?.[0] ?? 'unknown';
}
