import { DomainError } from '../errors/domain-error.ts';

/** Query parameters by name; of a repeated name the first value counts. */
export type QueryParameters = Readonly<Record<string, string>>;

/** No prototype, so that a parameter may have any name. */
function empty(): Record<string, string> {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the library's type of Object.create is any
  return Object.create(null);
}

const none: QueryParameters = Object.freeze(empty());

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new DomainError('BAD_USER_INPUT', 'The query string contains a percent sign that starts no valid escape sequence.', {
      problems: [{ pointer: '/query', message: 'must be percent-encoded UTF-8' }],
    });
  }
}

/**
 * Parses the part of a URL after `?`. The object has no prototype, so a parameter may have any name.
 * @throws DomainError BAD_USER_INPUT when an escape sequence is malformed or a value holds a NUL character.
 */
export function parseQuery(text: string): QueryParameters {
  if (text === '') return none;
  const parameters = empty();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (name in parameters) continue;
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (value.includes('\0')) {
      throw new DomainError('BAD_USER_INPUT', `The query parameter ${name} contains a NUL character.`, {
        problems: [{ pointer: `/query/${name}`, message: 'must not contain a NUL character' }],
      });
    }
    parameters[name] = value;
  }
  return parameters;
}

/** All values of one parameter, in their order. @throws DomainError as `parseQuery` does */
export function repeatedValues(text: string, name: string): readonly string[] {
  // Each pair by itself is refused as the first of its name is.
  return text.split('&').flatMap((pair) => parseQuery(pair)[name] ?? []);
}

/** A query with all values of the names that may be repeated, in their order. */
export type MergedQuery = Readonly<Record<string, string | readonly string[]>>;

/**
 * The query with lists in place of the first values of some names. `text` is the one that it was parsed of.
 * @throws DomainError as `parseQuery` does
 */
export function withRepeated(query: QueryParameters, text: string, names: readonly string[]): MergedQuery {
  const lists = names.map((name) => [name, repeatedValues(text, name)] as const);
  return { ...query, ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)) };
}

/** Parameters whose value is a secret. */
const secretNames: ReadonlySet<string> = new Set(['key', 'token', 'unblock-key', 'password', 'signature']);

/** Replaces the values of secret parameters, so that a query can be shown or logged. */
export function maskSecrets(text: string): string {
  if (text === '') return text;
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = equals === -1 ? pair : pair.slice(0, equals);
      let plainName = name;
      try {
        plainName = decodeURIComponent(name);
      } catch {
        // A name that cannot be decoded is no known secret, but its value might be one that was mistyped.
        return `${name}=***`;
      }
      return equals !== -1 && secretNames.has(plainName.toLowerCase()) ? `${name}=***` : pair;
    })
    .join('&');
}
