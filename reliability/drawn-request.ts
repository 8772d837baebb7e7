/** A request drawn by chance: a row of the REST table or a GraphQL document, right in most places and wrong in some. */
import type { GraphQLSchema } from 'graphql';
import type { HostileRequest } from '../campaign/dimension.ts';
import { graphqlRequest } from '../campaign/dimensions/graphql-request.ts';
import { DocumentWriter } from '../campaign/dimensions/graphql-random.ts';
import { type BodySchema, pathOf, pathParameters, type RestRow } from '../campaign/dimensions/rest-table.ts';
import type { Sender, World } from '../campaign/world.ts';

/** What a request is drawn from. */
export interface Drawing {
  readonly schema: GraphQLSchema;
  readonly rows: readonly RestRow[];
  readonly random: () => number;
}

export interface DrawnRequest extends HostileRequest {
  readonly as: Sender;
  /** The row, or GraphQL. */
  readonly about: string;
}

/** Texts that programs stumble over. */
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '1e400',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '\u0000',
  '\u{10FFFF}',
  '\uD800',
  'é',
  'e\u0301',
  '%',
  '%00',
  '../..',
  ':root',
  ':latest',
  ':draft',
  '1.0',
  '99999.99999',
  'doi:10.5072/FK2/NOPE',
  "' or 1=1 --",
  '<a>',
  '${a}',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '@admin',
  '&explicit/1-a',
  'sha256:0',
  'application/json',
  'a,b;c=d',
  '\r\nX: y',
  '"',
  '\\',
] as const;
const HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'range',
  'if-none-match',
  'if-modified-since',
  'idempotency-key',
  'x-forwarded-for',
  'cookie',
  'authorization',
  'prefer',
  'x-service-key',
] as const;
/** Rows that mail, sign in or stop what the others are sent to are left to trials of their own. */
const MOST_FIELDS = 30;
const DEEPEST = 5;

function draw<Value>(random: () => number, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('Nothing to draw from.');
  return value;
}

const text = (random: () => number): string => draw(random, TEXTS);

/** A value of a schema; now and then one that is none. */
function valueOf(schema: BodySchema, random: () => number, depth = 0): unknown {
  if (random() < 0.08 || depth > DEEPEST) {
    return draw<unknown>(random, [null, text(random), 0, -1, 1.5, true, [], {}, [[]], [null], 2 ** 53]);
  }
  if (schema.anyOf !== undefined && schema.anyOf.length > 0) return valueOf(draw(random, schema.anyOf), random, depth);
  if (schema.enum !== undefined) return draw(random, schema.enum);
  const type: unknown = Array.isArray(schema.type) ? draw(random, schema.type) : schema.type;
  if (type === 'object') {
    const properties = Object.entries(schema.properties ?? { [text(random)]: {} }).filter(() => random() < 0.8);
    return Object.fromEntries(
      properties.map(([name, value]) => [random() < 0.02 ? text(random) : name, valueOf(value, random, depth + 1)]),
    );
  }
  if (type === 'array') {
    const items = schema.items === false || schema.items === undefined ? {} : schema.items;
    return Array.from({ length: Math.floor(random() * 4) }, () => valueOf(items, random, depth + 1));
  }
  if (type === 'integer' || type === 'number') return draw(random, [0, 1, -1, 2, 1.5, 2_147_483_648, 1e300]);
  return type === 'boolean' ? random() < 0.5 : text(random);
}

/** A text with a piece taken out, doubled, or put in. */
function damaged(whole: string, random: () => number): string {
  const at = Math.floor(random() * whole.length);
  const to = at + Math.floor(random() * 20);
  const kind = random();
  if (kind < 0.4) return whole.slice(0, at) + whole.slice(to);
  return kind < 0.7 ? whole.slice(0, to) + whole.slice(at) : whole.slice(0, at) + text(random) + whole.slice(at);
}

function bodyOf(row: RestRow, random: () => number): { readonly type: string; readonly body: string } | undefined {
  const types = Object.entries(row.bodies);
  if (types.length === 0) return random() < 0.05 ? { type: 'application/json', body: text(random) } : undefined;
  const [type, schema] = draw(random, types);
  const json = JSON.stringify(valueOf(schema, random)) ?? 'null';
  if (type === 'multipart/form-data') {
    const part = `--b\r\nContent-Disposition: form-data; name="jsonData"\r\n\r\n${json}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbytes\r\n--b--\r\n`;
    return { type: `${type}; boundary=b`, body: random() < 0.2 ? damaged(part, random) : part };
  }
  const whole = type.includes('json') ? json : text(random);
  return { type: random() < 0.03 ? text(random).replaceAll(/[^ -~]/g, '') : type, body: random() < 0.1 ? damaged(whole, random) : whole };
}

/** Headers hold printable characters of ASCII alone: Node refuses to send others. */
const headerText = (random: () => number): string =>
  text(random)
    .replaceAll(/[^ -~]/g, '')
    .slice(0, 2_000);

function restRequest({ rows, random }: Drawing, world: World): DrawnRequest {
  const row = draw(random, rows);
  const given = Object.fromEntries(
    pathParameters(row).flatMap((name) => (random() < 0.25 ? [[name, text(random).toWellFormed().slice(0, 2_000) || 'x']] : [])),
  );
  const query = row.query
    .filter(() => random() < 0.4)
    .map(
      (name) =>
        `${name}=${encodeURIComponent(random() < 0.3 ? draw(random, [world.published.persistentId, world.draft.persistentId, String(world.draft.id)]) : text(random).toWellFormed().slice(0, 1_000))}`,
    );
  const body = bodyOf(row, random);
  const further = random() < 0.2 ? { [draw(random, HEADERS)]: headerText(random) } : {};
  return {
    // What a superuser may do would take away what the others are sent to.
    as: draw(
      random,
      row.method === 'GET' ? (['guest', 'depositor', 'superuser'] as const) : (['guest', 'depositor', 'depositor'] as const),
    ),
    about: row.name,
    method: row.method,
    path: `${pathOf(row, world, given)}${query.length === 0 ? '' : `?${query.join('&')}`}`.slice(0, 12_000),
    headers: { ...(body === undefined ? {} : { 'content-type': body.type }), ...further },
    ...(body === undefined ? {} : { body: body.body }),
  };
}

function documentRequest({ schema, random }: Drawing, world: World): DrawnRequest {
  const operation = random() < 0.4 ? 'mutation' : 'query';
  const size = 1 + Math.floor(random() * MOST_FIELDS);
  const whole = new DocumentWriter(schema, world, random, operation === 'mutation' ? Math.min(size, 4) : size).write(operation);
  const written = random() < 0.2 ? damaged(whole, random) : whole;
  const as = draw(
    random,
    operation === 'query' ? (['guest', 'depositor', 'superuser'] as const) : (['guest', 'depositor', 'depositor'] as const),
  );
  const request = graphqlRequest(written, random() < 0.1 ? { [text(random)]: text(random) } : undefined);
  return { ...request, as, about: `GraphQL ${operation}` };
}

/** Draws a request: two of three over REST. */
export function drawRequest(drawing: Drawing, world: World): DrawnRequest {
  return drawing.random() < 0.66 ? restRequest(drawing, world) : documentRequest(drawing, world);
}
