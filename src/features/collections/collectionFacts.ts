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
import { rowName } from '../../lists/index.ts';
import type { CollectionFacts, Table } from './messages.ts';

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
  'name',
  'symbol',
  'description',
  'image',
  'uri',
  'mintAddress',
  'ownerAddress',
  'attributes',
  'collectionDetails',
]);

/** What the panel shows of a Collection, as text and bounded: a service may send megabytes. */
export function collectionFacts(row: Collection): CollectionFacts {
  const { askedAt: asOf } = row;
  const { attributes, collectionDetails, symbol } = row.source;
  const texts = {
    name: displayText(row.name ?? '', LONGEST_NAME) || rowName(row),
    symbol: displayText(text(symbol) ?? '', 40),
    description: displayLines(row.description ?? '', LONGEST_DESCRIPTION),
    // As received, because they are copied and opened; the page cleans what it shows. One that is
    // cut is too long to be loaded or opened anyway.
    mintAddress: row.mintAddress?.slice(0, LONGEST_ADDRESS) ?? '',
    ownerAddress: row.ownerAddress?.slice(0, LONGEST_ADDRESS) ?? '',
    uri: row.uri?.slice(0, LONGEST_ADDRESS) ?? '',
    image: row.image?.slice(0, LONGEST_ADDRESS) ?? '',
  };
  const details =
    collectionDetails !== undefined && isObject(collectionDetails)
      ? firstMembers(collectionDetails)
      : [['value', collectionDetails ?? null] as const];
  const further = firstMembers(row.source).filter(([name]) => !PLACED.has(name));
  const tables = [
    attributesTable(attributes),
    membersTable(l10n.t('Details'), details),
    membersTable(l10n.t('Also given by the service'), further),
  ];
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== '')),
    tables: tables.filter(({ rows }) => rows.length > 0),
    ...(asOf !== undefined && { asOf }),
  };
}

type Members = readonly (readonly [string, Json])[];

function membersTable(caption: string, members: Members): Table {
  return { caption, columns: [], rows: pairsOf(members), more: 0 };
}

/** The names and texts of members that are not empty. */
function pairsOf(members: Members): [string, string][] {
  return members.flatMap(([name, value]): [string, string][] => {
    const words = valueText(value);
    return words === '' ? [] : [[readableName(name), words]];
  });
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

/** One row for each attribute: its first members, and all others in one column. */
function attributesTable(attributes: Json | undefined): Table {
  const caption = l10n.t('Attributes');
  // A single object is shown as a list of its members.
  if (attributes !== undefined && isObject(attributes))
    return membersTable(caption, firstMembers(attributes));
  const list: readonly Json[] = Array.isArray(attributes)
    ? (attributes as readonly Json[])
    : [attributes ?? {}];
  const items = list
    .slice(0, MOST_ATTRIBUTES)
    .map((item) => new Map(isObject(item) ? firstMembers(item) : [['value', item]]));
  const names = [...new Set(items.flatMap((item) => [...item.keys()]))];
  const shown = names.slice(0, MOST_COLUMNS);
  const rest = names.slice(MOST_COLUMNS);
  const others = (item: ReadonlyMap<string, Json>) =>
    pairsOf(rest.map((name) => [name, item.get(name) ?? null]))
      .map(([name, value]) => `${name}: ${value}`)
      .join('; ')
      .slice(0, LONGEST_VALUE);
  const hasOthers = rest.length > 0;
  return {
    caption,
    columns: [...shown.map(readableName), ...(hasOthers ? [l10n.t('Other')] : [])],
    rows:
      names.length === 0
        ? []
        : items.map((item) => [
            ...shown.map((name) => valueText(item.get(name))),
            ...(hasOthers ? [others(item)] : []),
          ]),
    more: list.length - items.length,
  };
}
