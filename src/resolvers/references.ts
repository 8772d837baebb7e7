import { normalizePersistentId } from '../model/persistent-id.ts';
import type { AccountKey, CollectionKey, DatasetKey, FileKey, InstallationGroupKey, NodeKey, RoleKey, UploadKey } from '../domain/rows.ts';
import { DomainError } from '../errors/domain-error.ts';
import type {
  CollectionReference,
  DatasetReference,
  DirectUploadReference,
  FileReference,
  IpGroupReference,
  MailDomainGroupReference,
  MetadataBlockReference,
  NodeReference,
  RoleReference,
  UserReference,
} from './generated/resolver-types.ts';
import { parseGlobalId, requireDatabaseId } from './global-id.ts';
import { requireOne } from './require-one.ts';

type OneOf<Reference> = { readonly [Key in keyof Reference]?: Reference[Key] | null | undefined };

/** How the domain names the collection of a reference. @throws DomainError BAD_USER_INPUT */
export function collectionKey(reference: OneOf<CollectionReference>): CollectionKey {
  requireOne(reference, '/reference', 'A reference');
  if (reference.id) return { id: requireDatabaseId(reference.id, 'Collection') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  if (typeof reference.alias === 'string') return { alias: reference.alias };
  return { root: true };
}

/** How the domain names the dataset of a reference. @throws DomainError BAD_USER_INPUT */
export function datasetKeyOf(reference: OneOf<DatasetReference>): DatasetKey {
  requireOne(reference, '/reference', 'A reference');
  if (reference.id) return { id: requireDatabaseId(reference.id, 'Dataset') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  return { persistentId: reference.persistentId ?? '' };
}

/** How the domain names the account of a reference. @throws DomainError BAD_USER_INPUT */
export function accountKey(reference: OneOf<UserReference>): AccountKey {
  requireOne(reference, '/reference', 'A reference');
  return typeof reference.databaseId === 'number' ? { id: reference.databaseId } : { userName: reference.userName ?? '' };
}

/** How the domain names the metadata block of a reference. @throws DomainError BAD_USER_INPUT */
export function metadataBlockKey(reference: OneOf<MetadataBlockReference>): { readonly id: number } | { readonly name: string } {
  requireOne(reference, '/reference', 'A reference');
  return typeof reference.databaseId === 'number' ? { id: reference.databaseId } : { name: reference.name ?? '' };
}

/** How the domain names the file of a reference. @throws DomainError BAD_USER_INPUT */
export function fileKey(reference: OneOf<FileReference>): FileKey {
  requireOne(reference, '/reference', 'A reference');
  if (reference.id) return { id: requireDatabaseId(reference.id, 'DataFile') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  const persistentId = reference.persistentId ?? '';
  return { persistentId: normalizePersistentId(persistentId) ?? persistentId };
}

/** How the domain names the upload of a reference. @throws DomainError BAD_USER_INPUT */
export function uploadKey(reference: OneOf<DirectUploadReference>): UploadKey {
  requireOne(reference, '/reference', 'A reference');
  return reference.id ? { id: reference.id } : { storageIdentifier: reference.storageIdentifier ?? '' };
}

/** How the domain names the role of a reference. @throws DomainError BAD_USER_INPUT */
export function roleKey(reference: OneOf<RoleReference>): RoleKey {
  requireOne(reference, '/reference', 'A reference');
  if (reference.id) return { id: requireDatabaseId(reference.id, 'Role') };
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  return { alias: reference.alias ?? '' };
}

const ACCESS_TYPES = ['Collection', 'Dataset', 'DataFile'];

/** How the domain names the collection, dataset or file of a reference. @throws DomainError BAD_USER_INPUT */
export function nodeKey(reference: OneOf<NodeReference>): NodeKey {
  requireOne(reference, '/reference', 'A reference');
  if (reference.id) {
    const parsed = parseGlobalId(reference.id);
    if (parsed !== undefined && 'databaseId' in parsed && ACCESS_TYPES.includes(parsed.type)) return { id: parsed.databaseId };
    throw new DomainError('BAD_USER_INPUT', `${reference.id} is not the id of a collection, dataset or file.`, {
      problems: [{ pointer: '/id', message: 'must be the id of a collection, dataset or file' }],
    });
  }
  if (typeof reference.databaseId === 'number') return { id: reference.databaseId };
  if (typeof reference.alias === 'string') return { alias: reference.alias };
  if (typeof reference.persistentId === 'string') return { persistentId: reference.persistentId };
  return { root: true };
}

/** How the domain names the IP group of a reference. @throws DomainError BAD_USER_INPUT */
export function ipGroupKey(reference: OneOf<IpGroupReference>): InstallationGroupKey {
  requireOne(reference, '/reference', 'A reference');
  if (reference.id) return { id: requireDatabaseId(reference.id, 'IpGroup') };
  return typeof reference.databaseId === 'number' ? { id: reference.databaseId } : { alias: reference.alias ?? '' };
}

/** How the domain names the mail-domain group of a reference. @throws DomainError BAD_USER_INPUT */
export function mailDomainGroupKey(reference: OneOf<MailDomainGroupReference>): InstallationGroupKey {
  requireOne(reference, '/reference', 'A reference');
  if (reference.id) return { id: requireDatabaseId(reference.id, 'MailDomainGroup') };
  return typeof reference.databaseId === 'number' ? { id: reference.databaseId } : { alias: reference.alias ?? '' };
}
