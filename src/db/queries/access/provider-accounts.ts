import { and, eq, sql } from 'drizzle-orm';
import { prepared, type Queryable } from '../../client.ts';
import { userAccount } from '../../schema/user.ts';
import { explicitGroupsOfAccount } from './group-membership.ts';
import type { ActingAccount } from './users.ts';

const statement = prepared((db) =>
  db
    .select({
      id: userAccount.id,
      userName: userAccount.userName,
      superuser: userAccount.superuser,
      deactivatedAt: userAccount.deactivatedAt,
      lastApiUseAt: userAccount.lastApiUseAt,
      email: userAccount.email,
      emailConfirmedAt: userAccount.emailConfirmedAt,
      explicitGroups: explicitGroupsOfAccount(userAccount.id),
    })
    .from(userAccount)
    .where(
      and(
        eq(userAccount.authenticationProviderId, sql.placeholder('providerId')),
        eq(userAccount.persistentUserId, sql.placeholder('persistentUserId')),
      ),
    )
    .prepare('user_by_provider'),
);

/** An account that was found by what it proved itself with. */
export interface ProvenAccount extends ActingAccount {
  readonly lastApiUseAt: Date | null;
}

/** Finds the account that a provider knows under an id, in exact case. */
export async function findProviderAccount(db: Queryable, providerId: string, persistentUserId: string): Promise<ProvenAccount | undefined> {
  const [row] = await statement(db).execute({ providerId, persistentUserId });
  return row;
}
