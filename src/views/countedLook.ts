import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { joinWords } from '../core/base/displayText.ts';
import { ageWords } from '../core/messages/timeMessages.ts';
import { concernWords, isOnlyStatus, spokenState } from '../core/messages/attentionMessages.ts';
import { type Project, projectRef } from '../core/model/model.ts';
import { type Concern, isAlarm } from '../core/stats/attention.ts';
import { type LastReading, OLD_MS } from '../core/stats/reading.ts';
import { rowTone } from '../core/stats/rowTone.ts';
import { leftOf, percentConfirmed } from '../core/stats/share.ts';
import { formatNumber } from '../core/base/format.ts';
import { settings } from '../editor/settings.ts';
import { projectConcerns } from '../stats/projectConcerns.ts';
import { acknowledgedOf, watchedOf } from '../stats/rowFacts.ts';
import { readerOf } from '../stats/statsReader.ts';
import { bareLook, type RowLook } from './tree/rowItems.ts';

export interface LookFacts {
  readonly watched?: boolean;
  readonly acknowledged?: boolean;
  /** `14 min ago`, if its counts are old. */
  readonly age?: string;
  /** In Needs Attention: whether it has failed or stalled since the user last looked. */
  readonly isNew?: boolean | undefined;
  /** Whether all concerns are said, and before the share: a narrow view cuts the end. */
  readonly isOfAttention?: boolean;
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
  const watching = watchedOf(connection).all.get(row.key);
  const watched = watching !== undefined;
  if (!watched && settings.showProgress === 'never') return bareLook(row);
  const reader = readerOf(connection);
  const ref = projectRef(row) ?? watching;
  const known = ref && reader.last(ref);
  const acknowledged = acknowledgedOf(connection).all.get(row.key)?.isAlarm === true;
  const age = known ? ageWords(known.at, connection.clock.now(), ageFromMs) : '';
  return lookOf(row, known, projectConcerns(row, known, reader), { watched, acknowledged, age });
}

/** @param known the newest reading. */
export function lookOf(
  { status }: Pick<Project, 'status'>,
  known: LastReading | undefined,
  concerns: readonly Concern[],
  { watched = false, acknowledged = false, age = '', isNew, isOfAttention }: LookFacts = {},
): RowLook {
  const alarms = concerns.filter(({ kind }) => isAlarm(kind));
  const kinds = concerns.map(({ kind }) => kind);
  const percent = known && percentConfirmed([known]);
  const share = percent === undefined ? '' : formatNumber(percent, 'percent');
  const shareAge = share === '' && !isOfAttention ? '' : age;
  const chips = concernWords(isOfAttention ? concerns : alarms.filter((one) => !isOnlyStatus(one)));
  const reasons = concernWords(isOfAttention && alarms.length > 0 ? concerns : alarms);
  const seen = acknowledged ? l10n.t('acknowledged') : '';
  const watching = watched ? l10n.t('watched') : '';
  const fresh = isNew ? l10n.t('new') : '';
  const spoken = [
    fresh,
    ...spokenState({ alarms: reasons, acknowledged, share, watched }),
    isOfAttention && alarms.length === 0 ? chips : '',
    shareAge,
  ];
  const ended = known !== undefined && leftOf(known) === 0;
  return {
    tone: rowTone(known, status, kinds),
    words: isOfAttention
      ? joinWords(chips, fresh, share, watching, age)
      : joinWords(share, chips, shareAge, seen, watching),
    spoken: spoken.filter((part) => part !== ''),
    chips,
    context: [
      ...(isOfAttention && chips !== '' && !acknowledged ? ['attention'] : []),
      ...(ended ? ['ended'] : []),
      ...(watched ? ['watched'] : []),
    ],
  };
}
