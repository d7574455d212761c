import type { Json, ProjectKind } from '../core/model/model.ts';
import {
  type Counts,
  countsAt,
  type Course,
  type Minting,
  mintingFor,
  statusAt,
} from './minting.ts';
import { addressFor, randomFor } from './random.ts';
import { description, projectName, symbolFor } from './words.ts';

/** How many rows the list holds at the start. */
const PROJECTS = 3204;
const FIRST_ID = 1000;
const ID_STEP = 7;

/** One in this many rows is a twin: it has the id of the row before it, and the other kind. */
const TWIN_EVERY = 400;
const FIRST_TWIN = 41;

/** The courses, each as often as it is likely: about half of the projects are confirmed. */
const COURSES: readonly [Course, ...Course[]] = [
  'confirmed',
  ...Array<Course>(9).fill('confirmed'),
  ...Array<Course>(3).fill('processing'),
  ...(['pending', 'pending', 'waking', 'failed', 'draft', 'held'] as const),
];

/**
 * Service-interface §2.1, computed without any other row.
 * @param index its index in the list at the start; see `placeAt`.
 * @param elapsed seconds since the service started.
 * @param address the service's own, for links to pictures.
 */
export function projectAt(index: number, elapsed: number, address: string): Row {
  const random = randomFor(`project ${index}`);
  const piece = pieceAt(index);
  const name = piece?.row.name ?? projectName(random);
  const status = statusAt(mintingAt(index), elapsed);
  return {
    name,
    symbol: random.chance(0.02) ? undefined : symbolFor(name, random),
    description: random.chance(0.06) ? null : description(name, random),
    image: random.chance(0.03) ? null : `${address}/images/project-${index}.svg`,
    animationUrl: random.chance(0.3) ? `https://animation.example.com/${index}.mp4` : undefined,
    mintAddress: status === 'draft' ? null : addressFor(`project ${index}`),
    ...piece?.row,
    id: idAt(index),
    transferable: kindAt(index) === 't',
    status,
  };
}

/** §2.4, or `undefined` if there is none with this id and kind. @param elapsed seconds since the start. */
export function statsOf(kind: ProjectKind, id: number, elapsed: number): Counts | undefined {
  const place = Math.floor((id - FIRST_ID) / ID_STEP);
  const index = [place, place + 1].find(
    (at) => at >= 0 && at < PROJECTS && idAt(at) === id && kindAt(at) === kind,
  );
  if (index === undefined || (index === VANISHES_AT && elapsed >= STATS_VANISH)) return undefined;
  return countsAt(mintingAt(index), elapsed);
}

/** How many rows the list still has after `elapsed` seconds. */
export function projectsLeft(elapsed: number): number {
  return elapsed >= ROW_VANISHES ? PROJECTS - 1 : PROJECTS;
}

/** The index that a row had at the start, if it is at `index` after `elapsed` seconds. */
export function placeAt(index: number, elapsed: number): number {
  return index >= VANISHES_AT && elapsed >= ROW_VANISHES ? index + 1 : index;
}

/** Ids grow along the list, with gaps. */
function idAt(index: number): number {
  if (isTwin(index)) return idAt(index - 1);
  return FIRST_ID + ID_STEP * index + randomFor(`id ${index}`).int(0, ID_STEP - 1);
}

function kindAt(index: number): ProjectKind {
  if (isTwin(index)) return kindAt(index - 1) === 't' ? 'n' : 't';
  return randomFor(`kind ${index}`).chance(0.6) ? 't' : 'n';
}

function isTwin(index: number): boolean {
  return index % TWIN_EVERY === FIRST_TWIN;
}

function mintingAt(index: number): Minting {
  const piece = pieceAt(index);
  const random = randomFor(`minting ${index}`);
  return piece?.minting ?? mintingFor(piece?.course ?? random.pick(COURSES), random);
}

/** A row as it goes out; members that are `undefined` are left out of the JSON. */
export type Row = Record<string, Json | undefined>;

interface Piece {
  /** Members that replace those of the generated row. */
  readonly row: Row & { readonly name: string };
  readonly course?: Course;
  readonly minting?: Minting;
}

const LONG_NAME = `The ${'Patiently Collected and Carefully Catalogued '.repeat(6)}Postcards`;

/** The members that a project may lack, each with this value. */
function allMembers(value: null | undefined): Row {
  const names = ['symbol', 'description', 'image', 'animationUrl', 'mintAddress'];
  return Object.fromEntries(names.map((name) => [name, value]));
}

/**
 * Prepared rows for the start of the list: ordinary ones, and every irregular one that §2.1 allows.
 * Of the last four, one stalls, one fails in part, the total of one grows, and one vanishes.
 */
const PIECES: readonly Piece[] = [
  {
    row: {
      name: 'Harbor Lights',
      symbol: 'HLD',
      description: 'Five thousand lamps along one quay, each lit by the person who holds it.',
    },
    minting: { total: 5000, confirmed: 3150, inFlight: 850, perSecond: 4 },
  },
  { row: { name: 'Ember Passes', symbol: 'EMB' }, course: 'confirmed' },
  { row: { name: 'Quartz Keys', symbol: 'QTZ' }, course: 'failed' },
  { row: { name: 'مصابيح الميناء', symbol: 'MSB' }, course: 'processing' },
  { row: { name: '紙の狐 — Paper Foxes', symbol: '紙狐' }, course: 'waking' },
  { row: { name: '🌊 Tide Pool 🐚', symbol: '🌊' }, course: 'confirmed' },
  { row: { name: 'Tidal Passes', symbol: undefined, description: undefined }, course: 'draft' },
  { row: { name: 'אורות הנמל 2026', symbol: 'ONM', image: null }, course: 'pending' },
  { row: { name: '', description: '' }, course: 'pending' },
  {
    row: {
      name: LONG_NAME,
      symbol: 'POSTCARDS',
      description: 'Every card was written, sent, lost, found and sent again. '.repeat(40).trim(),
    },
    course: 'processing',
  },
  { row: { name: 'Glass Archive' }, course: 'held' },
  { row: { name: 'Unnamed Sketches', ...allMembers(null) }, course: 'draft' },
  {
    row: {
      name: '<b>Markup</b> & [links](https://example.com/) `taken` as text',
      description: '<img src=x> **not bold**, $(alert) no icon, and "quotes", and =1+1.',
    },
    course: 'confirmed',
  },
  { row: { name: 'Only a Name', ...allMembers(undefined) }, course: 'pending' },
  {
    row: { name: 'Stranded Kites', symbol: 'STK' },
    minting: { total: 900, confirmed: 300, inFlight: 40, perSecond: 3, stallsAt: 420 },
  },
  {
    row: { name: 'Cracked Bells', symbol: 'CRB' },
    minting: { total: 1200, confirmed: 200, inFlight: 60, perSecond: 3, failing: 0.08 },
  },
  {
    row: { name: 'Spreading Ferns', symbol: 'SPF' },
    minting: { total: 1000, confirmed: 350, inFlight: 80, perSecond: 3, growing: 1.5 },
  },
  {
    row: { name: 'Passing Comets', symbol: 'PSC' },
    minting: { total: 2500, confirmed: 400, inFlight: 120, perSecond: 3 },
  },
];

/** The index of the last of these rows at the start. Its stats vanish first, and then the row. */
const VANISHES_AT = 2 * (PIECES.length - 1);
/** In seconds after the start. */
const STATS_VANISH = 240;
const ROW_VANISHES = 300;

function pieceAt(index: number): Piece | undefined {
  return PIECES[index / 2];
}
