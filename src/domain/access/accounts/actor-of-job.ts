import { findNamedTokenOwner } from '../../../db/queries/access/named-tokens.ts';
import { findTokenOwner } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type Actor, accountActor } from '../../../kernel/actor.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { actorOfAccount } from './actor-of-account.ts';

/** Who had a job begun, and with what. */
export interface JobStarter {
  readonly accountId: number | null;
  /** SHA-256 of the token; null where it was begun without one. */
  readonly tokenHash: Buffer | null;
  readonly isNamedToken: boolean;
  readonly address: string | null;
}

const noLonger = (): DomainError =>
  new DomainError('INVALID_API_TOKEN', 'The account of the job, or the token that it was begun with, is no longer good.');

/**
 * The account of a job as it would act now: with its roles and groups of now, and within the limits of the token that the job was begun
 * with. Of what the gate of the administration may open, it has what superusers have.
 * @throws DomainError INVALID_API_TOKEN when the account is deactivated or gone, or the token has ended
 */
export async function actorOfJob(
  { db, services }: Pick<CommandContext, 'db' | 'services'>,
  { accountId, tokenHash, isNamedToken, address }: JobStarter,
): Promise<Actor> {
  if (accountId === null) throw noLonger();
  if (tokenHash === null) {
    const actor = await actorOfAccount({ db, services }, accountId, address ?? undefined);
    if (actor === undefined) throw noLonger();
    return actor;
  }
  const named = isNamedToken ? await findNamedTokenOwner(db, tokenHash) : undefined;
  const owner = isNamedToken ? named : await findTokenOwner(db, tokenHash);
  if (owner === undefined || owner.id !== accountId || owner.deactivatedAt !== null || owner.expiresAt.getTime() <= Date.now()) {
    throw noLonger();
  }
  const confirmedEmail = owner.emailConfirmedAt === null ? undefined : owner.email;
  return accountActor(owner, {
    passesAdminGate: owner.superuser,
    token: named?.limits,
    withGroups: (own) =>
      services.groups.identitiesOf({ own, address: address ?? undefined, confirmedEmail, explicitGroups: owner.explicitGroups }),
  });
}
