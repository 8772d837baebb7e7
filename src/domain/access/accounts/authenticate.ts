import type { Database } from '../../../db/client.ts';
import { findNamedTokenOwner, type NamedTokenOwner, touchNamedToken } from '../../../db/queries/access/named-tokens.ts';
import { type ActingAccount, findTokenOwner, type TokenOwner, touchApiUse } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { AdminGate } from '../../../vocabulary/access.ts';
import { type Actor, accountActor, guestActor, privateUrlActor, type TokenLimits } from '../../../kernel/actor.ts';
import type { GroupSource } from '../../../kernel/ports/group-source.ts';
import { hashApiToken, isSameSecret, NAMED_TOKEN_PREFIX } from '../../../kernel/api-token.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { type BearerServices, findBearerAccount } from '../sign-in/bearer-account.ts';
import { findSession } from '../sign-in/sessions.ts';
import { visitByToken } from './private-url-visit.ts';
import { requireSigner, type SignedTarget } from './signed-urls.ts';
import { requireKeyHolder } from './workflow-key.ts';

/** What a request brings to prove who it is. */
export interface Credentials {
  /** Token as sent, perhaps empty; undefined when none was sent. */
  readonly token: string | undefined;
  /** Bearer token as sent, perhaps empty; it counts where no token was sent. */
  readonly bearerToken?: string | undefined;
  /** The invocation id of a workflow as sent; it counts where no token was sent. */
  readonly invocationId?: string | undefined;
  /** The request, where it has the parameter of a signed URL; it counts where neither a token nor an invocation id was sent. */
  readonly signed?: SignedTarget | undefined;
  /** Cookie of a browser session; it counts where nothing else was sent. */
  readonly session?: string | undefined;
  /** A bad token counts as none where the administrative gate opens without one. */
  readonly tokenOptional?: boolean;
  /** The request reads the bytes of a file: the one thing that the token of an anonymised private URL is good for. */
  readonly readsFile?: boolean;
  /** The caller of a stream, who was noted when it began. */
  readonly again?: boolean;
  /** Client address in canonical form; undefined when it is not known. */
  readonly clientAddress: string | undefined;
  /** Whether the request comes from this machine itself. */
  readonly fromLocalhost: boolean;
  /** The operator's unblock key as sent. */
  readonly unblockKey: string | undefined;
}

/** Times of use are kept to the minute, so that reads do not become writes. */
const USE_GRANULARITY_MS = 60_000;

function isLongAgo(use: Date | null): boolean {
  return use === null || Date.now() - use.getTime() > USE_GRANULARITY_MS;
}

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
  /** What decides about bearer tokens, and the key of signed URLs. */
  readonly bearer: BearerServices & Pick<DomainServices, 'signingKey'>;
}

/** Notes that an account used the API, unless that was just noted. */
async function noteUse(db: Database, { id, lastApiUseAt }: { readonly id: number; readonly lastApiUseAt: Date | null }): Promise<void> {
  if (isLongAgo(lastApiUseAt)) await touchApiUse(db, id);
}

/** Makes the actors of one request. */
function actorsOf(credentials: Credentials, { gate, unblockKey, groups }: AuthenticationRules) {
  const { clientAddress: address } = credentials;
  const withoutAccount = {
    passesAdminGate: opensAdminGate(gate, false, credentials, unblockKey),
    withGroups: (own: readonly string[]) => groups.identitiesOf({ own, address, confirmedEmail: undefined, explicitGroups: [] }),
  };
  return {
    guest: () => guestActor(withoutAccount),
    bearerOfPrivateUrl: (datasetId: number) => privateUrlActor(datasetId, withoutAccount),
    account: (account: ActingAccount & { readonly apiToken?: string; readonly sessionId?: number }, token?: TokenLimits) =>
      accountActor(
        { ...account, invocationId: credentials.invocationId },
        {
          passesAdminGate: opensAdminGate(gate, account.superuser, credentials, unblockKey),
          token,
          withGroups: (own) => {
            const confirmedEmail = account.emailConfirmedAt === null ? undefined : account.email;
            return groups.identitiesOf({ own, address, confirmedEmail, explicitGroups: account.explicitGroups });
          },
        },
      ),
  };
}

type Actors = ReturnType<typeof actorsOf>;

/** The owner of a token of either kind; the limits are those of a named one. */
async function findOwner(db: Database, token: string): Promise<TokenOwner | NamedTokenOwner | undefined> {
  if (token === '') return undefined;
  const hash = hashApiToken(token);
  return token.startsWith(NAMED_TOKEN_PREFIX) ? findNamedTokenOwner(db, hash) : findTokenOwner(db, hash);
}

/** The actor behind a token. @throws DomainError INVALID_API_TOKEN */
async function actorOfToken(
  db: Database,
  token: string,
  { readsFile = false, again = false }: Credentials,
  actors: Actors,
): Promise<Actor> {
  const owner = await findOwner(db, token);
  const visit = owner === undefined ? await visitByToken(db, token) : undefined;
  if (visit !== undefined && (!visit.anonymized || readsFile)) return actors.bearerOfPrivateUrl(visit.datasetId);
  if (owner === undefined || owner.expiresAt.getTime() <= Date.now() || owner.deactivatedAt !== null) {
    throw new DomainError('INVALID_API_TOKEN', 'Bad API key');
  }
  const limits = 'limits' in owner ? owner.limits : undefined;
  if (!again) await noteUse(db, owner);
  if (!again && 'limits' in owner && isLongAgo(owner.lastUsedAt)) await touchNamedToken(db, owner.tokenId);
  return actors.account({ ...owner, apiToken: token }, limits);
}

/**
 * Finds out who acts, by the first credential that was sent (users-admin.md 3.1); a guest without any.
 * @throws DomainError INVALID_API_TOKEN when a token was sent that is empty, unknown, expired or of a deactivated account;
 * WORKFLOW_KEY_INVALID when an invocation id was sent that is no credential; SIGNED_URL_INVALID when a URL is signed, and not well; BEARER_TOKEN_INVALID, BEARER_ACCOUNT_MISSING or SERVICE_UNAVAILABLE when a bearer token was sent that does not name an account.
 */
export async function authenticate(db: Database, credentials: Credentials, rules: AuthenticationRules): Promise<Actor> {
  const { invocationId, signed, bearerToken, session, tokenOptional = false } = credentials;
  // Libraries for OAuth 2 send the named token that they were given as a bearer token.
  const token = credentials.token ?? (bearerToken?.startsWith(NAMED_TOKEN_PREFIX) === true ? bearerToken : undefined);
  const actors = actorsOf(credentials, rules);
  try {
    if (token !== undefined) return await actorOfToken(db, token, credentials, actors);
    if (invocationId !== undefined) return actors.account(await requireKeyHolder(db, invocationId));
    const account =
      (signed && (await requireSigner(db, rules.bearer.signingKey, signed))) ??
      (await findBearerAccount(db, rules.bearer, bearerToken)) ??
      (session === undefined ? undefined : await findSession(db, rules.bearer.signInProviders, session));
    if (account === undefined) return actors.guest();
    if (credentials.again !== true) await noteUse(db, account);
    return actors.account(account);
  } catch (error) {
    // Where the gate opens without them, credentials that are no good count as none.
    const guest = tokenOptional && error instanceof DomainError ? actors.guest() : undefined;
    if (guest?.passesAdminGate === true) return guest;
    throw error;
  }
}
