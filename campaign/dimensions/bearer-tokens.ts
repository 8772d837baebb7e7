/** Forged tokens of an issuer: any client can send them, and the server must check them. Node takes 16 KB of headers. */
import type { Dimension } from '../dimension.ts';
import { AUDIENCE, KEY_ID } from '../issuer.ts';

const LARGEST = 15_000;
/** Bytes that three of four characters of base64 hold. */
const bytesOf = (size: number): number => Math.max(1, Math.floor((size * 3) / 4) - 200);
const encoded = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const nested = (size: number): string => '['.repeat(Math.floor(size / 2)) + ']'.repeat(Math.floor(size / 2));

interface Parts {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signature?: string;
}

/** By name: the parts of a token of a size. */
const forged: Readonly<Record<string, (size: number) => Parts>> = {
  'a signature': (n) => ({ signature: 'A'.repeat(n) }),
  'a long claim': (n) => ({ claims: { name: 'x'.repeat(bytesOf(n)) } }),
  audiences: (n) => ({ claims: { aud: Array.from({ length: Math.ceil(bytesOf(n) / 4) }, () => 'a') } }),
  'a key that is not known': (n) => ({ header: { kid: 'k'.repeat(bytesOf(n)) } }),
  'critical extensions': (n) => ({ header: { crit: Array.from({ length: Math.ceil(bytesOf(n) / 4) }, () => 'b') } }),
};

const texts: Readonly<Record<string, (size: number) => string>> = {
  'claims nested in claims': (n) => `${encoded({ alg: 'RS256' })}.${encoded(`{"iss":${nested(bytesOf(n))}}`)}.AAAA`,
  dots: (n) => '.'.repeat(n),
  letters: (n) => 'a'.repeat(n),
  'blanks before it': (n) => `${' '.repeat(n)}a`,
};

function request(token: string) {
  return { path: '/api/users/:me', headers: { authorization: `Bearer ${token}` } };
}

export const bearerTokenDimensions: readonly Dimension[] = [
  ...Object.entries(forged).map(([name, partsOf]): Dimension => ({
    name: `bearer tokens: ${name}`,
    sizes: [64, LARGEST],
    requests: (size, { issuerUrl }) => {
      const { header, claims, signature = 'AAAA' } = partsOf(size);
      const exp = Math.floor(Date.now() / 1000) + 600;
      const head = encoded({ alg: 'RS256', kid: KEY_ID, ...header });
      return request(`${head}.${encoded({ iss: issuerUrl, aud: AUDIENCE, sub: 'ada', exp, ...claims })}.${signature}`.slice(0, LARGEST));
    },
  })),
  ...Object.entries(texts).map(([name, textOf]): Dimension => ({
    name: `bearer tokens: ${name}`,
    sizes: [64, LARGEST],
    requests: (size) => request(textOf(size).slice(0, LARGEST)),
  })),
];
