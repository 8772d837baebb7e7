import { answer } from './answer.ts';
import { checkContentType, readBody } from './body.ts';
import { bearerTokenOf } from './credentials.ts';
import type { Exchange, RestOptions } from './exchange.ts';
import { parseJson } from './parse-json.ts';
import { readForm } from './read-form.ts';
import { expectedTags } from './preconditions.ts';
import { preferredForm, requireAcceptable } from './preferred-form.ts';
import { type QueryParameters, withRepeated } from './query-string.ts';
import { KeptBodies } from './kept-bodies.ts';
import type { Reply, Route } from './route.ts';
import { dataOf } from './run-operation.ts';
import { checkBySchema } from './schema-problems.ts';
import { serveDownloadPlan } from './serve-download.ts';
import type { ReadPart } from './stream-lists.ts';
import { sendText } from './send-text.ts';
import { streamPages } from './stream-pages.ts';

const DEFAULT_MAXIMUM_BODY_BYTES = 16 * 1024 * 1024;

type OfKind<Kind extends Route['kind']> = Extract<Route, { readonly kind: Kind }>;
type PathParameters = Readonly<Record<string, string>>;

/** A routed request whose caller is known. */
interface Admitted<Caller> {
  readonly exchange: Exchange;
  readonly path: PathParameters;
  /** The query as it was sent, and by name. */
  readonly queryText: string;
  readonly query: QueryParameters;
  readonly caller: Caller;
}

/** One store for each server: two of one process may serve different installations. */
const keptBodies = new WeakMap<object, KeptBodies>();

function keptBodiesOf(server: object): KeptBodies {
  let bodies = keptBodies.get(server);
  if (bodies === undefined) keptBodies.set(server, (bodies = new KeptBodies()));
  return bodies;
}

/** The query as the row declares it. @throws DomainError BAD_USER_INPUT */
export function checkedQuery({ query: schema, repeats }: Route, query: QueryParameters, text: string): unknown {
  if (schema === undefined) return undefined;
  return checkBySchema(schema, repeats === undefined ? query : withRepeated(query, text, repeats), 'The query', '/query');
}

/** Reads what follows of a list, as the caller who asked for it. */
function partReader<Caller>(caller: Caller, { execute }: RestOptions<Caller>): ReadPart {
  return async ({ rest }, place) => rest.part(dataOf(await execute(rest.operation, rest.variables(place), caller)), place);
}

async function serveOperation<Caller>(route: OfKind<'operation'>, call: Admitted<Caller>, options: RestOptions<Caller>): Promise<void> {
  const { exchange, path, caller } = call;
  let body: unknown;
  if (route.body !== undefined) {
    checkContentType(exchange.request, route.body);
    body = await readBody(exchange.request, route.body, options.maximumBodyBytes ?? DEFAULT_MAXIMUM_BODY_BYTES, exchange.translation?.body);
  }
  const ifMatch = route.conditional === true ? expectedTags(exchange.request.headers['if-match']) : undefined;
  const { alternatives, ordinaryForm } = route;
  const form = alternatives === undefined ? undefined : preferredForm(exchange.request.headers.accept, alternatives, ordinaryForm);
  if (route.onlyForms === true) {
    requireAcceptable(exchange.request.headers.accept, [ordinaryForm ?? 'application/json', ...(alternatives ?? [])]);
  }
  const bearerToken = route.readsBearerToken === true ? bearerTokenOf(exchange.request.headers) : undefined;
  const input = { path, query: checkedQuery(route, call.query, call.queryText), body, ifMatch, bearerToken, form };
  await answer(exchange, await replyOf(route, input, caller, options), options.siteUrl, partReader(caller, options));
}

async function replyOf<Caller>(
  route: OfKind<'operation'>,
  input: Parameters<OfKind<'operation'>['variables']>[0],
  caller: Caller,
  options: RestOptions<Caller>,
): Promise<Reply> {
  const { kept, operation } = route;
  const variables = route.variables(input);
  const make = async (): Promise<Reply> =>
    route.reply(dataOf(await options.execute(operation, variables, caller), route.queryNames), input);
  if (kept === undefined || kept.unless?.(input) === true) return make();
  // Asked before the answer is made: one that belongs to a newer state is made again at worst.
  const state = JSON.stringify(dataOf(await options.execute(kept.while, {}, caller)));
  const key = `${route.id} ${JSON.stringify(variables)}`;
  const bodies = keptBodiesOf(options);
  const found = bodies.find(key, state);
  if (found !== undefined) return found;
  const reply = await make();
  return 'bare' in reply || 'empty' in reply || 'seeOther' in reply ? reply : bodies.keep(key, state, reply);
}

async function serveUpload<Caller>(route: OfKind<'upload'>, call: Admitted<Caller>, options: RestOptions<Caller>): Promise<void> {
  const { exchange, path, caller } = call;
  const query = checkedQuery(route, call.query, call.queryText);
  const admission = route.admit.variables({ path, query, body: undefined });
  const limits = route.admit.limits(dataOf(await options.execute(route.admit.operation, admission, caller)));
  const { fields, file } = await readForm(exchange.request, { storage: options.storage, ...limits });
  try {
    const { jsonData } = fields;
    const parsed = jsonData === undefined ? undefined : parseJson(jsonData, 'The part jsonData');
    const input = { path, query, body: { file, jsonData: parsed, fields } };
    const form = file === null ? (route.withoutFile ?? route) : route;
    const data = dataOf(await options.execute(form.operation, form.variables(input), caller));
    await answer(exchange, form.reply(data, input), options.siteUrl, partReader(caller, options));
  } finally {
    // Does nothing for bytes that the operation has kept.
    if (file !== null) await options.storage.discard(file);
  }
}

async function serveDownload<Caller>(route: OfKind<'download'>, call: Admitted<Caller>, options: RestOptions<Caller>): Promise<void> {
  const { exchange, path, caller } = call;
  let body: unknown;
  if (route.body !== undefined) {
    if (route.body.kind === 'json') checkContentType(exchange.request, route.body);
    body = await readBody(exchange.request, route.body, options.maximumBodyBytes ?? DEFAULT_MAXIMUM_BODY_BYTES, exchange.translation?.body);
  }
  const input = { path, query: checkedQuery(route, call.query, call.queryText), body };
  const { operation, variables, download } = route.otherwise?.when(input) === true ? route.otherwise : route;
  const plan = download(dataOf(await options.execute(operation, variables(input), caller)), input);
  if ('etag' in plan && 'fileName' in plan) await serveDownloadPlan(exchange, plan, options);
  else await answer(exchange, plan, options.siteUrl, partReader(caller, options));
}

async function serveStream<Caller>(route: OfKind<'stream'>, call: Admitted<Caller>, options: RestOptions<Caller>): Promise<void> {
  const { exchange, path, caller } = call;
  const input = { path, query: checkedQuery(route, call.query, call.queryText), body: undefined };
  await streamPages(exchange, route.stream, input.query, async (after) =>
    dataOf(await options.execute(route.operation, route.variables(input, after), caller)),
  );
}

async function serveText<Caller>(route: OfKind<'text'>, call: Admitted<Caller>, options: RestOptions<Caller>): Promise<void> {
  const { exchange, path, caller } = call;
  const input = { path, query: checkedQuery(route, call.query, call.queryText), body: undefined };
  await sendText(exchange, async (position) =>
    route.piece(dataOf(await options.execute(route.operation, route.variables(input, position), caller))),
  );
}

/**
 * Takes a routed and authenticated request through content type, body, query, operation and answer, in this order;
 * an upload is admitted by its own operation before a byte of the body is read.
 * @throws DomainError as the steps do.
 */
export function serveRoute<Caller>(route: Route, call: Admitted<Caller>, options: RestOptions<Caller>): Promise<void> {
  switch (route.kind) {
    case 'operation':
      return serveOperation(route, call, options);
    case 'upload':
      return serveUpload(route, call, options);
    case 'download':
      return serveDownload(route, call, options);
    case 'stream':
      return serveStream(route, call, options);
    case 'text':
      return serveText(route, call, options);
  }
}
