import type { Random } from './random.ts';

const FIRST = list(
  'Amber Paper Quartz Harbor Velvet Copper Northern Quiet Solar Ember Tidal Ivory Cobalt Meadow ' +
    'Granite Lunar Saffron Hidden Glass Winter Signal Marble Crimson Orchard Static Silver Drift ' +
    'Cedar Neon Hollow Indigo Polar Rustic Coral Midnight Woven Echo Juniper Basalt Golden',
);
const SECOND = list(
  'Lanterns Keys Foxes Passes Tides Ferns Masks Comets Kites Moths Maps Bells Atlas Gardens Owls ' +
    'Relics Sparks Herons Tickets Prisms Ribbons Otters Stamps Voyagers Orchids Badges Towers Coins ' +
    'Postcards Lights Harps Looms Pebbles Ravens Seeds Signals Vessels Wolves Mirrors Cards',
);
const MIDDLE = list('Paper Stone Summer Founding Little Ocean Garden Sky Pocket City');
const SHELVES = list('Shelf Archive Cabinet Gallery Vault Series Folio Atrium Annex Library');
const ELSEWHERE = list(
  'مصابيح الميناء|حديقة النجوم|رسائل الصحراء|אורות הנמל|גן הכוכבים|מפתחות הזכוכית|' +
    '港の灯り|紙の狐|冬の星図|琥珀色的灯塔|山海明信片|별빛 정원|🌊 Tide Pool 🐚|🦊🦊🦊|✨ Night Market ✨|👩‍🚀 Crew',
  '|',
);
const AUDIENCE = list(
  'members of the spring season|holders of a founding pass|visitors of the harbour museum|' +
    'readers of the printed issue|everyone who came to the opening|the first hundred supporters|' +
    'artists in residence|the people who tested it',
  '|',
);

/** A name as a mint team would give it; one in a dozen is in another script or has emoji. */
export function projectName(random: Random): string {
  if (random.chance(0.08)) return random.pick(ELSEWHERE);
  const words = [random.pick(FIRST), random.pick(SECOND)];
  if (random.chance(0.15)) words.splice(1, 0, random.pick(MIDDLE));
  const edition = random.next();
  if (edition < 0.15) words.push(`#${random.int(1, 48)}`);
  else if (edition < 0.22) words.push(random.pick(['II', 'III', 'Genesis', '2025', '2026']));
  return words.join(' ');
}

export function collectionName(random: Random): string {
  if (random.chance(0.06)) return random.pick(ELSEWHERE);
  const shelf = random.pick(SHELVES);
  return random.chance(0.3)
    ? `${shelf} ${random.int(1, 40)}`
    : `${random.pick(FIRST)} ${random.pick(SECOND)} ${shelf}`;
}

/** Three or four consonants of the name, or three random letters if it has too few. */
export function symbolFor(name: string, random: Random): string {
  const letters = name.toUpperCase().replace(/[^B-DF-HJ-NP-TV-Z]/g, '');
  return letters.length >= 3
    ? letters.slice(0, random.int(3, 4))
    : Array.from({ length: 3 }, () => String.fromCharCode(random.int(65, 90))).join('');
}

export function description(name: string, random: Random): string {
  return random.pick([
    `${name}, made for ${random.pick(AUDIENCE)}.`,
    `A small run for ${random.pick(AUDIENCE)}. Each piece differs in colour and grain.`,
    `Drawn by hand, then set in type. For ${random.pick(AUDIENCE)}.\nTransfers follow the house rules.`,
    `Opens the door to one evening a month. Given to ${random.pick(AUDIENCE)}.`,
  ]);
}

function list(text: string, separator = ' '): [string, ...string[]] {
  const [first = '', ...others] = text.split(separator);
  return [first, ...others];
}
