/** The pages of this server over HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import accepts from 'accepts';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { pageFiles } from '../browser-page.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { RequestContext } from '../request-context.ts';
import type { RunOperation } from '../graphql/execute.ts';
import { discardBody } from '../rest-compat/discard-body.ts';
import { parseQuery, repeatedValues } from '../rest-compat/query-string.ts';
import { dataOf } from '../rest-compat/run-operation.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { Page, Redirect, Site, TextDocument } from './page.ts';
import { findFormAnswer, findPage } from './page-routes.ts';
import { findDepositAnswer, type FoundDeposit } from './deposit/serve-deposit.ts';
import { cookieHeaders, findSignInAnswer, type FoundSignIn, readSignInCall } from './sign-in/serve-sign-in.ts';
import { refusalPage } from './refusal-page.ts';
import { sendDocument, sendJson, sendPage, sendRedirect, type Surroundings } from './send-page.ts';
import { chooseLanguage, languageCookie } from './choose-language.ts';
import { createMessageSource, hiddenCookie, messagesFor } from './visitor-messages.ts';
import { PageVisitorMessagesDocument } from '../generated/page-operations.ts';
import { readingIn } from './messages/page-language.ts';

export interface PageOptions {
  readonly execute: RunOperation;
  /** Determines the reader: a guest, or with a token the bearer of a private URL. */
  readonly authenticate: (request: IncomingMessage, requestId: string, token?: string) => Promise<RequestContext>;
  /** Determines the reader: the account that is signed in in the browser, or a guest; at an address that a proxy protects, also what it asserts. */
  readonly authenticateBrowser: (request: IncomingMessage, requestId: string, protectedByProxy: boolean) => Promise<RequestContext>;
  readonly site: () => Site;
  /** How often messages to visitors have changed, as far as this process has heard. */
  readonly messageChanges: () => number;
  /** Where files of forms are received, and those of previews are read. */
  readonly storage: FileStorage;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly log: { error(details: object, message: string): void };
}

/** What answers a request for a page with forms of its own. */
interface FoundForms {
  readonly signIn: FoundSignIn | undefined;
  readonly deposit: FoundDeposit | undefined;
}

const serveAsset = pageFiles({
  '/pages.css': { type: 'css', repository: 'src/pages/assets/pages.css' },
  '/deposit/forms.js': { type: 'js', repository: 'src/generated/assets/forms.js' },
  '/deposit/upload.js': { type: 'js', repository: 'src/generated/assets/upload.js' },
  '/deposit/checksum-worker.js': { type: 'js', repository: 'src/generated/assets/checksum-worker.js' },
  '/favicon.svg': { type: 'svg', repository: 'src/pages/assets/favicon.svg' },
  '/favicon.ico': { type: 'ico', repository: 'src/pages/assets/favicon.ico' },
});

/** Runs an operation for a page. @throws DomainError with the code of the first error. */
export async function runFor<Data, Variables>(
  context: Promise<RequestContext>,
  execute: RunOperation,
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data of an operation, whose type its document carries
  return dataOf(await execute(operation, variables, await context)) as Data;
}

/** Who reads a page, as far as its frame depends on it: known once an operation was run for them. */
interface Reader {
  superuser: boolean;
}

/** The caller of an operation, noted as the reader of the page. */
async function noting(context: Promise<RequestContext>, reader: Reader): Promise<RequestContext> {
  const known = await context;
  reader.superuser = known.actor.superuser;
  return known;
}

/**
 * Answers browsers, and whatever follows a link, with pages, and with what those load.
 * @returns a function that says whether it takes the request; it takes no other methods than GET and HEAD, and POST from its own forms.
 */
export function createPages(options: PageOptions): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  const { execute, authenticate, log } = options;
  const toldMessages = createMessageSource(options.messageChanges);

  async function surroundings(request: IncomingMessage, requestId: string): Promise<Surroundings> {
    const asGuest = (): Promise<RequestContext> => authenticate(request, requestId);
    const told = await toldMessages(async () => (await runFor(asGuest(), execute, PageVisitorMessagesDocument, {})).bannerMessages.nodes);
    return { site: options.site(), messages: messagesFor(request, told) };
  }

  /** What a browser sends with a form from elsewhere does not count: only reading goes by the session alone. */
  function readerOf(request: IncomingMessage, requestId: string): Promise<RequestContext> {
    return request.method === 'POST' ? authenticate(request, requestId) : options.authenticateBrowser(request, requestId, false);
  }

  function makePage(request: IncomingMessage, requestId: string, path: string, reader: Reader): Promise<Page | Redirect | TextDocument> {
    const answer = request.method === 'POST' ? findFormAnswer(path) : undefined;
    const found = answer === undefined ? findPage(path) : { make: answer, parameter: '' };
    if (found === undefined) throw new DomainError('NOT_FOUND', 'There is no page at this address.');
    const target = request.url ?? '';
    const mark = target.indexOf('?');
    const text = mark === -1 ? '' : target.slice(mark + 1);
    return found.make({
      site: options.site(),
      parameter: found.parameter,
      query: parseQuery(text),
      repeated: (name) => repeatedValues(text, name),
      accepted: (mediaTypes) => {
        const best = accepts(request).type([...mediaTypes]);
        return typeof best === 'string' ? best : undefined;
      },
      run: (operation, variables) => runFor(noting(readerOf(request, requestId), reader), execute, operation, variables),
      readBytes: async (location, count) => buffer(await options.storage.open(location, { start: 0, end: count - 1 })),
      runAsBearer: (token, operation, variables) => runFor(authenticate(request, requestId, token), execute, operation, variables),
    });
  }

  async function answerSignIn(request: IncomingMessage, response: ServerResponse, requestId: string, found: FoundSignIn): Promise<void> {
    const reader: Reader = { superuser: false };
    const call = await readSignInCall(request, {
      providerId: found.providerId,
      run: (operation, variables) =>
        runFor(noting(options.authenticateBrowser(request, requestId, found.protectedByProxy), reader), execute, operation, variables),
    });
    const answer = await found.answer(call);
    const more = cookieHeaders(answer);
    if ('location' in answer) {
      sendRedirect(response, answer, request.method === 'POST' ? 303 : 302, { ...more, 'Cache-Control': 'no-store' });
    } else {
      sendPage(request, response, { ...answer.page, forSuperuser: reader.superuser }, await surroundings(request, requestId), more);
    }
  }

  async function answerDeposit(request: IncomingMessage, response: ServerResponse, requestId: string, found: FoundDeposit): Promise<void> {
    const reader: Reader = { superuser: false };
    const answer = await found(request, {
      storage: options.storage,
      run: (operation, variables) =>
        runFor(noting(options.authenticateBrowser(request, requestId, false), reader), execute, operation, variables),
    });
    if ('json' in answer) sendJson(response, answer.json, answer.status);
    else if ('location' in answer) sendRedirect(response, answer, request.method === 'POST' ? 303 : 302, { 'Cache-Control': 'no-store' });
    else sendPage(request, response, { ...answer.page, forSuperuser: reader.superuser }, await surroundings(request, requestId));
  }

  async function serve(request: IncomingMessage, response: ServerResponse, path: string, found: FoundForms): Promise<void> {
    const requestId = options.requestIdOf(request);
    const { signIn, deposit } = found;
    try {
      if (deposit !== undefined) {
        await answerDeposit(request, response, requestId, deposit);
        return;
      }
      if (signIn !== undefined) {
        await answerSignIn(request, response, requestId, signIn);
        return;
      }
      const reader: Reader = { superuser: false };
      const made = await makePage(request, requestId, path, reader);
      if ('location' in made) sendRedirect(response, made);
      else if ('text' in made) sendDocument(request, response, made);
      else sendPage(request, response, { ...made, forSuperuser: reader.superuser }, await surroundings(request, requestId));
    } catch (thrown) {
      const error =
        thrown instanceof DomainError ? thrown : new DomainError('INTERNAL_SERVER_ERROR', 'The page could not be made.', { cause: thrown });
      if (thrown !== error) log.error({ requestId, err: thrown }, 'a page could not be made');
      // What of a form was not read is in the way of the answer.
      if (signIn !== undefined || deposit !== undefined) discardBody(request);
      if (response.headersSent) response.destroy();
      else sendPage(request, response, refusalPage(error, requestId), await surroundings(request, requestId));
    }
  }

  return function handle(request, response, path) {
    const method = request.method ?? 'GET';
    const signIn = findSignInAnswer(method, path);
    const deposit = findDepositAnswer(method, path);
    const isForm = signIn !== undefined || deposit !== undefined;
    const sendsForm = request.method === 'POST' && findFormAnswer(path) !== undefined;
    if (method !== 'GET' && method !== 'HEAD' && !sendsForm && !isForm) return false;
    // Nothing in the body of a form counts.
    if (sendsForm) discardBody(request);
    if (serveAsset(request, response, path)) return true;
    const wantsPage = isForm || findPage(path) !== undefined || (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) return false;
    const cookies = [languageCookie(request), hiddenCookie(request)].filter((cookie) => cookie !== undefined);
    if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
    const reads = method === 'GET' || method === 'HEAD';
    // What a provider sends a browser back with counts once, and is repeated nowhere.
    const isStep = signIn !== undefined && signIn.providerId !== '';
    const address = isStep ? '/sign-in' : reads ? (request.url ?? path) : path;
    readingIn({ language: chooseLanguage(request), address }, () => serve(request, response, path, { signIn, deposit })).catch(
      (err: unknown) => {
        log.error({ err }, 'the error page could not be made either');
        response.destroy();
      },
    );
    return true;
  };
}
