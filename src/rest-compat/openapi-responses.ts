/** What OpenAPI says of the answers of rows: the schemas of the records, each once, and a response for every status. */
import { z, type ZodType } from 'zod';
import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import { type Answer, answersOf, BESIDE_DATA, type EnvelopeAnswer, noData } from './answers.ts';
import { refusalSchema } from './envelope.ts';
import type { Route } from './route.ts';
import { refusalsOf, refusalStatus } from './row-refusals.ts';

type JsonObject = Record<string, unknown>;

const SCHEMAS = '#/components/schemas/';
const RESPONSES = '#/components/responses/';

/** Schemas of `data` and bare bodies by the place where they stand, with the components that they refer to. */
export interface AnswerSchemas {
  readonly schemaOf: (schema: ZodType) => unknown;
  readonly components: JsonObject;
}

function schemasOf(answer: Answer): readonly ZodType[] {
  if (answer.kind === 'envelope') return answer.data === noData ? [] : [answer.data];
  return answer.kind === 'bare' ? Object.values(answer.content) : [];
}

/** Writes the schemas of all answers at once, so that each record is one component. */
export function answerSchemas(routes: readonly Route[]): AnswerSchemas {
  const schemas = [...new Set(routes.flatMap((route) => answersOf(route.answer)).flatMap(schemasOf)), refusalSchema];
  const names = new Map(schemas.map((schema, place) => [schema, `s${place}`]));
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(Object.fromEntries(schemas.map((one) => [names.get(one) ?? '', one]))), {
    io: 'output',
    unrepresentable: 'throw',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON Schema is JSON
  const written = JSON.parse(JSON.stringify({ properties, $defs }).replaceAll('"#/$defs/', `"${SCHEMAS}`)) as {
    readonly properties: JsonObject;
    readonly $defs: JsonObject;
  };
  return { schemaOf: (schema) => written.properties[names.get(schema) ?? ''], components: written.$defs };
}

/** Leaves out what zod writes and clients do not need; a later release may add keys to a record. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema['id'];
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // The format says it already.
  if (schema.format !== undefined) delete schema.pattern;
  // The type of the keys says nothing.
  delete schema.propertyNames;
}

const besideData: JsonObject =
  z.toJSONSchema(z.strictObject(BESIDE_DATA), { override: ({ jsonSchema }) => tidy(jsonSchema) }).properties ?? {};

function envelopeSchema({ data, beside }: EnvelopeAnswer, { schemaOf }: AnswerSchemas): JsonObject {
  const envelope = { $ref: `${SCHEMAS}Envelope` };
  if (data === noData) return envelope;
  const properties = { ...Object.fromEntries(beside.map((key) => [key, besideData[key]])), data: schemaOf(data) };
  return { allOf: [envelope, { type: 'object', required: ['data'], properties }] };
}

interface Response {
  readonly description: string;
  readonly headers?: JsonObject;
  readonly content?: JsonObject;
}

const LOCATION = { Location: { description: 'URL of the created object.', schema: { type: 'string' } } };

function responsesTo(answer: Answer, schemas: AnswerSchemas): [status: string, response: Response][] {
  switch (answer.kind) {
    case 'envelope': {
      const content = { 'application/json': { schema: envelopeSchema(answer, schemas) } };
      const descriptions = { 200: 'Success.', 201: 'Created.', 202: 'Accepted; a workflow must finish first.' };
      return [
        [String(answer.status), { description: descriptions[answer.status], ...(answer.status === 201 && { headers: LOCATION }), content }],
      ];
    }
    case 'bare': {
      const content = Object.entries(answer.content).map(([type, schema]) => [type, { schema: schemas.schemaOf(schema) }] as const);
      return [[String(answer.status ?? 200), { description: 'Success, without the envelope.', content: Object.fromEntries(content) }]];
    }
    case 'bytes': {
      const types = answer.mediaTypes.length > 0 ? answer.mediaTypes : ['application/octet-stream', '*/*'];
      const content = Object.fromEntries(types.map((type) => [type, {}]));
      const ranges = { ...content, 'multipart/byteranges': {} };
      return [
        ['200', { description: 'The bytes.', content }],
        ['206', { description: 'A range of the bytes, or several as `multipart/byteranges`.', content: ranges }],
        ['303', { description: 'The bytes are at another URL, which needs no credentials.', headers: LOCATION }],
        ['304', { description: 'The client already has the bytes, according to `If-None-Match` or `If-Modified-Since`.' }],
      ];
    }
    case 'empty':
      return [['204', { description: 'Done; there is no body.' }]];
    case 'unchanged':
      return [['304', { description: 'The client already has it, according to `If-None-Match` or `If-Modified-Since`.' }]];
    case 'page':
      return [['303', { description: 'The page is at the address in the header `Location`.', headers: LOCATION }]];
  }
}

/** Two answers of one status are told apart by their media types. */
function successes(route: Route, schemas: AnswerSchemas): JsonObject {
  const responses: Record<string, Response> = {};
  for (const [status, response] of answersOf(route.answer).flatMap((answer) => responsesTo(answer, schemas))) {
    const former = responses[status];
    responses[status] = former === undefined ? response : { ...former, content: { ...response.content, ...former.content } };
  }
  return responses;
}

/** The refusals of a row: each status with its codes. */
function refusals(route: Route): readonly { readonly status: number; readonly codes: readonly ErrorCode[]; readonly name: string }[] {
  const byStatus = Map.groupBy(refusalsOf(route), (code) => refusalStatus(route, code));
  return [...byStatus].map(([status, codes]) => ({ status, codes, name: [status, ...codes].join('.') }));
}

/** The responses of a row, by status. */
export function responsesOf(route: Route, schemas: AnswerSchemas): JsonObject {
  const refused = refusals(route).map(({ status, name }) => [String(status), { $ref: `${RESPONSES}${name}` }] as const);
  return { ...successes(route, schemas), ...Object.fromEntries(refused), default: { $ref: `${RESPONSES}Refusal` } };
}

function refusalResponse(description: string, headers?: JsonObject): JsonObject {
  return { description, ...(headers && { headers }), content: { 'application/json': { schema: { $ref: `${SCHEMAS}Error` } } } };
}

/** The refusals of all rows, each set of codes once. */
function refusalComponents(routes: readonly Route[]): JsonObject {
  const all = routes.flatMap(refusals).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const describe = (codes: readonly ErrorCode[]): string => codes.map((code) => `\`${code}\`: ${errorCatalog[code].when}`).join('\n\n');
  return Object.fromEntries(all.map(({ name, codes }) => [name, refusalResponse(describe(codes))]));
}

/** What the responses of the rows refer to. */
export function responseComponents(
  routes: readonly Route[],
  { components }: AnswerSchemas,
): { readonly schemas: JsonObject; readonly responses: JsonObject } {
  const envelope = {
    type: 'object',
    description: 'The envelope around `data` in every JSON response, unless stated otherwise. Source: users-admin.md 1.1.',
    required: ['status'],
    properties: {
      status: { type: 'string', enum: ['OK', 'WORKFLOW_IN_PROGRESS'], description: '`WORKFLOW_IN_PROGRESS` comes with 202 only.' },
    },
  };
  return {
    schemas: { Envelope: envelope, ...Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b, 'en'))) },
    responses: {
      Refusal: refusalResponse(
        'A refusal that any endpoint can give, such as `RATE_LIMITED`, `SERVICE_UNAVAILABLE` or `INTERNAL_SERVER_ERROR`.',
      ),
      UnknownPath: refusalResponse('404 for a path that is not in this document, with the code `NOT_FOUND`.'),
      WrongMethod: refusalResponse('405 for a path that does not support the method, with the code `METHOD_NOT_ALLOWED`.', {
        Allow: { description: 'Methods that the path supports.', schema: { type: 'string' } },
      }),
      ...refusalComponents(routes),
    },
  };
}
