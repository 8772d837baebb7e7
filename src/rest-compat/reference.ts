import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import type { CollectionReference, DatasetReference, FileReference } from '../generated/resolvers.ts';
import { ROOT_COLLECTION_REFERENCE } from '../vocabulary.ts';

const digits = /^[0-9]+$/;
/** Largest value of the id sequence (32 bits); more digits cannot name an object. */
const LARGEST_ID = 2_147_483_647;

/** Query of every route whose id may be `:persistentId`. */
export const persistentIdQuery = z.object({ persistentId: z.string().optional() });

/** Query of edits that are refused on another state than the one that they were made up on. */
export const editQuery = persistentIdQuery.extend({
  sourceLastUpdateTime: z.iso
    .datetime({ error: 'must be a moment in the form yyyy-MM-ddTHH:mm:ssZ' })
    .transform((text) => new Date(text))
    .optional(),
});
export type PersistentIdQuery = z.infer<typeof persistentIdQuery>;

function databaseId(text: string): number {
  const id = Number(text);
  // An id beyond the sequence names nothing: asking for 0 gives the ordinary "not found".
  return id <= LARGEST_ID ? id : 0;
}

/** Reads a path segment that is a numeric id and nothing else; 0, which names nothing, for any other. */
export function numericId(text: string): number {
  return digits.test(text) ? databaseId(text) : 0;
}

/** Reads the `{id}` of a collection: digits, alias, or `:root` in any case. Source: collections.md 1.2. */
export function collectionReference(id: string): CollectionReference {
  // A number beyond all ids names nothing, and no alias is a number: the refusal then has it as it was given.
  if (digits.test(id) && databaseId(id) !== 0) return { databaseId: databaseId(id) };
  if (id.toLowerCase() === ROOT_COLLECTION_REFERENCE) return { root: true };
  return { alias: id };
}

/** Reads the path segment of a group of the installation: digits are its id, anything else its alias. */
export function idOrAlias(text: string): { readonly databaseId: number } | { readonly alias: string } {
  return digits.test(text) ? { databaseId: databaseId(text) } : { alias: text };
}

function persistentIdFromQuery(query: PersistentIdQuery): string {
  if (query.persistentId === undefined || query.persistentId.trim() === '') {
    throw new DomainError('BAD_USER_INPUT', 'The id ":persistentId" needs the query parameter persistentId.', {
      problems: [{ pointer: '/query/persistentId', message: 'is missing' }],
    });
  }
  return query.persistentId;
}

/**
 * Reads the `{id}` of a dataset: digits, `:persistentId` with its query parameter, or a persistent identifier itself.
 * @throws DomainError BAD_USER_INPUT when it is none of these. Source: datasets.md 1.1.
 */
export function datasetReference(id: string, query: PersistentIdQuery): DatasetReference {
  if (digits.test(id)) return { databaseId: databaseId(id) };
  if (id === ':persistentId') return { persistentId: persistentIdFromQuery(query) };
  if (id.includes(':') && !id.startsWith(':')) return { persistentId: id };
  throw new DomainError('BAD_USER_INPUT', `Bad dataset id number: ${id}.`, {
    problems: [{ pointer: '/path/id', message: 'must be a number or :persistentId' }],
  });
}

/** Reads the `{id}` of a file. @throws DomainError BAD_USER_INPUT when it is no id. Source: files.md 1.2. */
export function fileReference(id: string, query: PersistentIdQuery): FileReference {
  if (digits.test(id)) return { databaseId: databaseId(id) };
  if (id === ':persistentId') return { persistentId: persistentIdFromQuery(query) };
  throw new DomainError('BAD_USER_INPUT', `Bad file id number: ${id}.`, {
    problems: [{ pointer: '/path/id', message: 'must be a number or :persistentId' }],
  });
}

/** A boolean query parameter: `true` in any case is true, everything else false. Source: collections.md 1.5. */
export const booleanParameter = z
  .string()
  .optional()
  .transform((text) => text?.toLowerCase() === 'true');

/** A count in the query: a whole number from 0, absent when it is not sent. */
export const countParameter = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number from 0')
  .transform(Number)
  .optional();
