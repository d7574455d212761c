import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { concernedOf } from '../connection/concernedRows.ts';
import { watchedOf } from '../connection/watchedRows.ts';
import { joinWords } from '../core/base/displayText.ts';
import { AGED_MS, ageWords, OLD_MS } from '../core/messages/ageMessages.ts';
import { concernWords, spokenState } from '../core/messages/attentionMessages.ts';
import { type Project, projectRef } from '../core/model/model.ts';
import { type Concern, isAlarm } from '../core/stats/attention.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { type RowTone, rowTone } from '../core/stats/rowTone.ts';
import { leftOf, percentConfirmed } from '../core/stats/share.ts';
import { formatNumber } from '../core/base/format.ts';
import { settings } from '../editor/settings.ts';
import { projectConcerns } from '../stats/projectConcerns.ts';
import { readerOf } from '../stats/statsReader.ts';
import { toneIcon } from './tree/treeItems.ts';

/** What the counts of a project add to its row. */
export interface RowLook {
  readonly tone: RowTone;
  /** `63%`; empty if it is not known. */
  readonly share: string;
  /** `14 min ago`, if the share is old; else empty. */
  readonly age: string;
  /** Whether the tooltip says how old the counts are. */
  readonly aged: boolean;
  /** Why it needs attention, for a screen reader. */
  readonly alarms: string;
  /** As `alarms`, without `failed` that only the status says, which the row shows anyway. */
  readonly chips: string;
  /** Whether the user has acknowledged the alarms. */
  readonly acknowledged: boolean;
  readonly watched: boolean;
  /** Whether nothing is left to mint, so that there is nothing to watch. */
  readonly ended: boolean;
}

/** The look of a row without counts, as `views/tree/treeItems.ts` paints it. */
export function bareLook(row: Pick<Project, 'status'>): RowLook {
  return lookOf(row, undefined, []);
}

/**
 * The look of a row by the newest reading of its project; without it if `mintscope.showProgress` is
 * `never` and the project is not watched.
 * @param ageFromMs from which age on it says how old the counts are, in milliseconds.
 */
export function lookIn(
  connection: ActiveConnection,
  row: Project,
  ageFromMs: number = OLD_MS,
): RowLook {
  const watching = watchedOf(connection);
  const watched = watching.has(row.key);
  if (!watched && settings.showProgress === 'never') return bareLook(row);
  const reader = readerOf(connection);
  const ref = projectRef(row) ?? watching.refOf(row.key);
  const known = ref && reader.last(ref);
  const acknowledged = concernedOf(connection).isAlarmAcknowledged(row.key);
  const concerns = projectConcerns(row, known, reader);
  const look = lookOf(row, known, concerns, { watched, acknowledged });
  if (!known) return look;
  const now = connection.clock.now();
  const age = look.share === '' ? '' : ageWords(known.at, now, ageFromMs);
  return { ...look, age, aged: now - known.at >= AGED_MS };
}

/**
 * @param known the newest reading.
 * @param concerns as `concernsOf` gives them.
 * @param byUser what the user has done with it; nothing if left out.
 */
export function lookOf(
  { status }: Pick<Project, 'status'>,
  known: LastReading | undefined,
  concerns: readonly Concern[],
  byUser: Pick<RowLook, 'watched' | 'acknowledged'> = { watched: false, acknowledged: false },
): RowLook {
  const percent = known && percentConfirmed([known]);
  const alarms = concerns.filter(({ kind }) => isAlarm(kind));
  const kinds = concerns.map(({ kind }) => kind);
  return {
    tone: rowTone(known, status, kinds),
    share: percent === undefined ? '' : formatNumber(percent, 'percent'),
    age: '',
    aged: false,
    alarms: concernWords(alarms),
    chips: concernWords(alarms.filter(isNotOnlyStatus)),
    ended: known !== undefined && leftOf(known) === 0,
    ...byUser,
  };
}

function isNotOnlyStatus(concern: Concern): boolean {
  return concern.kind !== 'failed' || concern.count !== undefined;
}

/** `63% · 14 min ago · Failed 38 · acknowledged · watched`. */
export function lookWords({ share, age, chips, acknowledged, watched }: RowLook): string {
  const seen = acknowledged ? l10n.t('acknowledged') : '';
  return joinWords(share, age, chips, seen, watched ? l10n.t('watched') : '');
}

/**
 * Adds a look to the item of a row. The change is first and then the share, because a narrow view
 * cuts the end: `63% · Failed 38 · processing · HLD`, `→ failed · 63% · was processing · HLD`. A
 * screen reader says `Harbor Lights, needs attention: Failed 38, 63% confirmed, processing · HLD`.
 * @param change writes the words of the change mark with which the description begins, if there is
 *   one; see `beside` of `markWords`.
 */
export function decorate(
  item: vscode.TreeItem,
  look: RowLook,
  change = (beside = ''): string => beside,
): void {
  const { tone, watched, ended } = look;
  const described = typeof item.description === 'string' ? item.description : '';
  item.iconPath = toneIcon(tone);
  const rest = described.slice(change().length).replace(/^ · /, '');
  item.description = joinWords(change(lookWords(look)), rest);
  const words = [item.contextValue ?? '', ended ? 'ended' : '', watched ? 'watched' : ''];
  item.contextValue = words.filter((word) => word !== '').join(' ');
  const state = [...spokenState(look), look.age];
  if (state.every((part) => part === '')) return;
  // The label of a changed row has its description already.
  const label = item.accessibilityInformation?.label;
  const spoken =
    label === undefined ? [item.label as string, ...state, described] : [label, ...state];
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
}
