import * as l10n from '@vscode/l10n';
import { capitalized, displayText } from '../../core/base/displayText.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import { doneInWords, RANGE_MS } from '../../core/messages/forecastMessages.ts';
import { oldestWords, readOf } from '../../core/messages/coverageMessages.ts';
import { markdownTable, markdownText } from '../../core/messages/markdownTable.ts';
import { textBar } from '../../core/messages/shareMessages.ts';
import { watchedName } from '../../core/messages/watchMessages.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { confirmedIn, type Day, type Ended, type Seen } from '../../core/stats/happened.ts';
import { dayOf, type Period } from '../../core/stats/period.ts';
import { wholeOf } from '../../core/stats/share.ts';
import type { HappenedReport, ListChange, NewlyFailed } from '../../stats/whatHappened.ts';

/** The most projects that a section names; further ones are counted. */
const MOST_NAMES = 100;

/** Writes times and links. Times are in milliseconds since 1970. */
export interface ReportWords {
  /** `14:02`, `yesterday 14:02`. */
  readonly time: (at: number) => string;
  /** `Fri, Nov 20`. */
  readonly day: (at: number) => string;
  /** A link that opens `t/12`. */
  readonly link: (project: string) => string;
}

export function periodName(period: Period): string {
  switch (period) {
    case 'hour':
      return l10n.t('The last hour');
    case 'lastLooked':
      return l10n.t('Since I last looked');
    case 'today':
      return l10n.t('Today');
    case 'yesterday':
      return l10n.t('Since yesterday');
    case 'week':
      return l10n.t('The last 7 days');
  }
}

/** `Fri, Nov 20`, or with the time if it is not the beginning of a day. */
export function sinceWords(since: number, { day, time }: ReportWords): string {
  return dayOf(since) === since ? day(since) : time(since);
}

/** `2 newly failed, 3 finished, 5,120 NFTs confirmed`. */
export function happenedSummary(report: HappenedReport): string {
  const { happened, failed } = report;
  const { finished, open } = endedParts(report);
  const parts = [
    failed.length > 0 ? l10n.t('{0} newly failed', formatNumber(failed.length)) : '',
    open.length > 0 ? l10n.t('{0} ended with NFTs not minted', formatNumber(open.length)) : '',
    finished.length > 0 ? l10n.t('{0} finished', formatNumber(finished.length)) : '',
    happened.started.length > 0 ? l10n.t('{0} started', formatNumber(happened.started.length)) : '',
    happened.stalled.length > 0 ? l10n.t('{0} stalled', formatNumber(happened.stalled.length)) : '',
    happened.compared > 0
      ? l10n.t('{0} NFTs confirmed', formatNumber(confirmedIn(happened)))
      : l10n.t('what was confirmed is not known: that takes two readings of a project'),
  ];
  return capitalized(parts.filter((part) => part !== '').join(', '));
}

/** The report as Markdown, with links that open its projects. Texts of the service are escaped. */
export function reportText(report: HappenedReport, words: ReportWords): string {
  const { happened, failed, failedBefore, due, changes, why } = report;
  const { time } = words;
  const { finished, open } = endedParts(report);
  const changed = (kind: ListChange['kind']) => changes.filter((change) => change.kind === kind);
  const [next] = due;
  const parts = [
    `# ${l10n.t('What happened since {0}', sinceWords(happened.since, words))}`,
    why ? emptyWords(report, words).join('\n\n') : `**${happenedSummary(report)}.**`,
    failedBefore > 0 ? stillFailedWords(failedBefore) : '',
    next ? l10n.t('Due next: {0}, done in {1}.', name(next.project), doneInWords(next.doneIn)) : '',
    section(l10n.t('Newly failed'), failed, failedLine),
    section(l10n.t('Ended with NFTs not minted'), open, openLine),
    section(l10n.t('Stalled'), happened.stalled, ({ project, forMs, overAt }) => {
      const stall = `${name(project)}: ${concernWords([{ kind: 'stalled', forMs }])}`;
      return overAt === undefined ? stall : `${stall}, ${l10n.t('over at {0}', time(overAt))}`;
    }),
    section(l10n.t('Finished'), finished, ({ last, ...seen }) => {
      const all = l10n.t('all {0} confirmed', formatNumber(last.confirmed ?? NaN));
      return `${name(seen.project)}: ${all}, ${whenWords(seen)}`;
    }),
    section(l10n.t('Started'), happened.started, (seen) => {
      return `${name(seen.project)}: ${whenWords(seen)}`;
    }),
    section(l10n.t('New'), changed('new'), ({ project }) => name(project)),
    section(l10n.t('Gone'), changed('gone'), ({ project }) => name(project, false)),
    section(l10n.t('Renamed'), changed('renamed'), ({ project, nameBefore = '' }) =>
      l10n.t('{0}, was {1}', name(project), escaped(nameBefore)),
    ),
    ...(why ? [] : daysPart()),
    coverWords(report, words),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;

  /** A heading with a count, and a line for each project; empty without any. */
  function section<T>(heading: string, items: readonly T[], line: (one: T) => string): string {
    if (items.length === 0) return '';
    const lines = items.slice(0, MOST_NAMES).map((one) => `- ${line(one)}`);
    const more = items.length - lines.length;
    if (more > 0) lines.push(`- ${l10n.t('and {0} more', formatNumber(more))}`);
    return `## ${heading} (${formatNumber(items.length)})\n\n${lines.join('\n')}`;
  }

  function name(project: string, isLinked = true): string {
    const ref = parseProjectRef(project);
    const known = report.names.get(project) ?? '';
    const text = ref ? watchedName({ name: known, ref }) : known || l10n.t('Unnamed project');
    return ref && isLinked ? `[${escaped(text)}](${words.link(project)})` : escaped(text);
  }

  function failedLine({ count, ...seen }: NewlyFailed): string {
    const failure =
      count > 0 ? ({ kind: 'failed', count } as const) : ({ kind: 'failed' } as const);
    return `${name(seen.project)}: ${concernWords([failure])}, ${whenWords(seen)}`;
  }

  function openLine({ last, missing, ...seen }: Ended): string {
    const known = missing ?? NaN;
    const count =
      known > 0
        ? l10n.t('{0} of {1} not minted', formatNumber(known), formatNumber(wholeOf(last) ?? NaN))
        : l10n.t('how many are not minted is not known');
    return `${name(seen.project)}: ${count}, ${whenWords(seen)}`;
  }

  /** `seen at 14:02`, or between which times it happened. */
  function whenWords({ at, after }: Seen): string {
    return at - after <= RANGE_MS
      ? l10n.t('seen at {0}', time(at))
      : l10n.t('between {0} and {1}', time(after), time(at));
  }

  /** A table of the days with a bar each, and the busiest hour. */
  function daysPart(): string[] {
    const { days, unplaced, busiest } = happened;
    const most = Math.max(...days.map(({ confirmed = 0 }) => confirmed));
    const row = ({ day, confirmed }: Day) => [
      words.day(day),
      confirmed === undefined ? l10n.t('not known') : formatNumber(confirmed),
      confirmed === undefined ? '' : textBar(most > 0 ? Math.ceil((10 * confirmed) / most) : 0),
    ];
    const header = [l10n.t('Day'), l10n.t('Confirmed'), ''].map(markdownText);
    return [
      `## ${l10n.t('Confirmed per day')}\n\n${markdownTable(header, days.map(row))}`,
      unplaced === 0
        ? ''
        : l10n.t(
            '{0} more were confirmed between readings so far apart that their day is not known.',
            formatNumber(unplaced),
          ),
      busiest
        ? l10n.t(
            'Busiest hour: {0} confirmed in the hour from {1}.',
            formatNumber(busiest.confirmed),
            time(busiest.hour),
          )
        : '',
    ];
  }
}

function endedParts({ happened }: HappenedReport) {
  return {
    finished: happened.ended.filter(({ missing }) => missing === 0),
    open: happened.ended.filter(({ missing }) => missing !== 0),
  };
}

function stillFailedWords(count: number): string {
  return plural(
    count,
    l10n.t('{0} project is still failed from before. | {0} projects are still failed from before.'),
  );
}

/** What the report covers, in one sentence. */
function coverWords(report: HappenedReport, { time }: ReportWords): string {
  const { happened, listed, changesSince, oldest } = report;
  const { read, compared, now } = happened;
  const words = readOf(Math.min(read, listed), listed);
  const isKnown = compared === 0 || compared >= Math.min(read, listed);
  const times = isKnown ? '' : l10n.t('{0} of them more than once', formatNumber(compared));
  const age = oldest === undefined ? '' : oldestWords(oldest, now);
  const covers = [words, times, age].filter((part) => part !== '').join(', ');
  return changesSince === undefined
    ? l10n.t('{0}, as of {1}.', covers, time(now))
    : l10n.t('{0}, as of {1}; what is new, gone or renamed is compared with {2}.', {
        0: covers,
        1: time(now),
        2: time(changesSince),
      });
}

/** Why a report is empty, and what to do, each in a sentence. */
export function emptyWords(
  { why, happened, lastReadAt }: HappenedReport,
  words: ReportWords,
): readonly string[] {
  const since = sinceWords(happened.since, words);
  const open = l10n.t(
    'Open the portfolio to read all projects once, or choose Watch All Processing to follow those that are being minted.',
  );
  switch (why) {
    case undefined:
      return [];
    case 'never':
      return [l10n.t('Nothing has been read yet: no counts of a project are known.'), open];
    case 'refused':
      return [
        l10n.t('Nothing has been read since {0}, because the service refuses your token.', since),
        l10n.t('Sign in again with another token.'),
      ];
    case 'notStored':
      return [
        l10n.t(
          'Nothing has been read since {0} in this window, and earlier readings are not kept.',
          since,
        ),
        open,
      ];
    case 'notOpen':
      return [
        l10n.t(
          'Nothing has been read since {0}, because no portfolio and no stats were open and no project was watched. The last reading is from {1}.',
          since,
          lastReadAt === undefined ? '' : words.time(lastReadAt),
        ),
        open,
      ];
  }
}

/** A name as Markdown, which may begin a line: there it must not begin a list either. */
function escaped(name: string): string {
  return markdownText(displayText(name, 60)).replace(/^(\d*)([-+.)])/, String.raw`$1\$2`);
}
