import { DomainError } from '../../src/errors/domain-error.ts';
import type { HeldFile, RepeatedForm } from '../../src/rest-compat/read-repeated-form.ts';
import { parseQuery } from '../../src/rest-compat/query-string.ts';
import type { Route } from '../../src/rest-compat/route.ts';
import { checkedQuery } from '../../src/rest-compat/serve-route.ts';
import { checkBySchema } from '../../src/rest-compat/schema-problems.ts';
import { asClient } from '../support/as-client.ts';
import type { RestAnswer } from '../support/rest-client.ts';
import type { Caller } from '../support/seed.ts';
import type { CaseRequest, ContractCase } from './cases/contract-case.ts';

export type OperationRow = Extract<Route, { readonly kind: 'operation' }>;

/** Code of a refusal; undefined where it succeeds. */
export type Code = string | undefined;

/** Rows that answer with complete lists, which the GraphQL endpoint gives in pages alone. */
const BEYOND_COST_LIMIT: readonly string[] = ['datasets.versions.list'];

/** What the router refuses before there is an operation. */
const CODES_OF_THE_ROUTER: readonly Code[] = [
  'UNSUPPORTED_MEDIA_TYPE',
  'MALFORMED_JSON',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'INVALID_API_TOKEN',
];

/** Whether the operation behind a row can be sent to the GraphQL endpoint as it is; bytes reach it in a form of their own. */
export function hasTwoSurfaces(route: Route): route is OperationRow {
  return route.kind === 'operation' && !BEYOND_COST_LIMIT.includes(route.id) && route.body?.kind !== 'bytes';
}

/** Whether a case is decided by the operation from path, query and JSON alone: headers and texts in place of JSON are for the router. */
export function isComparable(route: OperationRow, { errorCode }: ContractCase, { headers, raw }: CaseRequest): boolean {
  return !CODES_OF_THE_ROUTER.includes(errorCode) && headers === undefined && (raw === undefined || route.body?.kind !== 'json');
}

/** The query of a request; a list is a parameter that is repeated. */
function queryTextOf({ query = {} }: CaseRequest): string {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [value] : value).map((one) => [name, one])),
  ).toString();
}

/** Path and query of a request to a row. @throws Error unless the case gives each parameter of the path one value. */
export function targetOf(route: Route, request: CaseRequest): string {
  const values = [...(request.path ?? [])];
  const path = route.path.replace(/\{\w+\}/g, (parameter) => {
    const value = values.shift();
    if (value === undefined) throw new Error(`The case gives no value for ${parameter} of ${route.id}.`);
    return String(value);
  });
  if (values.length > 0) throw new Error(`The case gives more values than ${route.path} has parameters.`);
  const query = queryTextOf(request);
  return query === '' ? path : `${path}?${query}`;
}

/** Sends a request to a row over REST. */
export function sendOverRest(route: Route, request: CaseRequest, caller: Caller): Promise<RestAnswer> {
  const target = targetOf(route, request);
  return request.file === undefined
    ? caller.rest.send(target, { ...request, method: route.method })
    : caller.rest.upload(target, request.file);
}

/** What comes of a request over REST. */
export async function codeOverRest(route: OperationRow, request: CaseRequest, caller: Caller): Promise<Code> {
  const answer = await sendOverRest(route, request, caller);
  return answer.status < 400 ? undefined : String(answer.errorCode);
}

/** What comes of sending to the GraphQL endpoint what the row makes of the request; the row's own refusal where it makes nothing of it. */
export async function codeOverGraphql(route: OperationRow, request: CaseRequest, caller: Caller): Promise<Code> {
  let input: Parameters<OperationRow['variables']>[0] = { path: {}, query: undefined, body: undefined };
  let variables: Record<string, unknown> = {};
  const form = request.raw instanceof FormData ? await repeatedForm(request.raw) : undefined;
  const refusal = codeOf(() => {
    input = inputOf(route, request, form);
    variables = route.variables(input);
  });
  if (refusal !== undefined) return refusal;
  const sent = asClient(route.operation, variables);
  const answer = await caller.graphql.send(sent.query, sent.variables);
  if (answer.code !== undefined) return answer.code;
  // What a row makes of an answer can be a refusal too, such as for null.
  return codeOf(() => route.reply(sent.inWords(answer.at('data')), input));
}

/** A form as the router reads it. */
async function repeatedForm(form: FormData): Promise<RepeatedForm> {
  const texts = new Map<string, string[]>();
  const files: HeldFile[] = [];
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') texts.set(name, [...(texts.get(name) ?? []), value]);
    else files.push({ fileName: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return { texts, files };
}

function inputOf(route: OperationRow, request: CaseRequest, form: RepeatedForm | undefined): Parameters<OperationRow['variables']>[0] {
  const values = [...(request.path ?? [])];
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const queryText = queryTextOf(request);
  const text = typeof request.raw === 'string' ? request.raw : undefined;
  const readsJson =
    route.body?.kind === 'json' ||
    (route.body?.kind === 'typed' && Object.values(route.body.contentTypes).every((kind) => kind === 'json'));
  const readsForm = route.body?.kind === 'form';
  const things = route.body?.kind === 'things' && form !== undefined ? route.body.things(form) : undefined;
  const sent: unknown =
    text === undefined ? request.json : readsForm ? Object.fromEntries(new URLSearchParams(text)) : readsJson ? JSON.parse(text) : text;
  const nothing = route.body?.kind === 'json' && route.body.mayBeEmpty === true ? {} : undefined;
  const raw: unknown = things ?? sent ?? nothing;
  return {
    path: Object.fromEntries(names.map((name, place) => [name, decodeURIComponent(String(values[place]))])),
    query: checkedQuery(route, parseQuery(queryText), queryText),
    body: route.body === undefined ? undefined : checkBySchema(route.body.schema, raw, 'The body', ''),
  };
}

function codeOf(work: () => unknown): Code {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
