import type { ListName } from '../../lists/index.ts';
import type { Period } from '../../core/stats/period.ts';

/** In the words of JSON Schema. */
type Property =
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum?: number };

/** The input of a tool, as its schema in package.json describes it. */
export interface Schema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Partial<Record<keyof Input, Property>>>;
}

/** A checked input, which has only members of the schema; those without `?` are required there. */
export interface Input {
  readonly what: ListName;
  readonly page?: number;
  readonly limit?: number;
  readonly text?: string;
  readonly project: string;
  readonly since: Period;
}

/** The most characters of a text; the rest is ignored. */
const MOST_CHARACTERS = 200;

/**
 * Checks what a model gives; the editor does not. An empty text counts as left out.
 * @throws Error with a sentence, so that the model can try again.
 */
export function checked(input: unknown, { properties, required }: Schema): Input {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new Error('The input has to be an object.');
  }
  const sent = new Map<string, unknown>(Object.entries(input));
  const given = Object.entries(properties).map(([name, property]) => {
    const raw = sent.get(name);
    const value = typeof raw === 'string' ? raw.slice(0, MOST_CHARACTERS).trim() : raw;
    if ((value === undefined || value === '') && !required?.includes(name))
      return [name, undefined];
    if (!fits(value, property)) throw new Error(`“${name}” has to be ${wordsOf(property)}.`);
    return [name, value];
  });
  return Object.fromEntries(given) as Input;
}

function fits(value: unknown, property: Property): boolean {
  if (property.type === 'string') {
    return typeof value === 'string' && value !== '' && (property.enum?.includes(value) ?? true);
  }
  const { minimum, maximum = Infinity } = property;
  return Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
}

function wordsOf(property: Property): string {
  if (property.type === 'string') {
    return property.enum?.map((one) => `“${one}”`).join(' or ') ?? 'a text';
  }
  const { minimum, maximum } = property;
  return `a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
}
