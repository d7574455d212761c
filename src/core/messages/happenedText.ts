import * as l10n from '@vscode/l10n';
import { formatNumber } from '../base/format.ts';
import { displayText } from '../base/displayText.ts';
import { parseProjectRef } from '../model/projectRef.ts';
import type {
  Day,
  Due,
  Finished,
  Happened,
  NewlyFailed,
  Seen,
  Stalled,
} from '../stats/happened.ts';
import { concernWords } from './attentionMessages.ts';
import { doneInWords, RANGE_MS } from './forecastMessages.ts';
import {
  confirmedWords,
  emptyWords,
  happenedSummary,
  type ListFacts,
  readWords,
  type ReportWords,
  sinceWords,
  type WhyEmpty,
} from './happenedMessages.ts';
import { comparedWords, markWords } from './listMessages.ts';
import { markdownTable, markdownText } from './markdownTable.ts';
import { textBar } from './shareMessages.ts';
import { doneWords, endedWords, watchedName } from './watchMessages.ts';

/** The most projects that a section names; further ones are counted. */
const MOST_NAMES = 20;

/**
 * The report as Markdown. Texts of the service are escaped.
 * @param why why it is empty, if it is.
 */
export function happenedText(
  happened: Happened,
  list: ListFacts,
  words: ReportWords,
  why: WhyEmpty | undefined,
): string {
  const title = l10n.t('What happened since {0}', sinceWords(happened.since, words));
  const made = l10n.t('As of {0}.', words.time(happened.now));
  const covers = `${readWords(list.read, list.listed, list.compared)}. ${made}`;
  const parts = why
    ? [...emptyWords(why, happened, words)]
    : [
        `**${happenedSummary(happened)}.**`,
        ...daysPart(happened, words),
        ...section(l10n.t('Finished'), happened.finished, (one) => finishedLine(one, words)),
        ...section(l10n.t('Started'), happened.started, (one) => startedLine(one, words)),
        ...section(l10n.t('Stalled'), happened.stalled, (one) => stalledLine(one, words)),
        ...section(l10n.t('Newly failed'), happened.failed, (one) => failedLine(one, words)),
      ];
  const due = section(l10n.t('Due next'), happened.due, (one) => dueLine(one, words));
  // The report does not say when a status has changed, because statuses have no readings.
  const failing = section(l10n.t('Failed by their status'), list.failing, escaped);
  const all = [`# ${title}`, covers, ...parts, ...failing, ...listPart(), ...due];
  return `${all.join('\n\n')}\n`;

  /** A heading with a count, and a line for each project. */
  function section<T>(heading: string, items: readonly T[], line: (one: T) => string): string[] {
    if (items.length === 0) return [];
    const lines = items.slice(0, MOST_NAMES).map((one) => `- ${line(one)}`);
    const more = items.length - lines.length;
    if (more > 0) lines.push(`- ${l10n.t('and {0} more', formatNumber(more))}`);
    return [`## ${heading} (${formatNumber(items.length)})`, lines.join('\n')];
  }

  function listPart(): string[] {
    const { changes, changesSince, inBoth, gone, loaded } = list;
    const since = changesSince === undefined ? '' : words.time(changesSince);
    const compared = `${l10n.t('Compared with {0}', since)}${comparedWords(inBoth)}.`;
    const marked = section(
      l10n.t('New or changed'),
      changes,
      ({ name, mark, row }) => `${escaped(name)}: ${markdownText(markWords(mark, row))}`,
    );
    return [
      ...(since === '' || marked.length === 0 ? marked : [...marked, compared]),
      ...section(l10n.t('Gone'), gone ?? [], ({ project, at }) =>
        l10n.t('{0}: no longer listed, last read {1}', nameOf(project, words), words.time(at)),
      ),
      ...(gone === undefined
        ? [
            l10n.t(
              'Which other projects have failed by their status, are new or gone is not known, because {0} of {1} projects are loaded.',
              formatNumber(loaded),
              formatNumber(list.listed),
            ),
          ]
        : []),
    ];
  }
}

/** A table of the days with a bar each, and the busiest hour. */
function daysPart(happened: Happened, { day, time }: ReportWords): string[] {
  const { days, unplaced, mayBeEarlier, busiest, read } = happened;
  const most = Math.max(...days.map(({ confirmed }) => confirmed));
  const row = (one: Day) => [
    day(one.day),
    confirmedWords(one),
    one.known === 0 ? '' : textBar(most > 0 ? Math.ceil((10 * one.confirmed) / most) : 0),
    l10n.t('{0} of {1}', formatNumber(one.known), formatNumber(read.size)),
  ];
  const header = [l10n.t('Day'), l10n.t('Confirmed'), '', l10n.t('Known for projects')];
  return [
    `## ${l10n.t('Confirmed per day')}`,
    markdownTable(header.map(markdownText), days.map(row)),
    ...(unplaced > 0 ? [unplacedWords(formatNumber(unplaced), mayBeEarlier)] : []),
    ...(busiest
      ? [
          l10n.t(
            'Busiest hour: {0} confirmed in the hour from {1}.',
            formatNumber(busiest.confirmed),
            time(busiest.hour),
          ),
        ]
      : []),
  ];
}

function unplacedWords(count: string, mayBeEarlier: boolean): string {
  return mayBeEarlier
    ? l10n.t(
        '{0} more were confirmed on a day that is not known, because nothing was read in between; some of them may be from before the period.',
        count,
      )
    : l10n.t(
        '{0} more were confirmed on a day that is not known, because nothing was read in between.',
        count,
      );
}

function finishedLine({ last, end, ...seen }: Finished, words: ReportWords): string {
  const one = { ...named(seen.project, words), since: last.at, last };
  const said = end === 'done' ? doneWords([one]) : endedWords([one]);
  return `${said}, ${whenWords(seen, words)}`;
}

function startedLine(seen: Seen, words: ReportWords): string {
  return `${nameOf(seen.project, words)}: ${whenWords(seen, words)}`;
}

function stalledLine({ project, forMs, overAt }: Stalled, words: ReportWords): string {
  const name = nameOf(project, words);
  const stall = concernWords([{ kind: 'stalled', forMs }]);
  return overAt === undefined
    ? `${name}: ${stall}`
    : `${name}: ${stall}, ${l10n.t('over at {0}', words.time(overAt))}`;
}

function failedLine({ count, ...seen }: NewlyFailed, words: ReportWords): string {
  const failed = concernWords([{ kind: 'failed', count }]);
  return `${nameOf(seen.project, words)}: ${failed}, ${whenWords(seen, words)}`;
}

function dueLine({ project, doneIn }: Due, words: ReportWords): string {
  const time = doneInWords(doneIn);
  return l10n.t('{0}: done in {1}', nameOf(project, words), time);
}

/** `seen at 14:02`, or between which times it happened. */
function whenWords({ at, after }: Seen, { time }: ReportWords): string {
  return at - after <= RANGE_MS
    ? l10n.t('seen at {0}', time(at))
    : l10n.t('between {0} and {1}', time(after), time(at));
}

function nameOf(project: string, words: ReportWords): string {
  return watchedName(named(project, words));
}

function named(project: string, { name }: ReportWords) {
  return {
    ref: parseProjectRef(project) ?? ({ kind: 't', id: project } as const),
    name: escaped(name(project)),
  };
}

/** A name as Markdown, which may begin a line: there it must not begin a list either. */
function escaped(name: string): string {
  return markdownText(displayText(name, 60)).replace(/^(\d*)([-+.)])/, String.raw`$1\$2`);
}
