import { z, type ZodType } from 'zod';
import type { ErrorCode } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { CollectionReference, DatasetReference, FileReference } from '../resolvers/generated/resolver-types.ts';
import { ROOT_COLLECTION_REFERENCE } from '../vocabulary/collections.ts';
import { booleanWord } from './boolean-text.ts';

const digits = /^[0-9]+$/;
/** Largest value of the id sequence (32 bits); more digits cannot name an object. */
const LARGEST_ID = 2_147_483_647;

/** Query of every route whose id may be `:persistentId`. */
export const persistentIdQuery = z.object({ persistentId: z.string().optional() });

/** Query of edits that are refused on another state than the one that they were made up on. */
export const editQuery = persistentIdQuery.extend({
  sourceLastUpdateTime: z.iso
    .datetime({ error: 'must be a date and time in the form yyyy-MM-ddTHH:mm:ssZ' })
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

/** An id or a name in a body, as text: a number, a number as text, or a name. Source: decisions.md 39. */
export const idOrNameText = z.union([z.int().min(0), z.string()], { error: 'must be an id or a name' }).transform(String);

/** An id or a name in a body, told apart. */
export const idOrName = idOrNameText.transform((given) => (digits.test(given) ? { databaseId: databaseId(given) } : { name: given }));

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

/** Reads the id of a dataset that an administrator wants examined: what is no id names none. Source: users-admin.md 13. */
export function examinedDataset(id: string, query: PersistentIdQuery): DatasetReference {
  return id === ':persistentId' ? { persistentId: persistentIdFromQuery(query) } : { databaseId: numericId(id) };
}

/** Reads the numeric id of a dataset version. @throws DomainError BAD_USER_INPUT when it is none. Source: files.md 12.2. */
export function versionId(id: string): number {
  if (digits.test(id)) return databaseId(id);
  throw new DomainError('BAD_USER_INPUT', `Bad dataset version id: ${id}.`, {
    problems: [{ pointer: '/path/datasetVersionId', message: 'must be a number' }],
  });
}

/** Reads the `{id}` of a file. @throws DomainError BAD_USER_INPUT, or the code given, when it is no id. Source: files.md 1.2. */
export function fileReference(id: string, query: PersistentIdQuery, badId: ErrorCode = 'BAD_USER_INPUT'): FileReference {
  if (digits.test(id)) return { databaseId: databaseId(id) };
  if (id === ':persistentId') return { persistentId: persistentIdFromQuery(query) };
  throw new DomainError(badId, `Bad file id number: ${id}.`, {
    problems: [{ pointer: '/path/id', message: 'must be a number or :persistentId' }],
  });
}

/** Reads the `{id}` of a file below `/api/access`, where a bad one names nothing. @throws DomainError FILE_NOT_FOUND. Source: files.md 1.2. */
export function accessedFile(id: string, query: PersistentIdQuery): FileReference {
  return fileReference(id, query, 'FILE_NOT_FOUND');
}

/** Reads the number of a record of a file, `fileMetadataId`. @throws DomainError FILE_NOT_FOUND for what is no number. Source: files.md 22.2. */
export function fileRecordId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (digits.test(text)) return databaseId(text);
  throw new DomainError('FILE_NOT_FOUND', 'There is no such record of the file.', {
    problems: [{ pointer: '/query/fileMetadataId', message: 'must be a number' }],
  });
}

/** A boolean query parameter, false when it is not sent. Source: decisions.md 35. */
export const booleanParameter = booleanWord.default(false);

/** A number in the query that is written in digits alone; absent when it is not sent. Source: decisions.md 52. */
export function numberParameter(rule: string, digitsAllowed = 9): ZodType<number | undefined, string | undefined> {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${digitsAllowed}}$`), rule)
    .transform(Number)
    .optional();
}

/** A count in the query: a whole number from 0, absent when it is not sent. */
export const countParameter = numberParameter('must be a whole number from 0');
