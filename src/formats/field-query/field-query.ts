/**
 * Queries over the fields of metadata, in the manner of search engines: `subject:"Earth Sciences" AND NOT keywordValue:draft*`.
 * Source: exports.md 16.5.
 */

/** What a query asks of metadata. */
export type FieldQuery =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly FieldQuery[] }
  | { readonly kind: 'not'; readonly part: FieldQuery }
  | FieldTerm;

/** Words that follow one another in a value of a field, or of any field. */
export interface FieldTerm {
  readonly kind: 'term';
  /** Name of the field; null for all. */
  readonly field: string | null;
  readonly words: readonly string[];
  /** Whether the last word is only the beginning of one; without words any value will do. */
  readonly open: boolean;
}

/** The words of a text, as they are compared. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** The fields that a query names. */
export function fieldsOf(query: FieldQuery): readonly string[] {
  if (query.kind === 'term') return query.field === null ? [] : [query.field];
  return query.kind === 'not' ? fieldsOf(query.part) : query.parts.flatMap(fieldsOf);
}
