/**
 * What hits are kept of: words; and terms, which are exact values of facets, the collections that something lies below, and the nodes on
 * which whoever sees drafts sees it. A term has a space, which no word of the index has. See
 * docs/adr/0107-filters-and-collections-are-kept-as-bits.md and docs/adr/0108-drafts-that-a-role-opens-are-kept-as-bits.md.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { openingNode, openToRoles } from '../gate/visible.ts';
import { fileLicense, searchColumns } from './search-columns.ts';

/** Stands for everything among kept words. */
export const EVERYTHING = '';
const VALUE = 'value ';
const BELOW = 'below ';
const DRAFTS = 'drafts ';

/** The term of an exact value, which is `facet=value`. */
export const termOfValue = (value: string): string => `${VALUE}${value}`;

/** The term of what lies below a collection. Triggers write it as well. */
export const termBelow = (collectionId: number): string => `${BELOW}${collectionId}`;

/** The term of what is withheld from everybody else and open to whoever sees drafts on a node, or on any. Triggers write it as well. */
export const termOfDrafts = (nodeId?: number): string => `${DRAFTS}${nodeId ?? ''}`;

/** The same in a statement. */
export const valueTerms = (value: SQL): SQL => sql`'${sql.raw(VALUE)}' || ${value}`;
export const belowTerms = (nodeId: SQL): SQL => sql`'${sql.raw(BELOW)}' || ${nodeId}`;
export const draftsTerms = (nodeId: SQL): SQL => sql`'${sql.raw(DRAFTS)}' || ${nodeId}`;

/** Kept terms of drafts: `word`, and the `id` of the node; null for any. */
export const keptDrafts = sql`(
  select word, nullif(substr(word, ${sql.raw(String(DRAFTS.length + 1))}), '')::int as id from search_kept_word where word like '${sql.raw(DRAFTS)}%')`;

/** Ids of collections that kept terms are of what lies below. */
export const keptBelow = sql`(select substr(word, ${sql.raw(String(BELOW.length + 1))})::int as id from search_kept_word where word like '${sql.raw(BELOW)}%')`;

/** Whether `doc` lies below any of some nodes, the first of which is a collection and no hit itself. */
export const isBelow = (nodeIds: SQLWrapper): SQL =>
  sql`exists (select from node place where place.id = doc.node_id and place.path && ${nodeIds}::int[] and place.id <> (${nodeIds}::int[])[1])`;

/** Facets whose values a file does not have itself: they follow from the version by which it is found, as `kept` has it. */
const OF_VERSIONS: Readonly<Record<string, SQL>> = { license: fileLicense, publicationDate: searchColumns.publicationDate };
const NAMES_OF_VERSIONS = Object.keys(OF_VERSIONS);
/** Those that change with the day, with locks, or with who asks. */
const NEVER_KEPT: readonly string[] = ['publicationStatus', 'curationStatus', 'fileAccess'];

export const isOfVersions = (facet: string): boolean => Object.hasOwn(OF_VERSIONS, facet);
/** Whether exact values of a facet may be kept. */
export const hasExactValues = (facet: string): boolean => !NEVER_KEPT.includes(facet);
/** The facet of an exact value, `facet=value`. */
export const facetOf = (value: string): string => value.slice(0, value.indexOf('='));

const valuesOfFile = (facets: readonly string[]): SQL =>
  sql`array_remove(array[${sql.join(
    facets.flatMap((name) => (OF_VERSIONS[name] === undefined ? [] : [sql`'${sql.raw(name)}=' || ${OF_VERSIONS[name]}`])),
    sql`, `,
  )}], null)`;

/** Whether `doc` has some exact values, all of them. */
export const hasValues = (values: SQLWrapper): SQL => sql`doc.facets @> ${values}::text[]`;

/** The same where values of files may be among them that follow from their versions. */
export const hasValuesOfVersions = (values: SQLWrapper, facets: readonly string[] = NAMES_OF_VERSIONS): SQL =>
  sql`(case doc.kind when 'DATAFILE' then (
    select doc.facets || ${valuesOfFile(facets)} @> ${values}::text[] from search_dataset kept where kept.dataset_id = doc.dataset_id) else ${hasValues(values)} end)`;

/** The words and terms of `doc`, each as `word`. */
export const termsOfDocument = sql`(
  select '${sql.raw(EVERYTHING)}' as word
  union all select unnest(tsvector_to_array(doc.words))
  union all select ${valueTerms(sql`value`)} from unnest(doc.facets) value
  union all select ${valueTerms(sql`value`)} from search_dataset kept cross join unnest(${valuesOfFile(NAMES_OF_VERSIONS)}) value
    where doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id
  union all select ${belowTerms(sql`above`)} from node place cross join unnest(place.path) above
    where place.id = doc.node_id and (doc.kind <> 'COLLECTION' or above <> doc.node_id)
  union all select unnest(array_prepend('${sql.raw(DRAFTS)}'::text, array(
    select ${draftsTerms(sql`counting`)} from node place cross join unnest(place.permission_path) counting where place.id = ${openingNode}))) where ${openToRoles})`;

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
  if (word === DRAFTS) return { matches: sql`${openToRoles}`, indexed: false };
  if (word.startsWith(DRAFTS)) {
    const node = sql`${word.slice(DRAFTS.length)}::text::int`;
    return {
      matches: sql`${openToRoles} and exists (select from node place where place.id = ${openingNode} and place.permission_path @> array[${node}])`,
      indexed: false,
    };
  }
  if (word.startsWith(VALUE)) {
    const value = word.slice(VALUE.length);
    const values = sql`array[${value}::text]`;
    return isOfVersions(facetOf(value))
      ? { matches: hasValuesOfVersions(values, [facetOf(value)]), indexed: false }
      : { matches: hasValues(values), indexed: true };
  }
  // The lexeme as it is: no word is looked for in it.
  return { matches: sql`doc.words @@ ${`'${word.replaceAll(/['\\]/gu, '$&$&')}'`}::text::tsquery`, indexed: true };
}
