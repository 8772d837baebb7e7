/** The pages of signing in over HTTP: forms, cookies, and the way to providers and back. */
import type { IncomingMessage } from 'node:http';
import { clearCookie, type CookieName, isFromOwnPage, readCookie, setCookie } from '../../browser-cookies.ts';
import { DomainError } from '../../errors/domain-error.ts';
import {
  type EndedSignInFragment,
  PageBeginSignInDocument,
  PageCompleteSignInDocument,
  PageDecideDeviceDocument,
  PageLinkAccountDocument,
  PageOfDeviceDocument,
  PageOfSignedInDocument,
  PageOfSignInDocument,
  PageRequestPasswordResetDocument,
  PageResetPasswordDocument,
  PageSignInByProxyDocument,
  PageSignInDocument,
  PageSignOutDocument,
  PageSignUpDocument,
} from '../../generated/page-operations.ts';
import { parseQuery } from '../../rest-compat/query-string.ts';
import { messagesOf } from '../messages/messages.ts';
import { keepsCookies } from './keeps-cookies.ts';
import { readForm } from './read-form.ts';
import { decidedDevicePage, deviceCodePage, devicePage } from './device-pages.ts';
import { forgottenPasswordPage, requestedResetPage, resetDonePage, resetPasswordPage } from './reset-pages.ts';
import { account, changePassword, createToken, revokeToken } from './account-answers.ts';
import { type Answer, mendable, type SignInAnswer, type SignInCall } from './sign-in-call.ts';
import { signInPage, signUpPage } from './sign-in-pages.ts';

interface Session {
  readonly token: string;
  readonly expiresAt: Date | string;
}

/** A path of this server, where the browser wants to be afterwards. */
function ownPath(text: string | undefined): string {
  return text !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,999}$/.test(text) ? text : '/account';
}

function signedIn({ token, expiresAt }: Session, returnTo: string, ended: readonly CookieName[] = []): SignInAnswer {
  return { location: ownPath(returnTo), cookies: [setCookie('session', token, new Date(expiresAt)), ...ended.map(clearCookie)] };
}

const choose: Answer = async ({ run, query }) => {
  const { signInProviders } = await run(PageOfSignInDocument, {});
  return { page: signInPage(signInProviders, { returnTo: ownPath(query['returnTo']) }) };
};

const withPassword: Answer = async ({ request, run, form }) => {
  const returnTo = ownPath(form['returnTo']);
  if (!keepsCookies(request.headers)) {
    // The sign-in would come to nothing, without a word.
    const { signInProviders } = await run(PageOfSignInDocument, {});
    return { page: signInPage(signInProviders, { returnTo, problem: { text: messagesOf().account.overHttp }, status: 400 }) };
  }
  try {
    const input = { userName: form['userName'] ?? '', password: form['password'] ?? '' };
    return signedIn((await run(PageSignInDocument, { input })).signIn.session, returnTo);
  } catch (error) {
    const told = mendable(error);
    return { page: signInPage((await run(PageOfSignInDocument, {})).signInProviders, { returnTo, ...told }) };
  }
};

/** A session, or the form to make an account with. */
function admitted({ session, signUp: pending, returnTo }: EndedSignInFragment, ended: readonly CookieName[] = []): SignInAnswer {
  if (session !== null) return signedIn(session, returnTo, ended);
  if (pending === null) throw new DomainError('SIGN_IN_REFUSED', 'The sign-in came to nothing.');
  return { page: signUpPage(pending), cookies: [...ended.map(clearCookie), setCookie('signUp', pending.ticket)] };
}

const begin: Answer = async ({ run, providerId, query }) => {
  const input = { providerId, returnTo: ownPath(query['returnTo']) };
  const { address, ticket } = (await run(PageBeginSignInDocument, { input })).beginSignIn;
  return { location: address, cookies: [setCookie('trip', ticket)] };
};

const comeBack: Answer = async ({ run, request, search }) => {
  const input = { ticket: readCookie(request.headers, 'trip') ?? '', parameters: search };
  return admitted((await run(PageCompleteSignInDocument, { input })).completeSignIn, ['trip']);
};

/** The proxy in front has authenticated the user, or there is no such user. */
const byProxy: Answer = async ({ run, providerId, query }) => {
  const input = { providerId, returnTo: ownPath(query['returnTo']) };
  return admitted((await run(PageSignInByProxyDocument, { input })).signInByProxy);
};

const signUp: Answer = async ({ run, request, form }) => {
  const facts = {
    userName: form['userName'] ?? '',
    firstName: form['firstName'] ?? '',
    lastName: form['lastName'] ?? '',
    email: form['email'] ?? '',
    affiliation: form['affiliation'] === '' ? null : (form['affiliation'] ?? null),
  };
  try {
    const input = { ticket: readCookie(request.headers, 'signUp') ?? '', ...facts };
    const { session, returnTo } = (await run(PageSignUpDocument, { input })).signUp;
    return signedIn(session, returnTo, ['signUp']);
  } catch (error) {
    return { page: signUpPage(facts, mendable(error)) };
  }
};

const link: Answer = async ({ run, request, form }) => {
  try {
    const input = {
      ticket: readCookie(request.headers, 'signUp') ?? '',
      userName: form['userName'] ?? '',
      password: form['password'] ?? '',
    };
    const { session, returnTo } = (await run(PageLinkAccountDocument, { input })).linkAccount;
    return signedIn(session, returnTo, ['signUp']);
  } catch (error) {
    return { page: signUpPage({}, mendable(error)) };
  }
};

const forgotten: Answer = () => Promise.resolve({ page: forgottenPasswordPage() });

const requestReset: Answer = async ({ run, form }) => {
  try {
    await run(PageRequestPasswordResetDocument, { input: { email: form['email'] ?? '' } });
    return { page: requestedResetPage() };
  } catch (error) {
    return { page: forgottenPasswordPage(mendable(error)) };
  }
};

const askPassword: Answer = ({ query }) => Promise.resolve({ page: resetPasswordPage(query['token'] ?? '') });

const resetPassword: Answer = async ({ run, form }) => {
  const { token = '', newPassword = '', endTokens } = form;
  try {
    const { userName } = (await run(PageResetPasswordDocument, { input: { token, newPassword, endTokens: endTokens === 'on' } }))
      .resetPassword;
    // All sessions of the account have ended, the one of this browser among them if it had one.
    return { page: resetDonePage(userName) };
  } catch (error) {
    return { page: resetPasswordPage(token, mendable(error)) };
  }
};

/** The program that waits with a code, to the account that is signed in; anyone else signs in first. */
async function shownDevice({ run }: SignInCall, userCode: string): Promise<SignInAnswer> {
  if ((await run(PageOfSignedInDocument, {})).viewer.user === null) {
    const returnTo = userCode === '' ? '/device' : `/device?user_code=${encodeURIComponent(userCode)}`;
    return { location: `/sign-in?returnTo=${encodeURIComponent(returnTo)}` };
  }
  if (userCode === '') return { page: deviceCodePage() };
  try {
    return { page: devicePage((await run(PageOfDeviceDocument, { userCode })).deviceSignIn, userCode) };
  } catch (error) {
    return { page: deviceCodePage(mendable(error)) };
  }
}

const device: Answer = (call) => shownDevice(call, call.query['user_code'] ?? '');
const typedDevice: Answer = (call) => shownDevice(call, call.form['userCode'] ?? '');

const decideDevice =
  (allow: boolean): Answer =>
  async ({ run, form }) => {
    try {
      const input = { userCode: form['userCode'] ?? '', allow };
      const { clientName } = (await run(PageDecideDeviceDocument, { input })).decideDeviceSignIn.deviceSignIn;
      return { page: decidedDevicePage(clientName, allow) };
    } catch (error) {
      return { page: deviceCodePage(mendable(error)) };
    }
  };

const signOut: Answer = async ({ run }) => {
  try {
    await run(PageSignOutDocument, {});
  } catch (error) {
    // A session that has ended already is what was asked for.
    if (!(error instanceof DomainError) || error.code !== 'SESSION_MISSING') throw error;
  }
  return { location: '/sign-in', cookies: [clearCookie('session')] };
};

/** Pages of signing in, and what their forms send to, by method and path. */
export const signInRoutes: Readonly<Record<string, Answer>> = {
  'GET /sign-in': choose,
  'POST /sign-in': withPassword,
  'POST /sign-up': signUp,
  'POST /sign-up/link': link,
  'GET /account': account,
  'POST /account/password': changePassword,
  'POST /account/tokens': createToken,
  'POST /account/tokens/end': revokeToken,
  'POST /sign-out': signOut,
  'GET /forgot-password': forgotten,
  'POST /forgot-password': requestReset,
  'GET /reset-password': askPassword,
  'POST /reset-password': resetPassword,
  'GET /device': device,
  'POST /device': typedDevice,
  'POST /device/allow': decideDevice(true),
  'POST /device/refuse': decideDevice(false),
};

const PROVIDER = /^\/sign-in\/(?<id>[^/]+)(?<step>\/callback|\/proxy)?$/;
const steps: Readonly<Record<string, Answer>> = { '': begin, '/callback': comeBack, '/proxy': byProxy };

/** What answers a request for a page of signing in, and the provider in its path. */
export interface FoundSignIn {
  readonly answer: Answer;
  readonly providerId: string;
  /** The proxy in front lets only authenticated users get here. */
  readonly protectedByProxy: boolean;
}

/** Finds what answers a request for a page of signing in. */
export function findSignInAnswer(method: string, path: string): FoundSignIn | undefined {
  const answer = signInRoutes[`${method === 'HEAD' ? 'GET' : method} ${path}`];
  if (answer !== undefined) return { answer, providerId: '', protectedByProxy: false };
  const groups = method === 'GET' ? PROVIDER.exec(path)?.groups : undefined;
  if (groups === undefined) return undefined;
  try {
    const step = groups['step'] ?? '';
    return { answer: steps[step] ?? begin, providerId: decodeURIComponent(groups['id'] ?? ''), protectedByProxy: step === '/proxy' };
  } catch {
    return undefined;
  }
}

/** Reads what a page of signing in is asked with. @throws DomainError SIGN_IN_REFUSED for a form that is not this server's */
export async function readSignInCall(request: IncomingMessage, facts: Pick<SignInCall, 'providerId' | 'run'>): Promise<SignInCall> {
  const target = request.url ?? '';
  const mark = target.indexOf('?');
  const search = mark === -1 ? '' : target.slice(mark + 1);
  const posted = request.method === 'POST';
  if (posted && !isFromOwnPage(request.headers)) {
    throw new DomainError('SIGN_IN_REFUSED', 'The form was not sent from a page of this server.');
  }
  return { ...facts, request, search, query: parseQuery(search), form: posted ? await readForm(request) : {} };
}

/** Headers of an answer. */
export function cookieHeaders({ cookies = [] }: SignInAnswer): Record<string, string[]> {
  return cookies.length === 0 ? {} : { 'Set-Cookie': [...cookies] };
}
