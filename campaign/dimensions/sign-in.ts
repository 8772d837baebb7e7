/** What a guest sends to sign in: forms, cookies, the way back from a provider, and the operations behind them. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import { graphqlRequest } from './graphql-request.ts';

/** Node takes 16 KB of request line and headers together. */
const LONGEST_HEADER = 15_000;
const LARGEST_BODY = 2_000_000;
const LARGEST_FORM = 16 * 1024 * 1024;
const own = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

function formTo(path: string, body: string, cookie = ''): HostileRequest {
  return { method: 'POST', path, headers: { ...own, cookie, 'content-type': 'application/x-www-form-urlencoded' }, body };
}

/** Bodies of about so many bytes. */
const bodies: Readonly<Record<string, (size: number) => string>> = {
  'a user name': (n) => `password=a&userName=${filled(n, 'x')}`,
  'a password': (n) => `userName=nobody&password=${filled(n, 'x')}`,
  'a path afterwards': (n) => `userName=nobody&password=a&returnTo=/${filled(n, '%2F')}`,
  'an e-mail address': (n) => `userName=nobody&firstName=a&lastName=b&email=a@${filled(n, 'a.')}`,
  'a token': (n) => `newPassword=correct-horse-7&token=${filled(n, 'x')}`,
  fields: (n) => filled(n, 'userName=a&'),
  'different fields': (n) => Array.from({ length: n / 7 }, (_, index) => `k${index}=`).join('&'),
  escapes: (n) => `userName=${filled(n, '%61')}`,
  'escapes of nothing': (n) => `userName=${filled(n, '%')}`,
  blanks: (n) => `userName=${filled(n, '+')}x&password=a`,
};

const FORMS = [
  '/sign-in',
  '/sign-up',
  '/sign-up/link',
  '/account/password',
  '/sign-out',
  '/device',
  '/device/allow',
  '/device/refuse',
  '/forgot-password',
  '/reset-password',
];
const forms = Object.entries(bodies).map(([what, body]): Dimension => ({
  name: `sign-in: ${what} of a form`,
  sizes: [64, LARGEST_FORM],
  requests: (size) => FORMS.map((path) => formTo(path, body(size))),
}));

/** What stands in an address or a cookie. */
const headers: Readonly<Record<string, (text: string) => HostileRequest>> = {
  'the path of a provider': (text) => ({ path: `/sign-in/${text}`, headers: own }),
  'the path afterwards': (text) => ({ path: `/sign-in/campaign?returnTo=/${text}`, headers: own }),
  'the path afterwards of a proxy': (text) => ({ path: `/sign-in/campaign/proxy?returnTo=/${text}`, headers: own }),
  'a code': (text) => ({ path: `/sign-in/campaign/callback?code=${text}&state=a`, headers: own }),
  'a state': (text) => ({ path: `/sign-in/campaign/callback?code=a&state=${text}`, headers: own }),
  'a session': (text) => ({ path: '/account', headers: { ...own, cookie: `__Host-archivolt-session=${text}` } }),
  'a ticket on the way back': (text) => ({
    path: '/sign-in/campaign/callback?code=a&state=a',
    headers: { ...own, cookie: `__Host-archivolt-sign-in=${text}` },
  }),
  'a ticket of a sign-up': (text) => formTo('/sign-up', 'userName=a', `__Host-archivolt-sign-up=${text}`),
  cookies: (text) => ({ path: '/account', headers: { ...own, cookie: `${text}; a=b` } }),
};
const texts: readonly ((size: number) => string)[] = [
  (n) => filled(n, 'x'),
  (n) => filled(n, '='),
  (n) => filled(n, 'a=b;'),
  (n) => filled(n, '%61'),
  (n) => filled(n, '%'),
];

const inHeaders = Object.entries(headers).map(([what, request]): Dimension => ({
  name: `sign-in: ${what}`,
  sizes: [64, LONGEST_HEADER],
  requests: (size) => texts.map((make) => request(make(size).slice(0, LONGEST_HEADER))),
}));

const person = 'userName: "nobody", firstName: "a", lastName: "b", email: "a@example.org"';
/** Operations with a text `$v`. */
const operations: Readonly<Record<string, string>> = {
  'a user name': 'signIn(input: { userName: $v, password: "a" }) { session { token } }',
  'a password': 'signIn(input: { userName: "nobody", password: $v }) { session { token } }',
  'a provider': 'beginSignIn(input: { providerId: $v }) { address }',
  'a path afterwards': 'beginSignIn(input: { providerId: "campaign", returnTo: $v }) { address }',
  'a provider of a proxy': 'signInByProxy(input: { providerId: $v }) { returnTo }',
  'a ticket on the way back': 'completeSignIn(input: { ticket: $v, parameters: "code=a" }) { returnTo }',
  'the parameters of a way back': 'completeSignIn(input: { ticket: "a", parameters: $v }) { returnTo }',
  'a ticket of a sign-up': `signUp(input: { ticket: $v, ${person} }) { session { token } }`,
  'an e-mail address': 'signUp(input: { ticket: "a", userName: "nobody", firstName: "a", lastName: "b", email: $v }) { session { token } }',
  'an affiliation': `signUp(input: { ticket: "a", ${person}, affiliation: $v }) { session { token } }`,
  'a bearer token of a registration': 'registerAccount(input: { bearerToken: $v }) { user { identifier } }',
  'a password before another': 'changePassword(input: { currentPassword: $v, newPassword: "a-very-long-password-7" }) { endedTokens }',
  'a new password': 'changePassword(input: { currentPassword: "a", newPassword: $v }) { endedTokens }',
  'a password for a token': 'lookUpApiToken(input: { userName: "nobody", password: $v }) { apiToken { token } }',
  'the name of a program': 'beginDeviceSignIn(input: { clientName: $v, scopes: [READ] }) { userCode }',
  'the code of a program': 'completeDeviceSignIn(input: { deviceCode: $v }) { secret }',
  'a code that was typed': 'decideDeviceSignIn(input: { userCode: $v, allow: true }) { deviceSignIn { clientName } }',
  'an address for a new password': 'requestPasswordReset(input: { email: $v }) { requested }',
  'a link for a new password': 'resetPassword(input: { token: $v, newPassword: "correct-horse-7" }) { userName }',
  'a password by a link': 'resetPassword(input: { token: "a", newPassword: $v }) { userName }',
  'a ticket of a link': 'linkAccount(input: { ticket: $v, userName: "nobody", password: "a" }) { session { token } }',
};

const graphql = Object.entries(operations).map(([what, field]): Dimension => ({
  name: `sign-in: ${what} over GraphQL`,
  sizes: [64, LARGEST_BODY],
  requests: (size) =>
    ['x', 'a.', '@', '%61'].map((text) => graphqlRequest(`mutation($v: String!) { ${field} }`, { v: filled(size - 400, text) })),
}));

/** What a program without a browser sends, as a form. */
const devices = Object.entries({
  'a name': (n: number) => ({ path: '/api/device/authorization', body: `client_id=${filled(n, 'x')}` }),
  'a scope': (n: number) => ({ path: '/api/device/authorization', body: `client_id=a&scope=${filled(n, 'read+')}` }),
  'different texts': (n: number) => ({
    path: '/api/device/authorization',
    body: Array.from({ length: n / 7 }, (_, index) => `k${index}=`).join('&'),
  }),
  'one text again and again': (n: number) => ({ path: '/api/device/token', body: filled(n, 'grant_type=a&') }),
  'a code': (n: number) => ({
    path: '/api/device/token',
    body: `grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=${filled(n, 'x')}`,
  }),
}).map(([what, make]): Dimension => ({
  name: `sign-in: ${what} of a program`,
  sizes: [64, LARGEST_FORM],
  requests: (size) => {
    const { path, body } = make(size);
    return [{ method: 'POST', path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }];
  },
}));

/** Guesses, each of another name: what is kept of one may not add up, and a password costs what a password costs. */
const guesses: Dimension = {
  name: 'sign-in: guesses of passwords',
  sizes: [5, 200],
  requests: (size) => Array.from({ length: size }, (_, guess) => formTo('/sign-in', `userName=guess${guess}&password=guess`)),
};

export const signInDimensions: readonly Dimension[] = [...forms, ...inHeaders, ...graphql, ...devices, guesses];
