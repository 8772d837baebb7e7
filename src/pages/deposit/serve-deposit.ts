/** The pages of depositing and of administration over HTTP: who may ask, and what is read of the request. */
import type { IncomingMessage } from 'node:http';
import { isFromOwnPage } from '../../browser-cookies.ts';
import { PageOfDepositorDocument } from '../../generated/page-operations.ts';
import { discardBody } from '../../rest-compat/discard-body.ts';
import { parseQuery } from '../../rest-compat/query-string.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import { administrationRoutes } from '../administration/administration-routes.ts';
import { messagesOf } from '../messages/messages.ts';
import type { PageCall } from '../page.ts';
import type { DepositAnswer, DepositAnswerer } from './deposit-call.ts';
import { depositRoutes } from './deposit-routes.ts';
import { type FormValues, readFormValues } from './form-values.ts';
import { signedOutPage } from './signed-out-page.ts';
import { PageRefusal } from '../page-refusal.ts';

const NO_FORM: FormValues = new Map();

/** What answers a request for a page of depositing. */
export type FoundDeposit = (
  request: IncomingMessage,
  facts: { readonly run: PageCall['run']; readonly storage: FileStorage },
) => Promise<DepositAnswer>;

async function isSignedIn(run: PageCall['run']): Promise<boolean> {
  return (await run(PageOfDepositorDocument, {})).viewer.user !== null;
}

/** What those get who are not signed in: the way to sign in and back, and their form if they sent one. */
function signInFirst(request: IncomingMessage, path: string, form: FormValues): DepositAnswer {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return { location: `/sign-in?returnTo=${encodeURIComponent(request.url ?? path)}` };
  }
  // What was sent with it is in the way of the answer.
  discardBody(request);
  const isOfPage = (request.headers.accept ?? '').includes('text/html');
  return isOfPage ? { page: signedOutPage(messagesOf(), path, form) } : { json: { message: messagesOf().form.signedOut }, status: 401 };
}

/** @throws DomainError FOREIGN_FORM | PAYLOAD_TOO_LARGE | UNSUPPORTED_MEDIA_TYPE | BAD_USER_INPUT, or as the answer */
async function answerRequest(
  request: IncomingMessage,
  path: string,
  answer: DepositAnswerer,
  readsForm: boolean,
  { run, storage }: Parameters<FoundDeposit>[1],
): Promise<DepositAnswer> {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const messages = messagesOf();
  if (!reads && !isFromOwnPage(request.headers)) throw new PageRefusal('PERMISSION_DENIED', messages.form.foreign);
  const target = request.url ?? '';
  const mark = target.indexOf('?');
  const form = !reads && readsForm ? await readFormValues(request) : NO_FORM;
  if (!(await isSignedIn(run))) return signInFirst(request, path, form);
  return answer({ request, path, query: parseQuery(mark === -1 ? '' : target.slice(mark + 1)), form, storage, messages, run });
}

/** Finds what answers a request for a page of depositing, or of administration. */
export function findDepositAnswer(method: string, path: string): FoundDeposit | undefined {
  const route = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  const found = depositRoutes[route] ?? administrationRoutes[route];
  if (found === undefined) return undefined;
  const isPlain = typeof found === 'function';
  return (request, facts) => answerRequest(request, path, isPlain ? found : found.answer, isPlain, facts);
}
