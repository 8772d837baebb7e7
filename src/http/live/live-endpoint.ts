/** What both ways of streaming have in common: who subscribes, by which limits. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import { errorCatalog } from '../../errors/catalog.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { DocumentRequest, RequestedDocuments } from '../../graphql/documents/requested-documents.ts';
import type { RequestContext } from '../../request-context.ts';
import { type Credentials, readCredentials } from '../../rest-compat/credentials.ts';
import { requestIdOf } from '../../rest-compat/request-id.ts';
import type { LiveIdentity } from './live-identities.ts';
import type { LiveLimits } from './live-limits.ts';

/** How long ago the caller may have been looked up when a subscription begins. */
export const KNOWN_FOR_MS = 1_000;

/** What a client asks to be told, as it came. */
export interface AskedSubscription extends DocumentRequest {
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A subscription with the text of its document. */
interface ReadSubscription extends Pick<AskedSubscription, 'operationName' | 'variables'> {
  readonly query: string;
}

/** Largest subscription with its variables, in characters: they stay in memory as long as it lasts. */
export const LONGEST_SUBSCRIPTION = 16_384;

/** Answers of a stream, as they are written. */
export type Answers = AsyncGenerator<object, undefined, undefined>;

export interface LiveOptions {
  readonly limits: LiveLimits;
  /** Which document a subscription means, and whether it may be run. */
  readonly documents: RequestedDocuments;
  /** @throws GraphQLError with the status of its refusal */
  readonly prepare: (asked: ReadSubscription) => {
    begin(caller: { readonly context: RequestContext; readonly renew: LiveIdentity['renew'] }): Answers;
  };
  readonly identify: (credentials: Credentials) => LiveIdentity;
}

/** Reads who asks. `stated` are headers of credentials that a client could not send as such. */
export function liveCredentials(
  request: IncomingMessage,
  withoutCookie: (credentials: Credentials) => Credentials,
  stated: IncomingHttpHeaders = {},
): Credentials {
  const { method, socket, headers } = request;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a request is read
  const source = { method, socket, headers: { ...headers, ...stated } } as IncomingMessage;
  return withoutCookie(
    readCredentials({
      request: source,
      target: request.url ?? '',
      requestId: requestIdOf(request),
      query: {},
      auth: 'token',
      ignored: false,
    }),
  );
}

/** A refusal as GraphQL has it. */
export function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (!(error instanceof DomainError)) throw error;
  return new GraphQLError(error.message, { extensions: { code: error.code, http: { status: errorCatalog[error.code].status } } });
}

/** Gives back a place when a stream has ended, however it ends. */
async function* counted(answers: Answers, giveBack: () => void): Answers {
  try {
    yield* answers;
  } finally {
    giveBack();
  }
  return undefined;
}

/** @throws DomainError PAYLOAD_TOO_LARGE */
function charactersOf({ query, operationName, variables }: ReadSubscription): number {
  const characters = query.length + JSON.stringify([operationName, variables]).length;
  if (characters <= LONGEST_SUBSCRIPTION) return characters;
  throw new DomainError('PAYLOAD_TOO_LARGE', `A subscription has at most ${LONGEST_SUBSCRIPTION} characters, its variables among them.`);
}

/** Begins a subscription. @throws GraphQLError when it is refused */
export async function beginSubscription(
  { limits, documents, prepare }: LiveOptions,
  asked: AskedSubscription,
  identity: LiveIdentity,
): Promise<Answers> {
  let giveBack = (): void => undefined;
  try {
    const document = documents.find(asked);
    if (document === undefined) throw new DomainError('BAD_USER_INPUT', "A subscription has a 'query' or a 'documentId'.");
    documents.admit(document);
    const { operationName, variables } = asked;
    const read = { query: document.text, operationName, variables };
    const characters = charactersOf(read);
    const context = await identity.renew(KNOWN_FOR_MS);
    documents.admit(document, context.actor.account !== null);
    giveBack = limits.subscribe({ account: context.actor.account?.id ?? null, address: context.addresses?.client, characters });
    const prepared = prepare(read);
    document.remember?.();
    const begun = prepared.begin({ context, renew: identity.renew });
    const answers = counted(begun, giveBack);
    const end = answers.return.bind(answers);
    answers.return = async (value) => {
      // Whatever waits inside is ended first: a generator that waits does not take `return`.
      await begun.return(undefined);
      giveBack();
      return end(value);
    };
    return answers;
  } catch (error) {
    giveBack();
    throw asGraphqlError(error);
  }
}
