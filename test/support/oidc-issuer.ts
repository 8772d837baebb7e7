// A real OpenID Connect provider (the npm package oidc-provider) in this process, on a port of its own.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

export const CLIENT_ID = 'repository';
export const CLIENT_SECRET = 'a-secret-that-nobody-may-see';

/** A user of the issuer, with their claims. The subject is their login name. */
export type IssuerClaims = Readonly<Record<string, unknown>>;

/** What an access token is like; the defaults are a good one. */
export interface TokenWish {
  readonly audience?: string;
  readonly clientId?: string;
  readonly seconds?: number;
  /** `jwt` by default. */
  readonly format?: 'jwt' | 'opaque';
  /** Claims in the token itself. */
  readonly extra?: IssuerClaims;
}

export interface OidcIssuer {
  readonly url: string;
  /** What a provider's configuration needs to use it. */
  readonly factoryData: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  readonly people: Map<string, IssuerClaims>;
  token(subject: string, wish?: TokenWish): Promise<string>;
  /** Starts again at the same address, with other keys. */
  rotateKeys(): Promise<void>;
  /** Answers nothing until `rise`. */
  fall(): Promise<void>;
  rise(): Promise<void>;
  stop(): Promise<void>;
}

export interface IssuerOptions {
  readonly redirectUris?: readonly string[];
  readonly port?: number;
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: 'RS256', use: 'sig', kid: `key-${Math.random()}` };
}

/** Starts the provider. */
export async function startOidcIssuer({ redirectUris = [], port = 0 }: IssuerOptions = {}): Promise<OidcIssuer> {
  const people = new Map<string, IssuerClaims>();
  const asked: string[] = [];
  let extra: IssuerClaims = {};
  let answer: ReturnType<Provider['callback']> = () => Promise.resolve();
  let provider: Provider;
  const server: Server = createServer((request, response) => {
    asked.push((request.url ?? '').split('?')[0] ?? '');
    void answer(request, response);
  });

  async function listen(at: number): Promise<number> {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  const bound = await listen(port);
  const url = `http://127.0.0.1:${bound}`;

  async function begin(): Promise<void> {
    const configuration: Configuration = {
      clients: [CLIENT_ID, 'another-client'].map((client_id) => ({
        client_id,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...redirectUris],
        response_types: redirectUris.length === 0 ? [] : ['code'],
        grant_types: redirectUris.length === 0 ? [] : ['authorization_code'],
      })),
      jwks: { keys: [await newKey()] as never },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'preferred_username', 'affiliation'],
      },
      conformIdTokenClaims: false,
      features: {
        introspection: { enabled: true, allowedPolicy: () => true },
        userinfo: { enabled: true },
        devInteractions: { enabled: true },
      },
      cookies: { keys: ['only for tests'] },
      extraTokenClaims: () => extra,
      findAccount: (_context, sub) => {
        const claims = people.get(sub);
        return claims === undefined ? undefined : { accountId: sub, claims: () => ({ sub, ...claims }) };
      },
    };
    provider = new Provider(url, configuration);
    answer = provider.callback();
  }
  await begin();

  return {
    url,
    factoryData: `issuer: ${url} | clientId: ${CLIENT_ID} | clientSecret: ${CLIENT_SECRET}`,
    asked,
    people,
    token: async (subject, { audience = CLIENT_ID, clientId = CLIENT_ID, seconds = 600, format = 'jwt', extra: wished = {} } = {}) => {
      const client = await provider.Client.find(clientId);
      if (client === undefined) throw new Error('There is no such client.');
      const token = new provider.AccessToken({
        accountId: subject,
        client,
        scope: 'openid email profile',
        expiresIn: seconds,
        gty: 'authorization_code',
      } as never);
      if (format === 'jwt') {
        token.resourceServer = new provider.ResourceServer('urn:repository', {
          audience,
          scope: 'openid email profile',
          accessTokenFormat: 'jwt',
          accessTokenTTL: seconds,
        }) as never;
      }
      extra = wished;
      return token.save();
    },
    rotateKeys: begin,
    fall: close,
    rise: async () => {
      await listen(bound);
    },
    stop: close,
  };
}
