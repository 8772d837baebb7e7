import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { dataverse } from '../../src/rest-compat/dialects/dataverse.ts';
import { documentedPaths, openApiDocument } from '../../src/rest-compat/openapi.ts';
import { openApiHandler } from '../../src/rest-compat/openapi-handler.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(10),
  deprecated: z.boolean().optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })),
});
const shape = z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.record(z.string(), operation)) });

const document = shape.parse(openApiDocument(routeTable, { version: '1.2.3' }));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
);

// Reading the YAML takes longer than an idle connection is kept by default.
const server = createServer({ keepAliveTimeout: 120_000 }, openApiHandler(routeTable, { version: '1.2.3' }, [dataverse]));
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/openapi`;
});
afterAll(() => server.close());

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('every row of the table is in the document once, under its own id', () => {
  expect(operations.map(({ described }) => described.operationId).sort()).toEqual(routeTable.map((route) => route.id).sort());
});

test('each operation tells the truth about its row', () => {
  const byId = new Map(operations.map((one) => [one.described.operationId, one]));
  for (const route of routeTable) {
    const found = byId.get(route.id);
    expect(found).toMatchObject({ path: documentedPaths(routeTable).get(route), method: route.method });
    expect(found?.described.deprecated ?? false).toBe(route.deprecated ?? false);
  }
});

test('the parameters of a path are exactly those in its braces', () => {
  for (const { path, described } of operations) {
    const inPath = described.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(path.match(/\{[^}]+\}/g) ?? []);
  }
});

test('it is served as YAML by default and as JSON when that is asked for', async () => {
  const yaml = await fetch(address);
  expect(yaml.headers.get('content-type')).toBe('application/yaml');
  const json = await fetch(address, { headers: { Accept: 'application/json' } });
  expect(json.headers.get('content-type')).toBe('application/json');
  expect(parse(await yaml.text())).toEqual(await json.json());
});

test('it is served in the words of OpenAPI 3.0 when those are asked for, and in no other version', async () => {
  const answer = await fetch(`${address}?version=3.0`, { headers: { Accept: 'application/json' } });
  const translated = z.record(z.string(), z.unknown()).parse(await answer.json());
  expect(translated['openapi']).toBe('3.0.4');
  const result = await new Validator().validate(structuredClone(translated));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  const asked = await fetch(`${address}?version=3.1`, { headers: { Accept: 'application/json' } });
  expect(await asked.json()).toEqual(structuredClone(document));
  const refused = await fetch(`${address}?version=2.0`);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toBe('The parameter version takes 3.1 or 3.0.\n');
});

test('it is served in the words of a dialect when that is asked for', async () => {
  const answer = await fetch(`${address}?dialect=dataverse`, { headers: { Accept: 'application/json' } });
  const translated = shape.parse(await answer.json());
  expect((await new Validator().validate(structuredClone(translated))).errors).toBeUndefined();
  expect(Object.keys(translated.paths)).toHaveLength(Object.keys(document.paths).length);
  expect(Object.keys(translated.paths).filter((path) => /\/collections?\//.test(path))).toEqual([]);
  expect(translated['components']).toMatchObject({
    securitySchemes: { tokenHeader: { name: 'X-Dataverse-key' } },
    schemas: {
      Collection: {
        properties: { dataverseType: expect.anything() as unknown },
        required: expect.arrayContaining(['dataverseType']) as unknown,
      },
      Permission: { enum: expect.arrayContaining(['AddDataverse', 'AddDataset']) as unknown },
      OwnerLink: { properties: { type: { const: 'DATAVERSE' } } },
    },
  });
  const refused = await fetch(`${address}?dialect=klingon`);
  expect([refused.status, await refused.text()]).toEqual([400, 'The parameter dialect takes dataverse.\n']);
});

test('the server is the one that gives the document', () => {
  expect(document).toMatchObject({ servers: [{ url: '/' }] });
});

test('no two paths differ in the names of parameters alone, and none ends in a slash', () => {
  const paths = Object.keys(document.paths);
  const shapes = paths.map((path) => path.replace(/\{[^}]+\}/g, '{}'));
  expect(shapes.filter((one, position) => shapes.indexOf(one) !== position)).toEqual([]);
  expect(paths.filter((path) => path.endsWith('/'))).toEqual([]);
});

test('no schema of it is a plain boolean', () => {
  const found: string[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (['items', 'additionalItems', 'not'].includes(key) && typeof value === 'boolean') found.push(key);
    return value;
  });
  expect(found).toEqual([]);
});

test('parameters that are booleans and numbers are typed as such', () => {
  const typed = new Map(operations.flatMap(({ described }) => described.parameters.map(({ name, schema }) => [name, schema] as const)));
  for (const name of ['includeDeaccessioned', 'excludeFiles', 'returnOwners', 'dryRun', 'onlyUnread']) {
    expect({ name, schema: typed.get(name) }).toMatchObject({ name, schema: { type: 'boolean' } });
  }
  for (const name of ['limit', 'offset', 'size', 'expires']) {
    expect({ name, schema: typed.get(name) }).toMatchObject({ name, schema: { type: 'integer' } });
  }
  expect(typed.get('release')).toMatchObject({ enum: ['yes', 'no'] });
});

test('every row about a dataset or a file takes its persistent identifier, where the path may say so', () => {
  const without = operations.filter(
    ({ path, described }) =>
      /^\/api\/(?:datasets|files|access\/datafile)\/\{id\}/.test(path) && !described.parameters.some(({ name }) => name === 'persistentId'),
  );
  expect(without.map(({ described }) => described.operationId)).toEqual([]);
});

const media = z.looseObject({ schema: z.unknown().optional() });
const response = z.looseObject({ $ref: z.string().optional(), content: z.record(z.string(), media).optional() });
const responses = new Map(
  operations.map(({ described }) => [described.operationId, z.record(z.string(), response).parse(described['responses'])] as const),
);

test('every answer in JSON has a schema, and no schema allows just anything', () => {
  const untyped = [...responses].flatMap(([row, given]) =>
    Object.entries(given).flatMap(([status, { content = {} }]) =>
      Object.entries(content)
        .filter(([type, { schema }]) => type === 'application/json' && (schema === undefined || Object.keys(schema ?? {}).length === 0))
        .map(() => `${row} ${status}`),
    ),
  );
  expect(untyped).toEqual([]);
  expect(JSON.stringify(document)).not.toContain('"data":{}');
});

interface AnswerSchema {
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly additionalProperties?: AnswerSchema | boolean;
  readonly items?: AnswerSchema;
  readonly [keyword: string]: unknown;
}

/** Places in a schema that allow just anything. */
function openPlaces(schema: AnswerSchema, at: string): string[] {
  const kinds = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'const', 'enum'];
  const own = kinds.some((kind) => kind in schema) ? [] : [at];
  const alternatives = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((kind) => (schema[kind] ?? []) as readonly AnswerSchema[]);
  const { properties = {}, additionalProperties, items } = schema;
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, inner]) => openPlaces(inner, `${at}.${name}`)),
    ...(typeof additionalProperties === 'object' ? openPlaces(additionalProperties, `${at}.*`) : []),
    ...(items === undefined ? [] : openPlaces(items, `${at}[]`)),
    ...alternatives.flatMap((inner) => openPlaces(inner, at)),
  ];
}

test('answers are typed down to their leaves, but for values in vocabularies that are not ours', () => {
  const { schemas } = z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(document['components']);
  const inAnswers = [...responses].flatMap(([row, given]) =>
    Object.values(given).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema }) => (schema === undefined ? [] : [[row, schema as AnswerSchema] as const])),
    ),
  );
  const places = [...Object.entries(schemas), ...inAnswers].flatMap(([name, schema]) => openPlaces(schema, name));
  expect(new Set(places)).toEqual(
    new Set([
      'CslCitation.*',
      'JsonSchema.*',
      // A text, or JSON that the sender chose.
      'Notification.additionalInfo',
      // Values of settings in JSON.
      'Settings.*.*',
      'Settings.*[]',
      'VersionJsonLd.@context.*',
      'VersionJsonLd.*',
      // JSON of all exporters.
      'datasets.export.*',
    ]),
  );
});

test('every row says what it answers', () => {
  const silent = routeTable.filter(({ id }) => !Object.keys(responses.get(id) ?? {}).some((status) => /^[23]\d\d$/.test(status)));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('every reference leads to something', () => {
  const references = new Set(JSON.stringify(document).match(/"#\/components\/[^"]+"/g));
  expect(references.size).toBeGreaterThan(100);
  const missing = [...references].filter((reference) => {
    const steps = reference.slice(3, -1).split('/');
    return steps.reduce<unknown>((at, step) => (at instanceof Object ? Reflect.get(at, step) : undefined), document) === undefined;
  });
  expect(missing).toEqual([]);
});

test('every record says what it is', () => {
  const { schemas } = z
    .looseObject({ schemas: z.record(z.string(), z.looseObject({ description: z.string().optional() })) })
    .parse(document['components']);
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Envelope', 'Error', 'Collection', 'Dataset', 'DatasetVersion', 'File', 'Role']),
  );
  expect(Object.entries(schemas).flatMap(([name, { description }]) => (description === undefined ? [name] : []))).toEqual([]);
});
