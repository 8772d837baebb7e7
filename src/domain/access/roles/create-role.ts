import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { insertRole, type RoleRow } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { holdCollection } from '../../subjects/collection-subject.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { type RoleInput, roleInput, roleValues } from './role-input.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** The refusal of an alias that another role of the installation has. */
export function roleAliasTaken(alias: string): DomainError {
  return new DomainError('ROLE_ALIAS_TAKEN', `Another role has the alias ${alias}.`, {
    problems: [{ pointer: '/alias', ...broken('TAKEN') }],
  });
}

async function storeRole({ tx, note }: Scope, input: RoleInput, ownerId: number | null): Promise<RoleRow> {
  const stored = await insertRole(tx, { ...roleValues(input), ownerId });
  if (stored === undefined) throw roleAliasTaken(input.alias);
  note({ role: stored.id, alias: stored.alias });
  return stored;
}

/**
 * Defines a role in a collection. Only superusers may, so no caller can create a role with permissions that they lack. Source:
 * collections.md 5.7.
 */
export const createCollectionRole = command({
  name: 'createCollectionRole',
  input: roleInput.extend({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => holdCollection(scope, input.collection),
  requires: ['ManageCollectionPermissions', 'Superuser'],
  run: (scope, { collection }, input): Promise<RoleRow> => storeRole(scope, input, collection.id),
});

/** Defines a role for the whole installation. Source: collections.md 7.3. */
export const createGlobalRole = command({
  name: 'createGlobalRole',
  input: roleInput,
  subject: noSubject,
  requires: 'AdminGate',
  run: (scope, _subject, input): Promise<RoleRow> => storeRole(scope, input, null),
});
