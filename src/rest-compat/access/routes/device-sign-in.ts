/** Sign-in of programs without a browser, as libraries for OAuth 2 ask for it. Source: users-admin.md 3.8; RFC 8628, 3.1-3.5. */
import { z } from 'zod';
import { DeviceSignInBeginDocument, DeviceSignInCompleteDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../../vocabulary/access.ts';
import { bareJson } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const JSON_TYPE = 'application/json;charset=UTF-8';

const begunSchema = recordSchema('DeviceAuthorization', 'A sign-in that a program has begun. Source: RFC 8628, 3.2.', {
  device_code: z.string().describe('What the program asks for its token with.'),
  user_code: z.string().describe('What the user types.'),
  verification_uri: z.string().describe('Where the user types it.'),
  verification_uri_complete: z.string().describe('The same with the code filled in.'),
  expires_in: z.int().describe('Seconds until the sign-in ends.'),
  interval: z.int().describe('Seconds between two questions.'),
});

const tokenSchema = recordSchema('DeviceToken', 'The token of a program that was let in. Source: RFC 6749, 5.1.', {
  access_token: z.string().describe('A named token, for `X-Service-key` or `Authorization: Bearer`.'),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds until the token ends.'),
  scope: z.string().describe('Scopes in lower case, separated by blanks.'),
});

/** @throws DomainError BAD_USER_INPUT */
function scopesOf(text: string | undefined): TokenScope[] {
  const words = [...new Set((text ?? 'read').split(' ').filter((word) => word !== ''))];
  const scopes = words.flatMap((word) => TOKEN_SCOPES.find((scope) => scope.toLowerCase() === word) ?? []);
  if (scopes.length === words.length && words.length > 0) return scopes;
  const message = `must be of ${TOKEN_SCOPES.join(', ').toLowerCase()}, separated by blanks`;
  throw new DomainError('BAD_USER_INPUT', `The scope ${message}.`, { problems: [{ pointer: '/scope', message }] });
}

export const deviceSignInRoutes: readonly Route[] = [
  route({
    id: 'device.authorization',
    method: 'POST',
    path: '/api/device/authorization',
    summary: 'Begins the sign-in of a program without a browser (RFC 8628): the user lets it in at the address that is answered.',
    auth: 'public',
    credentials: 'ignored',
    body: {
      kind: 'form',
      schema: z.object({
        client_id: z.string().describe('What the program is called; shown to the user, and the name of the token.'),
        scope: z.string().optional().describe('Of `read`, `deposit`, `curate`, `administer`, separated by blanks; `read` by default.'),
      }),
    },
    inputNames: { clientName: 'client_id' },
    oauthErrors: { SIGN_IN_LIMITED: 'temporarily_unavailable', SERVICE_UNAVAILABLE: 'temporarily_unavailable' },
    refusals: ['BAD_USER_INPUT', 'SIGN_IN_LIMITED'],
    answer: bareJson(begunSchema),
    operation: DeviceSignInBeginDocument,
    variables: ({ body }) => ({ input: { clientName: body.client_id, scopes: scopesOf(body.scope) } }),
    reply: ({ beginDeviceSignIn: begun }) => {
      const record: z.infer<typeof begunSchema> = {
        device_code: begun.deviceCode,
        user_code: begun.userCode,
        verification_uri: begun.verificationUri,
        verification_uri_complete: begun.verificationUriComplete,
        expires_in: begun.expiresInSeconds,
        interval: begun.intervalSeconds,
      };
      return { bare: JSON.stringify(record), contentType: JSON_TYPE };
    },
  }),
  route({
    id: 'device.token',
    method: 'POST',
    path: '/api/device/token',
    summary: 'Gives a program its token once its user has let it in; until then 400 with `"error": "authorization_pending"`.',
    auth: 'public',
    credentials: 'ignored',
    body: {
      kind: 'form',
      schema: z.object({
        grant_type: z.literal(GRANT, `must be ${GRANT}`),
        device_code: z.string(),
        client_id: z.string().optional().describe('Not looked at: the device code says which program asks.'),
      }),
    },
    inputNames: { deviceCode: 'device_code' },
    oauthErrors: {
      DEVICE_SIGN_IN_PENDING: 'authorization_pending',
      DEVICE_SIGN_IN_TOO_SOON: 'slow_down',
      DEVICE_SIGN_IN_REFUSED: 'access_denied',
      DEVICE_SIGN_IN_ENDED: 'expired_token',
      TOO_MANY_TOKENS: 'access_denied',
      SERVICE_UNAVAILABLE: 'temporarily_unavailable',
    },
    refusals: [
      'BAD_USER_INPUT',
      'DEVICE_SIGN_IN_PENDING',
      'DEVICE_SIGN_IN_TOO_SOON',
      'DEVICE_SIGN_IN_REFUSED',
      'DEVICE_SIGN_IN_ENDED',
      'TOO_MANY_TOKENS',
    ],
    answer: bareJson(tokenSchema),
    operation: DeviceSignInCompleteDocument,
    variables: ({ body }) => ({ input: { deviceCode: body.device_code } }),
    reply: ({ completeDeviceSignIn: { secret, token } }) => {
      const record: z.infer<typeof tokenSchema> = {
        access_token: secret,
        token_type: 'Bearer',
        expires_in: Math.floor((new Date(token.expiresAt).getTime() - Date.now()) / 1000),
        scope: token.scopes.join(' ').toLowerCase(),
      };
      return { bare: JSON.stringify(record), contentType: JSON_TYPE };
    },
  }),
];
