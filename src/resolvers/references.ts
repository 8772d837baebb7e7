import type { CollectionKey, DatasetKey, FileKey, RoleKey } from '../domain/rows.ts';
import { DomainError } from '../errors/domain-error.ts';
import type {
  CollectionReference,
  DatasetReference,
  FileReference,
  MetadataBlockReference,
  RoleReference,
} from '../generated/resolvers.ts';
import { requireDatabaseId } from './global-id.ts';

type OneOf<Reference> = { readonly [Key in keyof Reference]?: Reference[Key] | null | undefined };

/** Refuses a reference that names its object not at all or in several ways: `@oneOf`, also for variables. */
function requireOne(reference: object): void {
  const given = Object.values(reference).filter((value) => value !== null && value !== undefined).length;
  if (given !== 1) {
    throw new DomainError('BAD_USER_INPUT', 'A reference must have exactly one key.', {
      problems: [{ pointer: '/reference', message: 'must have exactly one key' }],
    });
  }
}

/** How the domain names the collection of a reference. @throws DomainError BAD_USER_INPUT */
export function collectionKey(reference: OneOf<CollectionReference>): CollectionKey {
  requireOne(reference);
  if (reference.id) return { id: requireDatabaseId(reference.id, 'Collection') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  if (typeof reference.alias === 'string') return { alias: reference.alias };
  return { root: true };
}

/** How the domain names the dataset of a reference. @throws DomainError BAD_USER_INPUT */
export function datasetKeyOf(reference: OneOf<DatasetReference>): DatasetKey {
  requireOne(reference);
  if (reference.id) return { id: requireDatabaseId(reference.id, 'Dataset') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  return { persistentId: reference.persistentId ?? '' };
}

/** How the domain names the metadata block of a reference. @throws DomainError BAD_USER_INPUT */
export function metadataBlockKey(reference: OneOf<MetadataBlockReference>): { readonly id: number } | { readonly name: string } {
  requireOne(reference);
  return typeof reference.databaseId === 'number' ? { id: reference.databaseId } : { name: reference.name ?? '' };
}

/** How the domain names the file of a reference. @throws DomainError BAD_USER_INPUT */
export function fileKey(reference: OneOf<FileReference>): FileKey {
  requireOne(reference);
  if (reference.id) return { id: requireDatabaseId(reference.id, 'DataFile') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  return { persistentId: reference.persistentId ?? '' };
}

/** How the domain names the role of a reference. @throws DomainError BAD_USER_INPUT */
export function roleKey(reference: OneOf<RoleReference>): RoleKey {
  requireOne(reference);
  if (reference.id) return { id: requireDatabaseId(reference.id, 'Role') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  return { alias: reference.alias ?? '' };
}
