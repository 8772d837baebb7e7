import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { findNodeAccess, type NodeAccess, type NodeKey } from '../../../db/queries/gate/node-access.ts';
import type { Queryable } from '../../../db/client.ts';
import type { ErrorCode } from '../../../errors/catalog.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { permissionBit, type PermissionMask } from '../../../permission-set.ts';
import { type Actor, effectivePermissions } from '../../../kernel/actor.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';
import { query, type ReadContext, type SubjectScope } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';

/** What an actor may do with an object: the permissions of the actor's roles, and downloading a public file. Source: collections.md 3.3. */
export function permissionsOnObject(actor: Actor, { granted, openFile }: Pick<NodeAccess, 'granted' | 'openFile'>): PermissionMask {
  return effectivePermissions(actor, openFile ? granted | permissionBit('DownloadFile') : granted);
}

function notFound(key: NodeKey): DomainError {
  const [code, what]: [ErrorCode, string] =
    'id' in key
      ? ['NOT_FOUND', `collection, dataset or file with the id ${key.id}`]
      : 'alias' in key
        ? ['COLLECTION_NOT_FOUND', `collection ${key.alias}`]
        : 'root' in key
          ? ['COLLECTION_NOT_FOUND', 'root collection']
          : ['DATASET_NOT_FOUND', `dataset or file with the persistent identifier ${key.persistentId}`];
  return new DomainError(code, `There is no ${what}.`);
}

/**
 * An object of any kind with what the identities hold on it.
 * @throws DomainError COLLECTION_NOT_FOUND | DATASET_NOT_FOUND | NOT_FOUND naming what was given
 */
export async function requireNodeAccess(db: Queryable, key: NodeKey, identities: readonly string[]): Promise<NodeAccess> {
  const found = await findNodeAccess(db, key, identities);
  if (found === undefined) throw notFound(key);
  return found;
}

/** What the actor may do with an object, whether or not the actor may see it. Source: collections.md 7.5. */
export const findOwnPermissions = query({
  name: 'findOwnPermissions',
  subject: async ({ tx, context }: SubjectScope, key: NodeKey) => {
    const access = await requireNodeAccess(tx, key, context.actor.identities);
    return { nodeId: access.id, granted: access.granted, access };
  },
  requires: 'AdminGate',
  run: ({ actor }, { access }): PermissionMask => permissionsOnObject(actor, access),
});

/** What the actor may do with a collection, whether or not the actor may see it. Source: collections.md 11.2. */
export const findOwnCollectionPermissions = query({
  name: 'findOwnCollectionPermissions',
  subject: loadCollection,
  requires: 'Public',
  run: ({ actor }, { granted }, _key: CollectionKey): PermissionMask => effectivePermissions(actor, granted),
});

/**
 * What the actor may do with an object that is being shown. Costs nothing for a collection or dataset that was read together with what
 * is `granted` there, and else one statement for many objects.
 */
export const showOwnPermissions = detail({
  name: 'showOwnPermissions',
  run: async (context: ReadContext, id: number, granted?: PermissionMask): Promise<PermissionMask> => {
    if (granted !== undefined) return effectivePermissions(context.actor, granted);
    const access = await context.loaders.nodeAccess.load(id);
    return access === undefined ? 0 : permissionsOnObject(context.actor, access);
  },
});
