/** Persistent identifiers as text. Source: datasets.md 12.1. */

export interface PersistentIdParts {
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
}

const resolvers: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/(?:dx\.)?doi\.org\//i, 'doi:'],
  [/^https?:\/\/hdl\.handle\.net\//i, 'hdl:'],
  [/^https?:\/\/[^/?#]+\/citation\?persistentId=(?=perma:)/i, ''],
];

/** `protocol:authority`, separator and identifier together. */
export function persistentIdText(parts: PersistentIdParts): string {
  return `${parts.protocol}:${parts.authority}${parts.separator}${parts.identifier}`;
}

/** The address that resolves an identifier in scheme form; `siteUrl` has no trailing slash. */
export function resolvingUrl(persistentId: string, siteUrl: string): string {
  if (persistentId.startsWith('doi:')) return `https://doi.org/${persistentId.slice('doi:'.length)}`;
  if (persistentId.startsWith('hdl:')) return `https://hdl.handle.net/${persistentId.slice('hdl:'.length)}`;
  return `${siteUrl}/citation?persistentId=${persistentId}`;
}

/** The address that resolves an identifier; `siteUrl` has no trailing slash. */
export function persistentUrl(parts: PersistentIdParts, siteUrl: string): string {
  return resolvingUrl(persistentIdText(parts), siteUrl);
}

/**
 * Brings a persistent identifier that a client sent, in scheme or URL form, to the scheme form; undefined when it is
 * none. Case is kept: comparisons ignore it.
 */
export function normalizePersistentId(text: string): string | undefined {
  const trimmed = text.trim();
  const resolver = resolvers.find(([pattern]) => pattern.test(trimmed));
  const scheme = resolver === undefined ? trimmed : trimmed.replace(resolver[0], resolver[1]);
  return /^(?:doi:10\.[^\s\p{C}/',;]+\/|hdl:[^\s\p{C}/',;]+\/|perma:)[^\s\p{C}',;]+$/iu.test(scheme) ? scheme : undefined;
}

/**
 * Takes an identifier in scheme form apart under a known beginning, whose spelling it then has; undefined when it begins otherwise.
 * DOIs are kept in capitals. Source: datasets.md 12.1.
 */
export function splitPersistentId(
  persistentId: string,
  { protocol, authority, separator }: Omit<PersistentIdParts, 'identifier'>,
): PersistentIdParts | undefined {
  const beginning = `${protocol}:${authority}${separator}`;
  if (!persistentId.toLowerCase().startsWith(beginning.toLowerCase())) return undefined;
  const rest = persistentId.slice(beginning.length);
  if (!isPidIdentifier(rest)) return undefined;
  return { protocol, authority, separator, identifier: protocol === 'doi' ? rest.toUpperCase() : rest };
}

/** Whether a text can be the part of an identifier that follows the authority. Source: datasets.md 12.1. */
export function isPidIdentifier(text: string): boolean {
  return /^[^\s\p{C}',;]+$/u.test(text);
}
