import { z } from 'zod';
import { type AnswerSchemas, answerSchemas, responseComponents, responsesOf } from './openapi-responses.ts';
import { parameterNames } from './route-trie.ts';
import type { HttpMethod, Route } from './route.ts';

type JsonObject = Record<string, unknown>;

export interface OpenApiOptions {
  /** Version of the software. */
  readonly version: string;
}

/** Area of a row, from the first segments of its path. Used as tag and as heading. */
export function areaOf(route: Route): string {
  const [, , first = '', , third = ''] = route.path.split('/');
  if (first === 'collections' && third === 'groups') return 'Explicit groups';
  const areas: Record<string, string> = {
    collections: 'Collections',
    datasets: 'Datasets',
    access: 'Files',
    files: 'Files',
    uploads: 'Files',
    edit: 'Files',
    admin: 'Administration',
    roles: 'Users and roles',
    users: 'Users and roles',
    'builtin-users': 'Users and roles',
    notifications: 'Users and roles',
    metadatablocks: 'Metadata blocks',
    datasetfields: 'Metadata blocks',
    info: 'Information',
    search: 'Search',
  };
  return areas[first] ?? 'Other';
}

/** JSON schema (2020-12, as OpenAPI 3.1 takes it) of what a client may send. */
function inputSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...written }: JsonObject = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A tuple: many tools take no schema that is plain `false`.
      if (!Array.isArray(jsonSchema.prefixItems)) return;
      delete jsonSchema.items;
      jsonSchema.minItems = jsonSchema.prefixItems.length;
      jsonSchema.maxItems = jsonSchema.prefixItems.length;
    },
  });
  return written;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Texts of digits alone, and the least number that they write. */
const NUMBERS: readonly (readonly [pattern: RegExp, minimum: number])[] = [
  [/^\^\\d\{1,\d+\}\$$/, 0],
  [/^\^\[1-9\]\\d\{0,\d+\}\$$/, 1],
];

/** What a parameter is to those who write clients: a text of digits is a number. */
function parameterSchema(schema: JsonObject): JsonObject {
  const { pattern, ...others } = schema;
  const found = NUMBERS.find(([digits]) => typeof pattern === 'string' && digits.test(pattern));
  return found === undefined ? schema : { ...others, type: 'integer', minimum: found[1] };
}

/** Query parameters of a row: name, whether required, and schema. */
export function queryParametersOf(route: Route): { name: string; required: boolean; schema: JsonObject }[] {
  if (route.query === undefined) return [];
  const { properties, required } = inputSchema(route.query);
  if (!isObject(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: needed.includes(name),
    schema: isObject(schema) ? parameterSchema(schema) : {},
  }));
}

function parametersOf(route: Route, path: string): JsonObject[] {
  const names = parameterNames(path);
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(route.restOfPath && name === names.at(-1) ? { description: 'May contain slashes.' } : {}),
  }));
  const query = queryParametersOf(route)
    // The token's own parameter is described by the security schemes.
    .filter(({ name }) => name !== 'key' || route.auth === 'key')
    .map(({ name, required, schema }) => ({ name, in: 'query', required, schema }));
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'Entity tag from a read of the version; if the newest version has changed since, the request is refused with 412.',
  };
  return [...inPath, ...query, ...(route.kind === 'operation' && route.conditional ? [ifMatch] : [])];
}

/** Bytes as they are. */
const BINARY: JsonObject = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

/** JSON whose keys are not ours to describe; a component, so that clients that are generated have one type of it. */
const JSON_DOCUMENT = 'JsonDocument';
const jsonDocument: JsonObject = {
  description: 'JSON in a vocabulary of its own, such as JSON-LD. Where the vocabulary has lists of objects, a list is taken as well.',
  type: 'object',
};
const anyJson: JsonObject = { $ref: `#/components/schemas/${JSON_DOCUMENT}` };

/** What a row reads as its body, by media type. */
export function requestBodyOf(route: Route): JsonObject {
  if (route.kind === 'upload') {
    const texts = Object.entries(route.formTexts ?? {}).map(([name, description]) => [name, { type: 'string', description }] as const);
    const properties = {
      file: BINARY,
      ...(texts.length > 0
        ? Object.fromEntries(texts)
        : { jsonData: { type: 'string', contentMediaType: 'application/json', description: 'Metadata of the file, as JSON.' } }),
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties } } } } };
  }
  if (route.kind === 'stream' || route.kind === 'text' || route.body === undefined) return {};
  if (route.body.kind === 'bytes') return { requestBody: { required: true, content: { 'application/octet-stream': { schema: BINARY } } } };
  if (route.body.kind === 'typed') {
    const forms = Object.entries(route.body.contentTypes).map(([type, form]): [string, JsonObject] => [
      type,
      { schema: form === 'json' ? anyJson : { type: 'string' } },
    ]);
    return { requestBody: { required: true, content: Object.fromEntries(forms) } };
  }
  if (route.body.kind === 'things') {
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: inputSchema(route.body.parts) } } } };
  }
  if (route.body.kind === 'form') {
    const schema = inputSchema(route.body.schema);
    return { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } } };
  }
  const mediaType = route.body.kind === 'json' ? 'application/json' : 'text/plain';
  const otherForms = route.body.kind === 'json' ? Object.keys(route.body.otherForms ?? {}) : [];
  const others = otherForms.map((type): [string, JsonObject] => [type, { schema: anyJson }]);
  const content = { [mediaType]: { schema: inputSchema(route.body.schema) }, ...Object.fromEntries(others) };
  return { requestBody: { required: true, content } };
}

/** The alternatives of who may call; an empty object means that no credentials are needed. */
function securityOf(route: Route): JsonObject[] {
  const tokens = [{ tokenHeader: [] }, { tokenQuery: [] }, { bearer: [] }];
  if (route.auth === 'key') return [{}];
  return route.auth === 'public' ? [{}, ...tokens] : tokens;
}

function operationOf(route: Route, path: string, schemas: AnswerSchemas): JsonObject {
  return {
    operationId: route.id,
    tags: [areaOf(route)],
    summary: route.summary,
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.cors ? { 'x-cors': true } : {}),
    'x-auth': route.auth,
    security: securityOf(route),
    parameters: parametersOf(route, path),
    ...requestBodyOf(route),
    responses: responsesOf(route, schemas),
  };
}

const securitySchemes = {
  tokenHeader: { type: 'apiKey', in: 'header', name: 'X-Service-key', description: 'API token; wins over the query.' },
  tokenQuery: { type: 'apiKey', in: 'query', name: 'key', description: 'API token in the URL; discouraged, because URLs are logged.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'Access token of an identity provider, if the installation allows it.' },
};

const methodOrder: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * The path under which the document has each row. A slash at the end means nothing to the router, and of two paths that differ in
 * nothing but the names of their parameters, which OpenAPI forbids, the first stands for both.
 */
export function documentedPaths(routes: readonly Route[]): ReadonlyMap<Route, string> {
  const firstOf = new Map<string, string>();
  return new Map(
    routes.map((route) => {
      const path = route.path.replace(/\/$/, '');
      const shape = path.replace(/\{[^}]+\}/g, '{}');
      const first = firstOf.get(shape) ?? path;
      firstOf.set(shape, first);
      return [route, first];
    }),
  );
}

/** Describes every row of the table as an OpenAPI 3.1 document. Source: decisions.md 20. */
export function openApiDocument(routes: readonly Route[], options: OpenApiOptions): JsonObject {
  const pathOf = documentedPaths(routes);
  const schemas = answerSchemas(routes);
  const { schemas: records, responses } = responseComponents(routes, schemas);
  const paths: Record<string, JsonObject> = {};
  const ordered = [...routes].sort((a, b) => methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method));
  for (const path of pathOf.values()) paths[path] ??= {};
  for (const route of ordered) {
    const path = pathOf.get(route) ?? route.path;
    Object.assign(paths[path] ?? {}, { [route.method.toLowerCase()]: operationOf(route, path, schemas) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Archivolt REST API',
      version: options.version,
      description:
        'Research datasets in collections, with their versions and files. Every path is also served below `/api/v1`. ' +
        'The answers for any other path or method are in the components `UnknownPath` and `WrongMethod`. ' +
        'A later release may add keys to the records; a client must ignore unknown keys.',
    },
    // Clients send requests to the server that served the document.
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(areaOf))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: { ...records, [JSON_DOCUMENT]: jsonDocument }, responses },
  };
}
