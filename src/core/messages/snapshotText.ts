import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import { decodeStats } from '../model/decode.ts';
import { isObject, parseText } from '../model/json.ts';
import { isNested, memberName, nestedText, plainText } from '../model/memberText.ts';
import { type AnyCount, COUNTS, FURTHER, furtherStage, STAGES } from '../model/counts.ts';
import type { Json, JsonObject, ProjectStats } from '../model/model.ts';
import { percentConfirmed, percentsOf, wholeOf } from '../stats/share.ts';
import { countLabel } from './attentionMessages.ts';
import { markdownTable, markdownText } from './markdownTable.ts';

const LONGEST_VALUE = 200;

/** A snapshot, or the current state: what it is called, and its text (`documents/jsonText.ts`). */
export interface Side {
  readonly name: string;
  readonly text: string;
}

interface ParsedSide {
  readonly project: JsonObject;
  /** The stats as the service sent them. */
  readonly source: JsonObject;
  readonly stats: ProjectStats;
  /** In whole percent, by the names of the counts; as `percentsOf` rounds them. */
  readonly shares: ReadonlyMap<string, number | undefined>;
}

interface Line {
  readonly name: string;
  readonly older: string;
  readonly newer: string;
  /** The difference of the two numbers: `+250`. */
  readonly by?: string | undefined;
  /**
   * Whether the values that the service sent differ. Their shown texts may be equal, because long
   * values are cut.
   */
  readonly isChanged: boolean;
}

/**
 * Two states of a project side by side in Markdown, and a sentence that says what has changed.
 * @throws what `parseText` and `decodeStats` do.
 */
export function comparison(
  title: string,
  older: Side,
  newer: Side,
  format: FormatNumber,
): { readonly text: string; readonly changed: string } {
  const sides = [parseSide(older.text), parseSide(newer.text)] as const;
  const counts = countLines(sides, format);
  const members = memberLines(sides);
  const status = members.find(({ name }) => name === memberName('status'));
  const others = members.filter((line) => line !== status && line.isChanged);
  const lines = [...(status ? [status] : []), ...counts, ...others];
  const names = lines.filter(({ isChanged }) => isChanged).map(({ name }) => name);
  const changed =
    names.length === 0 ? l10n.t('Nothing has changed.') : l10n.t('Changed: {0}.', names.join(', '));
  const head = ['', older.name, newer.name, l10n.t('Change')].map(markdownText);
  const text = [
    `# ${markdownText(title)}`,
    `**${markdownText(changed)}**`,
    markdownTable(
      head,
      lines.map(({ name, older: one, newer: other, by, isChanged }) => [
        ...[name, one, other],
        by ?? (isChanged && one === other ? l10n.t('changed') : ''),
      ]),
    ),
  ];
  return { text: `${text.join('\n\n')}\n`, changed };
}

function parseSide(text: string): ParsedSide {
  const parsed = parseText(text);
  const { project = null, stats: source = null } = isObject(parsed) ? parsed : {};
  const stats = decodeStats(source);
  const parts: readonly AnyCount[] = stats.failed ? [...STAGES, 'failed'] : STAGES;
  const counts = parts.map((name) => stats[name]);
  const shares = percentsOf(percentConfirmed([stats]), counts, wholeOf(stats));
  return {
    project: isObject(project) ? project : {},
    source: isObject(source) ? source : {},
    stats,
    shares: new Map(parts.map((name, at) => [name, shares[at]])),
  };
}

/** The stages with their shares, then all other counts, and the total last. */
function countLines(
  [older, newer]: readonly [ParsedSide, ParsedSide],
  format: FormatNumber,
): Line[] {
  const isGiven = (name: AnyCount) => [older, newer].some(({ stats }) => stats[name] !== undefined);
  return [...STAGES, ...FURTHER.filter(isGiven), 'total' as const].map((name) => {
    const [before, now] = [older.stats[name], newer.stats[name]];
    const shown = ({ shares }: ParsedSide, count: number | undefined) => {
      const share = shares.get(name);
      if (count === undefined) return l10n.t('not given');
      return share === undefined ? format(count) : `${format(count)} (${format(share, 'percent')})`;
    };
    return {
      ...{ name: countLabel(name), older: shown(older, before), newer: shown(newer, now) },
      by: difference(before, now, format),
      isChanged: before !== now || isOther(older.source[name], newer.source[name]),
    };
  });
}

function isCount(member: string): boolean {
  return COUNTS.some((name) => name === member) || furtherStage(member) !== undefined;
}

/** `+250`, `−3`; `undefined` for none. */
function difference(before = NaN, now = NaN, format: FormatNumber): string | undefined {
  const by = now - before;
  if (Number.isNaN(by) || by === 0) return undefined;
  return `${by > 0 ? '+' : '−'}${format(Math.abs(by))}`;
}

/** The members of the row, and the members of the stats that are no counts. */
function memberLines([older, newer]: readonly [ParsedSide, ParsedSide]): Line[] {
  return [
    ...linesOf(older.project, newer.project),
    ...linesOf(older.source, newer.source, (name) => !isCount(name)),
  ];
}

function linesOf(
  older: JsonObject,
  newer: JsonObject,
  isShown: (name: string) => boolean = () => true,
): Line[] {
  const names = new Set([...Object.keys(older), ...Object.keys(newer)]);
  return [...names].filter(isShown).map((name) => ({
    ...{ name: memberName(name), older: valueText(older[name]), newer: valueText(newer[name]) },
    isChanged: isOther(older[name], newer[name]),
  }));
}

function isOther(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function valueText(value: Json | undefined): string {
  return isNested(value)
    ? nestedText(value, LONGEST_VALUE).replace(/\s+/g, ' ')
    : plainText(value, LONGEST_VALUE);
}
