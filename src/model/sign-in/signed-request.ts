/** What the signature of a signed URL covers, and where it stands in it; pure. Source: users-admin.md 3.4. */

/** Methods that a signed URL can be for. */
export const SIGNED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The signed part of a request: the parameters that stand last count, for they are those that signing has added. */
export interface SignedRequest {
  /** The same for all spellings of one request; everything before the signature is in it. */
  readonly covered: string;
  /** Until when it counts, in milliseconds since 1970; undefined without an end. */
  readonly until: number | undefined;
  readonly userName: string;
  readonly method: string | undefined;
  /** 128 digits. */
  readonly signature: string;
}

type Parameter = readonly [name: string, value: string];

const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** Names and values in their order. @throws URIError */
function parametersOf(query: string): Parameter[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): Parameter => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
    });
}

/**
 * A request in one spelling: clients and proxies write escapes in their own ways, and both forms of a path are one. Escaped anew, no two
 * requests have the same one, as plain decoding would give them.
 */
function coveredText(path: string, parameters: readonly Parameter[]): string {
  const segments = path
    .replace(/^\/api\/v1(?=\/)/, '/api')
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)));
  const query = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${segments.join('/')}?${query.join('&')}`;
}

const SIGNATURE = /^[0-9a-f]{128}$/;

/** Reads the signed part of path and query as they were sent; undefined where they have none that could be good. */
export function readSignedRequest(target: string): SignedRequest | undefined {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  try {
    const parameters = parametersOf(query);
    const [name, signature = ''] = parameters.at(-1) ?? [];
    const before = parameters.slice(0, -1);
    if (name !== 'token' || !SIGNATURE.test(signature)) return undefined;
    const last = (wanted: string) => before.findLast(([one]) => one === wanted)?.[1];
    const [until, userName] = [last('until'), last('user')];
    const end = until === undefined ? undefined : Date.parse(`${until}Z`);
    if (userName === undefined || Number.isNaN(end)) return undefined;
    return { covered: coveredText(path, before), until: end, userName, method: last('method'), signature };
  } catch {
    // An escape that is none.
    return undefined;
  }
}

/** An address with what signing adds to it, up to the signature, and what that covers. @throws URIError */
export function withSignedParameters(
  address: string,
  { until, userName, method }: { readonly until: Date; readonly userName: string; readonly method: string },
): { readonly url: string; readonly covered: string } {
  const [, base = '', path = '', query] = /^(https?:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(address) ?? [];
  const added = `until=${until.toISOString().slice(0, -1)}&user=${encodeURIComponent(userName)}&method=${method}`;
  const whole = query === undefined || query === '' ? added : `${query}&${added}`;
  return { url: `${base}${path}?${whole}&token=`, covered: coveredText(path, parametersOf(whole)) };
}

/** What is wrong with an address that is to be signed, as the end of a sentence; undefined when nothing is. */
export function addressFault(address: string): string | undefined {
  if (!/^https?:\/\/[^/?#]+\/api\/[^?#]/i.test(address) || !URL.canParse(address)) return 'must be an address below /api of this server';
  if (/[^\x21-\x7e]/.test(address)) return 'must be percent-encoded';
  try {
    const { search } = new URL(address);
    decodeURIComponent(new URL(address).pathname);
    const credential = parametersOf(search.slice(1)).find(([name]) => name === 'key' || name === 'token' || name === 'invocationID');
    return credential === undefined ? undefined : `must not hold the credential ${credential[0]}`;
  } catch {
    return 'must be percent-encoded';
  }
}
