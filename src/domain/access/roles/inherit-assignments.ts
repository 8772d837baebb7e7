/** The one rule by which role assignments are handed down from a collection to those below it. */
import { z } from 'zod';
import { refuseMoves } from '../../../db/queries/collections/collection-moves.ts';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import type { Queryable } from '../../../db/client.ts';
import {
  copyAssignments,
  holdDescendants,
  type InheritedRoles,
  listAssigneesLeftOut,
} from '../../../db/queries/access/inherited-assignments.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { lockCollection } from '../../subjects/collection-subject.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import type { DomainServices } from '../../../kernel/services.ts';

/** Which roles the setting `:InheritParentRoleAssignments` hands down; undefined when it names none. */
function inheritedRoles({ settings }: DomainServices): InheritedRoles | undefined {
  const aliases = settings.get(':InheritParentRoleAssignments') ?? [];
  if (aliases.includes('*')) return 'all';
  return aliases.length === 0 ? undefined : aliases;
}

/**
 * Keeps collections where they are, if a new one is to inherit: the scope of group assignments depends on places.
 * Before any row is locked, as moves do it in this order.
 */
export async function prepareInheritance(tx: Queryable, services: DomainServices): Promise<void> {
  if (inheritedRoles(services) !== undefined) await refuseMoves(tx);
}

/** Gives a new collection what it inherits of its owner's assignments. Source: collections.md 5.1. */
export async function inheritAssignments({ tx, services, actor }: Scope, ownerId: number, collectionId: number): Promise<void> {
  const roles = inheritedRoles(services);
  if (roles !== undefined) await copyAssignments(tx, { from: ownerId, to: [collectionId], roles, assignedBy: actor.identifier });
}

export interface CopiedAssignments {
  /** Collections that got an assignment, by id. */
  readonly collections: readonly { readonly id: number; readonly alias: string }[];
  /** Assignees that got a role somewhere. */
  readonly added: readonly string[];
  /** Assignees that are not handed down: the built-in ones. */
  readonly leftOut: readonly string[];
}

/** Hands the assignments of a collection down to every collection below it that lacks them. Source: users-admin.md 9.5. */
export const copyRoleAssignmentsToChildren = command({
  name: 'copyRoleAssignmentsToChildren',
  input: z.object({ collection: z.custom<CollectionKey>() }),
  subject: async (scope, input) => {
    await prepareInheritance(scope.tx, scope.context.services);
    return lockCollection(scope, input.collection);
  },
  requires: 'Superuser',
  run: async ({ tx, services, actor, note }, { collection }): Promise<CopiedAssignments> => {
    const roles = inheritedRoles(services);
    if (roles === undefined) {
      throw new DomainError(
        'ROLE_INHERITANCE_NOT_SET',
        'The setting :InheritParentRoleAssignments names no roles, so there is nothing to hand down.',
      );
    }
    const descendants = await holdDescendants(tx, collection.id);
    const copied = await copyAssignments(tx, {
      from: collection.id,
      to: descendants.map(({ id }) => id),
      roles,
      assignedBy: actor.identifier,
    });
    const changed = new Set(copied.map(({ collectionId }) => collectionId));
    note({ collections: changed.size, assignments: copied.length });
    return {
      collections: descendants.filter(({ id }) => changed.has(id)),
      added: [...new Set(copied.map(({ assignee }) => assignee))],
      leftOut: await listAssigneesLeftOut(tx, collection.id, roles),
    };
  },
});
