import type { Json } from '../core/model/model.ts';
import type { Course, Minting } from './minting.ts';

/** A row as it goes out; members that are `undefined` are left out of the JSON. */
export type Row = Record<string, Json | undefined>;

interface Piece {
  /** Laid over the generated row. */
  readonly row: Row & { readonly name: string };
  readonly course?: Course;
  readonly minting?: Minting;
}

const LONG_NAME = `The ${'Patiently Collected and Carefully Catalogued '.repeat(6)}Postcards`;

/**
 * Rows that a first page should have: the plain ones that look well, and between them every
 * oddity that §2.1 allows by not saying which fields are required.
 */
const PIECES: readonly Piece[] = [
  {
    row: {
      name: 'Harbor Lights',
      symbol: 'HLD',
      description: 'Five thousand lamps along one quay, each lit by the person who holds it.',
    },
    minting: {
      total: 5000,
      confirmed: 3150,
      inFlight: 850,
      perSecond: 4,
      startsAfter: 0,
      lost: 0,
      resting: 'pending',
    },
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
  {
    row: {
      name: 'Unnamed Sketches',
      symbol: null,
      description: null,
      image: null,
      animationUrl: null,
      mintAddress: null,
    },
    course: 'draft',
  },
  {
    row: {
      name: '<b>Markup</b> & [links](https://example.com/) `taken` as text',
      description: '<img src=x> **not bold**, $(alert) no icon, and "quotes", and =1+1.',
    },
    course: 'confirmed',
  },
  {
    row: {
      name: 'Only a Name',
      symbol: undefined,
      description: undefined,
      image: undefined,
      animationUrl: undefined,
      mintAddress: undefined,
    },
    course: 'pending',
  },
];

/** What to lay over the row at this place of the list: every second row of the first ones. */
export function pieceAt(index: number): Piece | undefined {
  return PIECES[index / 2];
}
