/**
 * What hits are kept of: words; and terms, which are exact values of facets and the collections that something lies below. A term has a
 * space, which no word of the index has. See docs/adr/0107-filters-and-collections-are-kept-as-bits.md.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Stands for everything among kept words. */
export const EVERYTHING = '';
const VALUE = 'value ';
const BELOW = 'below ';

/** The term of an exact value, which is `facet=value`. */
export const termOfValue = (value: string): string => `${VALUE}${value}`;

/** The term of what lies below a collection. Triggers write it as well. */
export const termBelow = (collectionId: number): string => `${BELOW}${collectionId}`;

/** The same in a statement. */
export const valueTerms = (value: SQL): SQL => sql`'${sql.raw(VALUE)}' || ${value}`;
export const belowTerms = (nodeId: SQL): SQL => sql`'${sql.raw(BELOW)}' || ${nodeId}`;

/** Whether `doc` lies below any of some nodes, the first of which is a collection and no hit itself. */
export const isBelow = (nodeIds: SQLWrapper): SQL =>
  sql`exists (select from node place where place.id = doc.node_id and place.path && ${nodeIds}::int[] and place.id <> (${nodeIds}::int[])[1])`;

/** Whether `doc` has some exact values, all of them. */
export const hasValues = (values: SQLWrapper): SQL => sql`doc.facets @> ${values}::text[]`;

/** The words and terms of `doc`, each as `word`. */
export const termsOfDocument = sql`(
  select '${sql.raw(EVERYTHING)}' as word
  union all select unnest(tsvector_to_array(doc.words))
  union all select ${valueTerms(sql`value`)} from unnest(doc.facets) value
  union all select ${belowTerms(sql`above`)} from node place cross join unnest(place.path) above
    where place.id = doc.node_id and (doc.kind <> 'COLLECTION' or above <> doc.node_id))`;

/** How the documents are found that have a word or a term. */
export interface WaysToDocuments {
  readonly matches: SQL;
  /** Whether they are found by an index of theirs. The planner takes reading the words and values of all for cheap, which lie apart from their rows. */
  readonly indexed: boolean;
}

/** The documents `doc` that have a word or a term. */
export function documentsOf(word: string): WaysToDocuments {
  if (word === EVERYTHING) return { matches: sql`true`, indexed: false };
  if (word.startsWith(BELOW)) return { matches: isBelow(sql`array[${word.slice(BELOW.length)}::text::int]`), indexed: false };
  if (word.startsWith(VALUE)) return { matches: hasValues(sql`array[${word.slice(VALUE.length)}::text]`), indexed: true };
  // The lexeme as it is: no word is looked for in it.
  return { matches: sql`doc.words @@ ${`'${word.replaceAll(/['\\]/gu, '$&$&')}'`}::text::tsquery`, indexed: true };
}
