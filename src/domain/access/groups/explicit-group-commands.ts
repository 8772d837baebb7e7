import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { deleteGroup, type GroupRow, insertGroup, updateGroup } from '../../../db/queries/access/groups.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { lockCollection } from '../../subjects/collection-subject.ts';
import { command } from '../../../kernel/command.ts';
import { line } from '../../../model/text-limits.ts';
import { explicitGroupIdentifier } from '../../../model/group-identifier.ts';
import { groupKey, lockGroup } from './group-subject.ts';
import { notifyGroupsChanged } from './notify-groups-changed.ts';
import { broken, byRule } from '../../../errors/rules/broken.ts';

/** Longest alias and display name, in characters: what the text of one line may hold. */
const LONGEST_ALIAS = 255;
const LONGEST_DESCRIPTION = 1024;

const shown = {
  displayName: line.refine((name) => name.trim() !== '', byRule('BLANK')),
  description: z.string().max(LONGEST_DESCRIPTION, `must not be longer than ${LONGEST_DESCRIPTION} characters`).nullish(),
};

/** Creates an explicit group in a collection. Source: collections.md 6, decisions.md 4, 29. */
export const createExplicitGroup = command({
  name: 'createExplicitGroup',
  input: z.object({
    collection: z.custom<CollectionKey>(),
    aliasInOwner: z
      .string()
      .refine((alias) => /^[A-Za-z0-9_-]+$/.test(alias), byRule('GROUP_ALIAS'))
      .max(LONGEST_ALIAS, `must not be longer than ${LONGEST_ALIAS} characters`),
    ...shown,
  }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'ManageCollectionPermissions',
  run: async ({ tx, note }, { collection }, input): Promise<GroupRow> => {
    const group = await insertGroup(tx, {
      ownerId: collection.id,
      alias: input.aliasInOwner,
      displayName: input.displayName,
      description: input.description ?? null,
    });
    if (group === undefined) {
      throw new DomainError('GROUP_ALIAS_TAKEN', `Collection ${collection.alias} has a group ${input.aliasInOwner} already.`, {
        problems: [{ pointer: '/aliasInOwner', ...broken('TAKEN') }],
      });
    }
    note({ group: explicitGroupIdentifier(group) });
    return group;
  },
});

/** Overwrites display name and description of an explicit group; a description that is not given goes. Source: collections.md 6. */
export const updateExplicitGroup = command({
  name: 'updateExplicitGroup',
  input: z.object({ group: groupKey, ...shown }),
  subject: (scope, input) => lockGroup(scope, input.group),
  requires: 'ManageCollectionPermissions',
  run: async ({ tx, note }, { group }, input): Promise<GroupRow> => {
    const updated = await updateGroup(tx, group.id, { displayName: input.displayName, description: input.description ?? null });
    if (updated === undefined) throw new Error(`The group ${group.id} went while its collection was locked.`);
    note({ group: explicitGroupIdentifier(group) });
    return updated;
  },
});

/** Deletes an explicit group; it leaves the groups that contain it, and the roles given to it go with it. */
export const deleteExplicitGroup = command({
  name: 'deleteExplicitGroup',
  input: z.object({ group: groupKey }),
  subject: (scope, input) => lockGroup(scope, input.group),
  requires: 'ManageCollectionPermissions',
  run: async (scope, { group }): Promise<GroupRow> => {
    await deleteGroup(scope.tx, group.id, scope.actor.identifier);
    await notifyGroupsChanged(scope);
    scope.note({ group: explicitGroupIdentifier(group) });
    return group;
  },
});
