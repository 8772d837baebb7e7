/** Bodies of every row that grow. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';
import { type BodySchema, pathOf, restRows, type RestRow } from './rest-table.ts';

/** The largest JSON body that the server reads. */
const LARGEST = 16 * 1024 * 1024;
/** What the short form sends to each row, all kinds in one case. */
const SHORT = 128 * 1024;

const filled = (size: number, entry: string): string => entry.repeat(Math.max(1, Math.floor(size / entry.length)));
const listed = (size: number, entry: string): string => filled(size, `${entry},`).slice(0, -1);
const numbered = (size: number, entry: (index: number) => string): string =>
  Array.from({ length: Math.max(1, Math.floor(size / (entry(0).length + 5))) }, (_, index) => entry(index)).join(',');

/** Bodies of about so many bytes, whatever the row reads. */
const anyJson: Readonly<Record<string, (size: number) => string>> = {
  'lists in lists': (n) => '['.repeat(n / 2) + ']'.repeat(n / 2),
  'objects in objects': (n) => `${'{"a":'.repeat(n / 6)}1${'}'.repeat(n / 6)}`,
  'a long list': (n) => `[${listed(n, '0')}]`,
  'a long list of objects': (n) => `[${listed(n, '{}')}]`,
  'a long list of texts': (n) => `[${listed(n, '""')}]`,
  'many keys': (n) => `{${numbered(n, (i) => `"k${i}":0`)}}`,
  'the same key again': (n) => `{${listed(n, '"k":0')}}`,
  'a long key': (n) => `{"${filled(n, 'k')}":0}`,
  'a long text': (n) => `"${filled(n, 'x')}"`,
  'a long number': (n) => filled(n, '9'),
  blanks: (n) => `${filled(n, ' ')}{}`,
  'what is cut': (n) => `[${listed(n, '[]')}`,
  'lines before a fault': (n) => `{${filled(n, '\n')}x`,
  'escapes that cannot be stored': (n) => `[${listed(n, String.raw`"\u0000"`)}]`,
  'keys that cannot be stored, nested': (n) => `${'{"kkkkkkkkkkkkkkkk":'.repeat(90)}[${listed(n, String.raw`"\u0000"`)}]${'}'.repeat(90)}`,
};

/** Values of a schema that are as large as they may be, each member with its share. */
function largeValue(schema: BodySchema, size: number, depth = 0): string {
  const choice = schema.anyOf?.find(({ type }) => type !== 'null');
  if (choice !== undefined) return largeValue(choice, size, depth);
  if (schema.enum !== undefined) return JSON.stringify(schema.enum[0]);
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' && schema.properties !== undefined && depth < 6) {
    const properties = Object.entries(schema.properties);
    const share = size / Math.max(1, properties.length);
    return `{${properties.map(([name, value]) => `${JSON.stringify(name)}:${largeValue(value, share, depth + 1)}`).join(',')}}`;
  }
  if (type === 'object') return `{${numbered(size, (i) => `"k${i}":"v"`)}}`;
  if (type === 'array') return `[${listed(size, smallValue(schema.items === false ? {} : (schema.items ?? {}), depth))}]`;
  if (type === 'integer' || type === 'number') return '1';
  if (type === 'boolean') return 'true';
  return `"${filled(size, 'x')}"`;
}

/** Small values, of which many go into a list. */
function smallValue(schema: BodySchema, depth: number): string {
  return largeValue(schema, 1, depth + 1);
}

/** The same with a text in every place: what each has to say about it is to be bounded. */
function wrongValue(schema: BodySchema, size: number): string {
  const properties = Object.keys(schema.properties ?? { value: {} });
  return `{${properties.map((name) => `${JSON.stringify(name)}:[${listed(size / properties.length, 'null')}]`).join(',')}}`;
}

const anyText: Readonly<Record<string, (size: number) => string>> = {
  'a long line': (n) => filled(n, 'x'),
  'many lines': (n) => filled(n, 'x\n'),
  commas: (n) => filled(n, '1,'),
  blanks: (n) => `x${filled(n, ' ')}x`,
  quotes: (n) => filled(n, '"'),
};

function makesOf(type: string, schema: BodySchema): Readonly<Record<string, (size: number) => string>> {
  if (type.startsWith('text/')) return anyText;
  if (!type.includes('json')) return {};
  return {
    ...anyJson,
    'members as large as can be': (n) => largeValue(schema, n),
    'members that are none': (n) => wrongValue(schema, n),
  };
}

/** The cases of a row: one for each kind of body, in the short form one with all of them. */
function casesOf(row: RestRow, type: string, schema: BodySchema, long: boolean): Dimension[] {
  const makes = Object.entries(makesOf(type, schema));
  const name = `body: ${row.name}: ${type}`;
  const facts = { as: 'depositor', writes: true } as const;
  const request = (world: World, body: string): HostileRequest => ({
    method: row.method,
    path: pathOf(row, world),
    headers: { 'content-type': type },
    body,
  });
  if (makes.length === 0) return [];
  if (!long) {
    return [{ ...facts, name, sizes: [SHORT, SHORT], requests: (size, world) => makes.map(([, make]) => request(world, make(size))) }];
  }
  return makes.map(([kind, make]) => ({
    ...facts,
    name: `${name}: ${kind}`,
    sizes: [64 * 1024, LARGEST],
    // The largest is as long as the limit with its brackets.
    requests: (size, world) => request(world, make(size - 4096)),
  }));
}

/** Cases for each row that reads a body. Forms have a file of their own. */
export function restBodies(long: boolean): readonly Dimension[] {
  return restRows().flatMap((row) => Object.entries(row.bodies).flatMap(([type, schema]) => casesOf(row, type, schema, long)));
}
