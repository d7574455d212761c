import * as l10n from '@vscode/l10n';
import { displayLines, displayText } from '../../core/base/displayText.ts';
import { isObject, text } from '../../core/model/json.ts';
import {
  firstMembers,
  isEmpty,
  isNested,
  memberName,
  nestedText,
  plainText,
} from '../../core/model/memberText.ts';
import type { Collection, Json } from '../../core/model/model.ts';
import type { CollectionFacts, Member, Table } from './messages.ts';

const LONGEST_NAME = 400;
const LONGEST_DESCRIPTION = 20_000;
/** Characters of an address or a link: more than the longest that is loaded or opened. */
const LONGEST_ADDRESS = 8_001;
const LONGEST_VALUE = 300;
const MOST_ATTRIBUTES = 200;
/** Columns of the table of attributes. All other members of an attribute are in one more. */
const MOST_COLUMNS = 3;

/** Members with their own place in the panel: those of service-interface §2.2, and `symbol`. */
const PLACED = new Set([
  ...['name', 'symbol', 'description', 'image', 'uri', 'mintAddress', 'ownerAddress'],
  ...['attributes', 'collectionDetails'],
]);

/** What the panel shows of a Collection, as text and bounded: a service may send megabytes. */
export function collectionFacts(row: Collection): CollectionFacts {
  const { askedAt: asOf } = row;
  const { attributes, collectionDetails, symbol } = row.source;
  const texts = {
    name: displayText(row.name ?? '', LONGEST_NAME),
    symbol: displayText(text(symbol) ?? '', 40),
    description: displayLines(row.description ?? '', LONGEST_DESCRIPTION),
    // As received, because they are copied and opened; the page cleans what it shows. One that is
    // cut is too long to be loaded or opened anyway.
    mintAddress: row.mintAddress?.slice(0, LONGEST_ADDRESS) ?? '',
    ownerAddress: row.ownerAddress?.slice(0, LONGEST_ADDRESS) ?? '',
    uri: row.uri?.slice(0, LONGEST_ADDRESS) ?? '',
    image: row.image?.slice(0, LONGEST_ADDRESS) ?? '',
  };
  const table = tableOf(attributes);
  const further = firstMembers(row.source).filter(([name]) => !PLACED.has(name));
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== '')),
    ...(table && { attributes: table }),
    details: detailsOf(collectionDetails),
    further: further.flatMap(memberOf),
    ...(asOf !== undefined && { asOf }),
  };
}

function detailsOf(details: Json | undefined): readonly Member[] {
  if (details === undefined) return [];
  return isObject(details) ? firstMembers(details).flatMap(memberOf) : memberOf(['value', details]);
}

function memberOf([member, value]: readonly [string, Json]): Member[] {
  const words = valueText(value);
  return words === '' ? [] : [{ name: readableName(member), value: words }];
}

function valueText(value: Json | undefined): string {
  if (!isNested(value)) return plainText(value, LONGEST_VALUE);
  return isEmpty(value)
    ? ''
    : displayText(nestedText(value, LONGEST_VALUE).replace(/\s+/g, ' '), LONGEST_VALUE);
}

/** `trait_type` becomes `Trait type`: any member may come, as §2.2 does not define attributes. */
function readableName(member: string): string {
  if (member === 'name') return l10n.t('Name');
  if (member === 'value') return l10n.t('Value');
  const label = memberName(member);
  if (label !== member) return label;
  const words = member.replace(/[_-]+/g, ' ').trim();
  return words === '' ? l10n.t('(no name)') : words.charAt(0).toUpperCase() + words.slice(1);
}

/** One row for each attribute; `undefined` if none has a member. */
function tableOf(attributes: Json | undefined): Table | undefined {
  if (attributes === undefined || attributes === null) return undefined;
  // A single object is shown as a list of its members.
  const list: readonly Json[] = Array.isArray(attributes)
    ? (attributes as readonly Json[])
    : isObject(attributes)
      ? firstMembers(attributes).map(([name, value]) => ({ name, value }))
      : [attributes];
  const items = list
    .slice(0, MOST_ATTRIBUTES)
    .map((item) => new Map(isObject(item) ? firstMembers(item) : [['value', item]]));
  const names = [...new Set(items.flatMap((item) => [...item.keys()]))];
  if (names.length === 0) return undefined;
  const [shown, rest] = [names.slice(0, MOST_COLUMNS), names.slice(MOST_COLUMNS)];
  const others = (item: ReadonlyMap<string, Json>) =>
    rest.flatMap((name) => memberOf([name, item.get(name) ?? null]));
  return {
    columns: [...shown.map(readableName), ...(rest.length > 0 ? [l10n.t('Other')] : [])],
    rows: items.map((item) => [
      ...shown.map((name) => valueText(item.get(name))),
      ...(rest.length > 0
        ? [
            others(item)
              .map(({ name, value }) => `${name}: ${value}`)
              .join('; ')
              .slice(0, LONGEST_VALUE),
          ]
        : []),
    ]),
    more: list.length - items.length,
  };
}
