import type { Database } from '../../../db/client.ts';
import { findTokenOwner, touchApiUse } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { AdminGate } from '../../../vocabulary.ts';
import { type Actor, accountActor, guestActor, privateUrlActor } from '../../../kernel/actor.ts';
import type { GroupSource } from '../../../kernel/ports/group-source.ts';
import { hashApiToken, isSameSecret } from '../../../kernel/api-token.ts';
import { visitByToken } from './private-url-visit.ts';

/** What a request brings to prove who it is. */
export interface Credentials {
  /** Token as sent, perhaps empty; undefined when none was sent. */
  readonly token: string | undefined;
  /** A bad token counts as none where the administrative gate opens without one. */
  readonly tokenOptional?: boolean;
  /** The request reads the bytes of a file: the one thing that the token of an anonymised private URL is good for. */
  readonly readsFile?: boolean;
  /** Client address in canonical form; undefined when it is not known. */
  readonly clientAddress: string | undefined;
  /** Whether the request comes from this machine itself. */
  readonly fromLocalhost: boolean;
  /** The operator's unblock key as sent. */
  readonly unblockKey: string | undefined;
}

/** `lastApiUseTime` is kept to the minute, so that reads do not become writes. */
const USE_GRANULARITY_MS = 60_000;

function opensAdminGate(gate: AdminGate, superuser: boolean, credentials: Credentials, unblockKey: string | undefined): boolean {
  switch (gate) {
    case 'open':
      return true;
    case 'superuser':
      return superuser;
    case 'localhost':
      return superuser || credentials.fromLocalhost;
    case 'unblock-key':
      return (
        superuser || (unblockKey !== undefined && credentials.unblockKey !== undefined && isSameSecret(credentials.unblockKey, unblockKey))
      );
    default: {
      const unknown: never = gate;
      throw new Error(`Unknown gate ${String(unknown)}.`);
    }
  }
}

/** What of the installation decides who acts and what is open to them. */
export interface AuthenticationRules {
  readonly gate: AdminGate;
  readonly unblockKey: string | undefined;
  readonly groups: GroupSource;
}

/**
 * Finds out who acts. Without a token: a guest; with that of a private URL: its bearer.
 * @throws DomainError INVALID_API_TOKEN when a token was sent that is empty, unknown, expired or of a deactivated account.
 */
export async function authenticate(db: Database, credentials: Credentials, rules: AuthenticationRules): Promise<Actor> {
  const { token, tokenOptional = false, clientAddress: address } = credentials;
  const asGuest = (): Actor =>
    guestActor({
      passesAdminGate: opensAdminGate(rules.gate, false, credentials, rules.unblockKey),
      withGroups: (own) => rules.groups.identitiesOf({ own, address, confirmedEmail: undefined, explicitGroups: [] }),
    });
  if (token === undefined) return asGuest();
  const owner = token === '' ? undefined : await findTokenOwner(db, hashApiToken(token));
  const visit = owner === undefined ? await visitByToken(db, token) : undefined;
  if (visit !== undefined && (!visit.anonymized || credentials.readsFile === true)) {
    return privateUrlActor(visit.datasetId, {
      passesAdminGate: opensAdminGate(rules.gate, false, credentials, rules.unblockKey),
      withGroups: (own) => rules.groups.identitiesOf({ own, address, confirmedEmail: undefined, explicitGroups: [] }),
    });
  }
  const now = Date.now();
  if (owner === undefined || owner.expiresAt.getTime() <= now || owner.deactivatedAt !== null) {
    const guest = tokenOptional ? asGuest() : undefined;
    if (guest?.passesAdminGate === true) return guest;
    throw new DomainError('INVALID_API_TOKEN', 'Bad API key');
  }
  if (owner.lastApiUseAt === null || now - owner.lastApiUseAt.getTime() > USE_GRANULARITY_MS) await touchApiUse(db, owner.id);
  return accountActor(
    { ...owner, apiToken: token },
    {
      passesAdminGate: opensAdminGate(rules.gate, owner.superuser, credentials, rules.unblockKey),
      withGroups: (own) => {
        const confirmedEmail = owner.emailConfirmedAt === null ? undefined : owner.email;
        return rules.groups.identitiesOf({ own, address, confirmedEmail, explicitGroups: owner.explicitGroups });
      },
    },
  );
}
