import { DomainError } from '../../errors/domain-error.ts';

/** The reference of a client to a version. Source: datasets.md 1.2. */
export type VersionReference =
  | { readonly kind: 'draft' }
  | { readonly kind: 'latest' }
  | { readonly kind: 'latest-published' }
  | { readonly kind: 'number'; readonly major: number; readonly minor: number };

/**
 * Reads `:draft`, `:latest`, `:latest-published`, `x.y`, or `x` for `x.0`.
 * @throws DomainError BAD_USER_INPUT for anything else.
 */
export function parseVersionReference(text: string): VersionReference {
  if (text === ':draft') return { kind: 'draft' };
  if (text === ':latest') return { kind: 'latest' };
  if (text === ':latest-published') return { kind: 'latest-published' };
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  if (match === null) {
    throw new DomainError('BAD_USER_INPUT', `Illegal version identifier '${text}'.`, {
      problems: [{ pointer: '/version', message: 'must be :draft, :latest, :latest-published, x.y or x' }],
    });
  }
  return { kind: 'number', major: Number(match[1]), minor: Number(match[2] ?? 0) };
}
