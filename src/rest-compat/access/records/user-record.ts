import { z } from 'zod';
import type { UserRecordFragment } from '../../../generated/operations.ts';
import { toSecond } from '../../records/record.ts';
import { objectId, recordSchema, second } from '../../records/schema.ts';

export const userSchema = recordSchema('User', 'An account. Source: users-admin.md 7.2.', {
  id: objectId,
  identifier: z.string().describe('How role assignments name the account: `@<user name>`.'),
  displayName: z.string().describe('First and last name.'),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  superuser: z.boolean(),
  deactivated: z.boolean(),
  deactivatedTime: second.optional(),
  affiliation: z.string().optional(),
  position: z.string().optional(),
  persistentUserId: z.string().describe('How the authentication provider knows the account.'),
  emailLastConfirmed: second.optional(),
  createdTime: second,
  lastLoginTime: second.optional(),
  lastApiUseTime: second.optional(),
  authenticationProviderId: z.string(),
});
export type UserRecord = z.infer<typeof userSchema>;

/** The record of an account. Source: users-admin.md 7.2. */
export function userRecord(user: UserRecordFragment): UserRecord {
  return {
    id: user.databaseId,
    identifier: user.identifier,
    displayName: user.displayName,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    superuser: user.superuser,
    deactivated: user.deactivated,
    deactivatedTime: toSecond(user.deactivatedAt),
    affiliation: user.affiliation ?? undefined,
    position: user.position ?? undefined,
    persistentUserId: user.persistentUserId,
    emailLastConfirmed: toSecond(user.emailConfirmedAt),
    createdTime: toSecond(user.createdAt),
    lastLoginTime: toSecond(user.lastLoginAt),
    lastApiUseTime: toSecond(user.lastApiUseAt),
    authenticationProviderId: user.authenticationProviderId,
  };
}
