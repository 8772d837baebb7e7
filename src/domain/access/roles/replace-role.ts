import { z } from 'zod';
import { type RoleKey, type RoleRow, updateRole } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { isBuiltinRole } from './builtin-roles.ts';
import { roleAliasTaken } from './create-role.ts';
import { roleInput, roleValues } from './role-input.ts';
import { lockRole } from './role-subject.ts';

/** Overwrites a role, wherever it is defined. Source: collections.md 11.3. */
export const replaceRole = command({
  name: 'replaceRole',
  input: roleInput.extend({ reference: z.custom<RoleKey>() }),
  subject: (scope, input) => lockRole(scope, input.reference),
  requires: 'AdminGate',
  run: async ({ tx, note }, { role }, input): Promise<RoleRow> => {
    if (isBuiltinRole(role) && input.alias !== role.alias) {
      throw new DomainError('ROLE_PROTECTED', `The role ${role.alias} is built in and keeps its alias.`, {
        problems: [{ pointer: '/alias', message: `must stay ${role.alias}` }],
      });
    }
    const replaced = await updateRole(tx, role.id, roleValues(input));
    if (replaced === undefined) throw roleAliasTaken(input.alias);
    note({ role: role.id, alias: input.alias });
    return replaced;
  },
});
