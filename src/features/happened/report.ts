import * as l10n from '@vscode/l10n';
import { MINUTE_MS } from '../../core/base/clock.ts';
import {
  besideName,
  capitalized,
  displayText,
  joinWords,
  markAfter,
} from '../../core/base/displayText.ts';
import { formatDay, formatNumber, minuteOfDay, plural } from '../../core/base/format.ts';
import { concernLabel, concernWords } from '../../core/messages/attentionMessages.ts';
import {
  allConfirmedWords,
  confirmedWords,
  countLabel,
  notMintedWords,
  textBar,
} from '../../core/messages/countMessages.ts';
import { oldestWords, readOf } from '../../core/messages/coverageMessages.ts';
import { estimateWords } from '../../core/messages/forecastMessages.ts';
import { partOf } from '../../core/messages/listMessages.ts';
import { markdownTable, markdownText } from '../../core/messages/markdownTable.ts';
import { watchedName } from '../../core/messages/watchMessages.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { confirmedIn, type Happened, type Seen } from '../../core/stats/happened.ts';
import { dayOf, type Period } from '../../core/stats/period.ts';
import { wholeOf } from '../../core/stats/share.ts';
import { type HappenedReport, knownIn, type ListChange } from '../../stats/whatHappened.ts';

/** The most projects that a section names; further ones are counted. */
const MOST_NAMES = 100;
/** If two readings are no further apart, what happened between them gets one time; in milliseconds. */
const SAME_MS = 2 * MINUTE_MS;

type LinkOf = (ref: ProjectRef) => string;

export function periodName(period: Period): string {
  return {
    tenMinutes: l10n.t('The last ten minutes'),
    hour: l10n.t('The last hour'),
    lastLooked: l10n.t('Since I last looked'),
    today: l10n.t('Today'),
    yesterday: l10n.t('Since yesterday'),
    week: l10n.t('The last 7 days'),
  }[period];
}

/** `Fri, Nov 20`, or with the time if it is not the beginning of a day. */
export function sinceWords({ since, now }: Pick<Happened, 'since' | 'now'>): string {
  return dayOf(since) === since ? formatDay(since) : minuteOfDay(since, now);
}

/** What happened to some projects, under one heading. */
interface Section {
  readonly heading: string;
  /** Whether its changes may be older than the period: then the summary leaves them out. */
  readonly mayBeOlder?: boolean;
  /** A line of Markdown for each project. */
  readonly lines: readonly string[];
}

/** `Newly failed 2 · Minted 3 · 5,120 NFTs confirmed`, or that nothing was read. */
export function happenedSummary(report: HappenedReport, link: LinkOf): string {
  const { happened } = report;
  if (knownIn(report) === 0) return emptyWords(report);
  const counts = sectionsOf(report, link)
    .filter(({ mayBeOlder }) => !mayBeOlder)
    .map(({ heading, lines }) => `${heading} ${formatNumber(lines.length)}`);
  const confirmed =
    happened.compared > 0 || happened.read === 0
      ? plural(confirmedIn(happened), l10n.t('{0} NFT confirmed | {0} NFTs confirmed'))
      : l10n.t('no project was read twice, so what was confirmed is not known');
  return `${joinWords(...counts, confirmed)}.`;
}

/** The report as Markdown. Texts of the service are escaped. @param service its host and path. */
export function reportText(report: HappenedReport, service: string, link: LinkOf): string {
  const { happened, failedBefore, failedUndated, due } = report;
  const [next] = due;
  const parts = [
    `# ${l10n.t('What happened since {0} at {1}', sinceWords(happened), markdownText(service))}`,
    coverWords(report),
    `**${capitalized(happenedSummary(report, link))}**`,
    failedBefore === 0
      ? ''
      : plural(
          failedBefore,
          l10n.t(
            '{0} project is still failed from before. | {0} projects are still failed from before.',
          ),
        ),
    failedUndated === 0
      ? ''
      : plural(
          failedUndated,
          l10n.t(
            '{0} project had failed when its status or its counts were first read: since when is not known. | {0} projects had failed when their status or counts were first read: since when is not known.',
          ),
        ),
    next
      ? l10n.t(
          'Due next: {0}, done in {1} (with an estimate: {2}).',
          nameOf(next.project, report, link),
          estimateWords(next.doneAt, happened.now),
          partOf(due.length, report.listed),
        )
      : '',
    ...sectionsOf(report, link).map(sectionText),
    ...(happened.read === 0 ? [] : daysPart(happened)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function sectionText({ heading, lines }: Section): string {
  const shown = lines.slice(0, MOST_NAMES);
  const more = lines.length - shown.length;
  if (more > 0) shown.push(l10n.t('{0} more', formatNumber(more)));
  const list = shown.map((line) => `- ${line}`).join('\n');
  return `## ${heading} (${formatNumber(lines.length)})\n\n${list}`;
}

/** Those that have lines, the most urgent first. */
function sectionsOf(report: HappenedReport, link: LinkOf): readonly Section[] {
  const { happened, failed, changes, changesSince = -Infinity } = report;
  const mayBeOlder = changesSince < happened.since;
  const time = (at: number) => minuteOfDay(at, happened.now);
  const name = (project: string) => nameOf(project, report, link);
  const finished = happened.ended.filter(({ missing }) => missing === 0);
  const open = happened.ended.filter(({ missing }) => missing !== 0);
  const changed = (kind: ListChange['kind']) => changes.filter((change) => change.kind === kind);
  const sections: readonly Section[] = [
    {
      heading: l10n.t('Newly failed'),
      lines: failed.map(({ count, ...seen }) => {
        const failure = concernWords([{ kind: 'failed', ...(count > 0 && { count }) }]);
        return `${name(seen.project)}: ${failure}, ${whenWords(seen)}`;
      }),
    },
    {
      heading: l10n.t('Ended with NFTs not minted'),
      lines: open.map(({ last, missing = NaN, ...seen }) => {
        const count = notMintedWords(missing, wholeOf(last) ?? NaN) ?? confirmedWords(last);
        return `${name(seen.project)}: ${count}, ${whenWords(seen)}`;
      }),
    },
    {
      heading: concernLabel('stalled'),
      lines: happened.stalled.map(({ project, forMs, overAt }) => {
        const stall = `${name(project)}: ${concernWords([{ kind: 'stalled', forMs }])}`;
        return overAt === undefined ? stall : `${stall}, ${l10n.t('until {0}', time(overAt))}`;
      }),
    },
    {
      heading: l10n.t('Minted'),
      lines: finished.map(
        ({ last, ...seen }) =>
          `${name(seen.project)}: ${allConfirmedWords(last)}, ${whenWords(seen)}`,
      ),
    },
    {
      heading: l10n.t('Started'),
      lines: happened.started.map((seen) => `${name(seen.project)}: ${whenWords(seen)}`),
    },
    {
      heading: l10n.t('New'),
      mayBeOlder,
      lines: changed('new').map(({ project }) => name(project)),
    },
    {
      heading: l10n.t('Gone'),
      mayBeOlder,
      lines: changed('gone').map(({ project }) => nameOf(project, report)),
    },
    {
      heading: l10n.t('Renamed'),
      mayBeOlder,
      lines: changed('renamed').map(({ project, nameBefore = '' }) =>
        l10n.t('{0}, was {1}', name(project), escaped(nameBefore)),
      ),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);

  /** `seen at 14:02`, or between which times it happened. */
  function whenWords({ at, after }: Omit<Seen, 'project'>): string {
    return at - after <= SAME_MS
      ? l10n.t('seen at {0}', time(at))
      : l10n.t('between {0} and {1}', time(after), time(at));
  }
}

/** `[Harbor Lights](…) (t/12)`, because names occur several times. @param link none if it is gone. */
function nameOf(project: string, { names }: HappenedReport, link?: LinkOf): string {
  const ref = parseProjectRef(project);
  const name = displayText(names.get(project) ?? '');
  if (!ref) return escaped(name || l10n.t('Unnamed project'));
  const text = escaped(watchedName({ name, ref }));
  // A preview gives a line the direction of its first letter.
  const start = markAfter(name);
  const linked = link ? `[${text}](${link(ref)})` : text;
  return start + linked + besideName(name, name === '' ? '' : ` (${ref})`);
}

function daysPart({ days, unplaced }: Happened): string[] {
  // Of one day, the summary says it.
  if (days.length === 1 && unplaced === 0) return [];
  const most = Math.max(1, ...days.map(({ confirmed = 0 }) => confirmed));
  const rows = days.map(({ day, confirmed }) => [
    formatDay(day),
    confirmed === undefined ? l10n.t('not known') : formatNumber(confirmed),
    confirmed === undefined ? '' : textBar(Math.ceil((10 * confirmed) / most)),
  ]);
  const header = [l10n.t('Day'), countLabel('confirmed'), ''].map(markdownText);
  return [
    `## ${l10n.t('Confirmed per day')}\n\n${markdownTable(header, rows)}`,
    unplaced === 0
      ? ''
      : plural(
          unplaced,
          l10n.t(
            '{0} more was confirmed between readings so far apart that the day is not known. | {0} more were confirmed between readings so far apart that the day is not known.',
          ),
        ),
  ];
}

function coverWords(report: HappenedReport): string {
  const { happened, listed, changesSince, changesOf, oldest, firstAt } = report;
  const { read, compared, since, now } = happened;
  const words = readOf(knownIn(report), listed);
  const age = oldest === undefined ? '' : oldestWords(oldest, now);
  const covers = [words, age].filter((part) => part !== '').join(', ');
  const sentence = l10n.t('{0}, as of {1}.', covers, minuteOfDay(now, now));
  const changes =
    changesSince === undefined
      ? ''
      : l10n.t(
          'What is new, gone or renamed is compared with {0}.',
          minuteOfDay(changesSince, now),
        );
  const partly =
    changesOf >= listed
      ? ''
      : l10n.t(
          '{0} of {1} projects were loaded before. What was new, gone or renamed among the others until they were loaded is not known.',
          formatNumber(changesOf),
          formatNumber(listed),
        );
  const first = l10n.t('The first counts are of {0}.', minuteOfDay(firstAt, now));
  const once = plural(
    read - compared,
    l10n.t(
      '{0} project was read only once, so what it has confirmed is not known. | {0} projects were read only once, so what they have confirmed is not known.',
    ),
  );
  const parts = [
    sentence,
    changes,
    partly,
    read > 0 && firstAt > since ? first : '',
    compared > 0 && compared < read ? once : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** That nothing was read, and when something was. */
function emptyWords({ happened, lastReadAt }: HappenedReport): string {
  const nothing = l10n.t('Nothing has been read since {0}.', sinceWords(happened));
  if (lastReadAt === undefined) return nothing;
  const last = minuteOfDay(lastReadAt, happened.now);
  return `${nothing} ${l10n.t('The last reading is from {0}.', last)}`;
}

/** A name as Markdown, which may begin a line: there it must not begin a list either. */
function escaped(name: string): string {
  return markdownText(displayText(name, 60)).replace(/^(\d*)([-+.)])/, String.raw`$1\$2`);
}
