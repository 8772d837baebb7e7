/**
 * The part of an OpenID Connect issuer that the server under test uses: the address of its keys, and a public key without a known private
 * key.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const AUDIENCE = 'campaign';
export const KEY_ID = 'campaign-key';

export interface Issuer {
  readonly url: string;
  stop(): void;
}

/** Starts it on a free port of this machine. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 4096 });
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
  const server = createServer((request, response) => {
    const document = request.url === '/jwks' ? keys : metadata();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const metadata = () => ({
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
  });
  return { url, stop: () => server.close().closeAllConnections() };
}
