import type { Queryable } from '../db/client.ts';
import { listNodeNames, type NodeName } from '../db/queries/gate/nodes.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { PermissionMask } from '../permission-set.ts';
import type { Permission } from '../vocabulary/access.ts';
import type { NodeKind } from '../vocabulary/collections.ts';
import { type Actor, holdsPermission } from './actor.ts';

/** A missing permission. */
interface Missing {
  readonly permission: Permission;
  readonly granted: PermissionMask;
  /** The object that it is missing on, where there is one. */
  readonly nodeId: number | null;
}

/** The refusal of an actor who lacks a permission. Source: users-admin.md 2. */
export class PermissionDenied extends DomainError {
  readonly missing: Missing;

  constructor({ identifier }: Actor, missing: Missing) {
    super('PERMISSION_DENIED', `User ${identifier} is not permitted to perform requested action.`);
    this.missing = missing;
  }
}

const WORDS: Readonly<Record<NodeKind, string>> = { COLLECTION: 'collection', DATASET: 'dataset', DATAFILE: 'file' };

/** The name of an unpublished object is shown only to callers who may see it; the id tells others nothing new. */
function nameFor(actor: Actor, granted: PermissionMask, { id, kind, published, alias, persistentId }: NodeName): string {
  const seeing = kind === 'COLLECTION' ? 'ViewUnpublishedCollection' : 'ViewUnpublishedDataset';
  const reference = alias === null ? persistentId : `"${alias}"`;
  const known = published || holdsPermission(actor, granted, seeing);
  return `${WORDS[kind]} ${known && reference !== null ? reference : id}`;
}

/**
 * Describes the missing permission of each refusal and its object: `AddDataset on collection "lindenhof"`. It takes one statement for all,
 * so it runs only for refusals that leave the server.
 */
export async function describeMissing(
  { db, actor }: { readonly db: Queryable; readonly actor: Actor },
  refusals: readonly PermissionDenied[],
): Promise<ReadonlyMap<PermissionDenied, string>> {
  const ids = [...new Set(refusals.flatMap(({ missing }) => missing.nodeId ?? []))];
  const nodes = new Map((await listNodeNames(db, ids)).map((node) => [node.id, node]));
  return new Map(
    refusals.map((refusal) => {
      const { permission, granted, nodeId } = refusal.missing;
      const node = nodeId === null ? undefined : nodes.get(nodeId);
      return [refusal, node === undefined ? permission : `${permission} on ${nameFor(actor, granted, node)}`];
    }),
  );
}
