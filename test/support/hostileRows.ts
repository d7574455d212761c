import type { Project } from '../../src/core/model/model.ts';
import { parseJson } from '../../src/core/model/json.ts';
import { PROJECTS } from '../../src/lists/projects.ts';

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1',
  "'=1",
  '=HYPERLINK("https://evil.example","click, me")',
  'a "quoted" word',
  '"',
  '""',
  'one, two',
  'line one\nline two',
  'line one\r\nline two',
  'line one\rline two',
  '\u2028\u2029\u0085',
  '\u0000\u001b[31m',
  '\ufeffmark',
  '\u202egnitar\u2066',
  'منارة الميناء',
  '🪙👩‍👩‍👧',
  '\ud800 alone',
  'null',
  'true',
  '12',
  '__proto__',
  '[x](command:quit)',
  'm'.repeat(1_000_000),
];

/** The members of each row as JSON text, so that numbers are written as a service may send them. */
const HOSTILE_MEMBERS: readonly string[] = [
  '',
  '"id":1,"transferable":true',
  '"id":1,"transferable":false',
  '"id":12345678901234567890,"transferable":true',
  '"id":-98765432109876543210',
  '"id":-5,"transferable":null',
  '"id":"007","transferable":"t"',
  '"name":{"en":"A","=de":["B","C,\\n"]},"status":["a",1,null,true]',
  '"__proto__":{"polluted":true},"constructor":"x","toString":1',
  '"id":20,"stats":"the service’s own","further":{"__proto__":[12345678901234567890]}',
  '"attributes":[{"trait_type":"=Shelf","value":98765432109876543210}],"collectionDetails":{}',
  '"name":null,"symbol":1.5,"description":1e21,"image":-0.25',
];

export function hostileProjects(): Project[] {
  const named = HOSTILE_TEXTS.map((name, at) =>
    JSON.stringify({ name, symbol: 'S', mintAddress: `Mint${at}` }),
  );
  const sources = [...named, ...HOSTILE_MEMBERS.map((members) => `{${members}}`)];
  const body = new TextEncoder().encode(`{"results":[${sources.join(',')}]}`);
  return [...PROJECTS.decode(parseJson(body)).rows];
}
