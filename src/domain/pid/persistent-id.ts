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

/** The address that resolves an identifier; `siteUrl` has no trailing slash. */
export function persistentUrl(parts: PersistentIdParts, siteUrl: string): string {
  const path = `${parts.authority}${parts.separator}${parts.identifier}`;
  if (parts.protocol === 'doi') return `https://doi.org/${path}`;
  if (parts.protocol === 'hdl') return `https://hdl.handle.net/${path}`;
  return `${siteUrl}/citation?persistentId=${parts.protocol}:${path}`;
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
