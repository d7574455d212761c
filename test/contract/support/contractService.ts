import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';

/** The part of JSON Schema that openapi.json uses. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly responses: {
    readonly 200: {
      readonly content: { readonly 'application/json': { readonly schema: Schema } };
    };
  };
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const MOST_ITEMS = 20;
/** Numbers without bounds in the document are at most this far from 0. */
const FARTHEST = 100_000_000;

/**
 * Starts a service that does what openapi.json says. It refuses every request that the document does
 * not allow: 401 without a token, 404 for a path and 422 for a parameter. Its responses are made
 * from the schemas, each from the number `seed` of the request header `prefer: seed=1`.
 */
export async function startContractService() {
  const file = join(import.meta.dirname, '..', 'openapi.json');
  const document = JSON.parse(await readFile(file, 'utf8')) as Document;
  const server = createServer((request, response) => {
    const { status, body } = respond(document, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function respond(document: Document, { method, url = '', headers }: IncomingMessage) {
  const { pathname, searchParams } = new URL(url, 'http://service');
  for (const [template, { get }] of Object.entries(document.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`);
    const found = pattern.exec(pathname);
    if (!found || method !== 'GET') continue;
    if (!/^Bearer ./.test(headers.authorization ?? '')) return { status: 401, body: {} };
    const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']));
    const faults = [
      ...[...searchParams.keys()].filter(
        (name) => !get.parameters.some((one) => one.name === name),
      ),
      ...get.parameters.flatMap((one) =>
        faultOf(one, one.in === 'path' ? values.get(one.name) : searchParams.get(one.name)),
      ),
    ];
    if (faults.length > 0) return { status: 422, body: faults };
    const seed = Number(/seed=(\d+)/.exec(String(headers.prefer))?.[1] ?? 1);
    const { schema } = get.responses[200].content['application/json'];
    const [body] = fc.sample(valueOf(schema, document), { seed, numRuns: 1 });
    return { status: 200, body };
  }
  return { status: 404, body: {} };
}

const ajv = new Ajv({ coerceTypes: true, strict: false });

function faultOf(
  { name, required, schema }: Parameter,
  value: string | null | undefined,
): string[] {
  if (value === null || value === undefined) return required ? [`${name} is missing`] : [];
  const isAllowed = ajv.validate(
    { type: 'object', properties: { [name]: schema } },
    { [name]: value },
  );
  return isAllowed ? [] : [`${name}: ${ajv.errorsText()}`];
}

function valueOf(schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const whole = resolved(schema, document);
  const { minimum = -FARTHEST, maximum = FARTHEST } = whole;
  switch (whole.type) {
    case 'object': {
      if (!whole.properties) return fc.dictionary(fc.string(), fc.jsonValue());
      const members = Object.entries(whole.properties).map(([name, member]) => [
        name,
        valueOf(member, document),
      ]);
      const record = Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>;
      return fc.record(record, { requiredKeys: [...(whole.required ?? [])] });
    }
    case 'array':
      return fc.array(valueOf(whole.items ?? {}, document), { maxLength: MOST_ITEMS });
    case 'string':
      return whole.format === 'uri' ? fc.webUrl() : fc.string({ unit: 'grapheme' });
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.oneof(
        fc.integer({ min: minimum, max: maximum }),
        fc.double({ min: minimum, max: maximum, noNaN: true }),
      );
    case 'boolean':
      return fc.boolean();
    case undefined:
    default:
      return fc.jsonValue();
  }
}

/** A schema with what `$ref` and `allOf` say of it. */
function resolved(schema: Schema, document: Document): Schema {
  if (schema.$ref !== undefined) {
    return resolved(
      document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {},
      document,
    );
  }
  const parts = (schema.allOf ?? []).map((part) => resolved(part, document));
  return parts.reduce(
    (whole, part) => ({
      ...whole,
      ...part,
      properties: { ...whole.properties, ...part.properties },
    }),
    schema,
  );
}
