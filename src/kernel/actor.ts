import { within } from '../db/queries/gate/granted.ts';
import {
  ALL_USERS_IDENTIFIER,
  AUTHENTICATED_USERS_IDENTIFIER,
  GUEST_IDENTIFIER,
  type Permission,
  type TokenScope,
} from '../vocabulary/access.ts';
import { ALL_PERMISSIONS, GUEST_MASK, includesPermission, type PermissionMask } from '../permission-set.ts';

/** The account behind a request, as far as decisions need it. */
export interface ActorAccount {
  readonly id: number;
  readonly userName: string;
  /** The API token that the request came with; kept nowhere else in clear. */
  readonly apiToken?: string | undefined;
  /** The id of a workflow that the request came with, unchecked: its own lock does not stop it. Source: users-admin.md 3.3. */
  readonly invocationId?: string | undefined;
  /** The browser session that the request came with. */
  readonly sessionId?: number | undefined;
}

/** The limits of a named token. */
export interface TokenLimits {
  readonly scopes: readonly TokenScope[];
  /** The collection to whose tree it is confined; null for none. */
  readonly collectionId: number | null;
}

/** The acting party: a guest, the bearer of a private URL, an account, or the system itself. */
export interface Actor {
  /** `@name`, `#<dataset id>`, `:guest` or `:system`. */
  readonly identifier: string;
  readonly account: ActorAccount | null;
  readonly superuser: boolean;
  /** Every assignee identifier that is this actor: its own and those of its groups. */
  readonly identities: readonly string[];
  /** The most permissions that the actor may have: some cannot be granted to guests. */
  readonly ceiling: PermissionMask;
  /** Whether the administrative gate of this installation lets the request through. */
  readonly passesAdminGate: boolean;
  /** Present where the request came with a named token. */
  readonly token?: TokenLimits;
}

/** What is known of a request besides its account. */
export interface ActorOptions {
  readonly passesAdminGate: boolean;
  /** Adds the groups of the installation to the identities of a caller. */
  readonly withGroups?: (own: readonly string[]) => readonly string[];
  /** The limits of the named token that the request came with. */
  readonly token?: TokenLimits | undefined;
}

/** A caller without an account. */
export function guestActor({ passesAdminGate, withGroups = (own) => own }: ActorOptions): Actor {
  return {
    identifier: GUEST_IDENTIFIER,
    account: null,
    superuser: false,
    identities: withGroups([GUEST_IDENTIFIER, ALL_USERS_IDENTIFIER]),
    ceiling: GUEST_MASK,
    passesAdminGate,
  };
}

/** A caller with an account. */
export function accountActor(
  account: ActorAccount & { readonly superuser: boolean },
  { passesAdminGate, withGroups = (own) => own, token }: ActorOptions,
): Actor {
  const identifier = `@${account.userName}`;
  const identities = withGroups([identifier, AUTHENTICATED_USERS_IDENTIFIER, ALL_USERS_IDENTIFIER]);
  const collectionId = token?.collectionId ?? null;
  return {
    identifier,
    account: {
      id: account.id,
      userName: account.userName,
      apiToken: account.apiToken,
      invocationId: account.invocationId,
      sessionId: account.sessionId,
    },
    // Superusers hold their permissions everywhere; with a token for one collection, an account acts by its roles alone.
    superuser: account.superuser && collectionId === null,
    identities: collectionId === null ? identities : [within(collectionId), ...identities],
    ceiling: ALL_PERMISSIONS,
    passesAdminGate: passesAdminGate && collectionId === null,
    ...(token && { token }),
  };
}

/**
 * The bearer of a dataset's private URL, without an account: the identity is `#<dataset id>`, not `:guest`. Source: users-admin.md 3.2,
 * decisions.md 11.
 */
export function privateUrlActor(datasetId: number, { passesAdminGate, withGroups = (own) => own }: ActorOptions): Actor {
  const identifier = `#${datasetId}`;
  return {
    identifier,
    account: null,
    superuser: false,
    identities: withGroups([identifier, ALL_USERS_IDENTIFIER]),
    ceiling: GUEST_MASK,
    passesAdminGate,
  };
}

/** The server itself: start-up, jobs, tools of the operator. It may act on behalf of an account. */
export function systemActor(account: ActorAccount | null = null): Actor {
  return {
    identifier: ':system',
    account,
    superuser: true,
    identities: [],
    ceiling: ALL_PERMISSIONS,
    passesAdminGate: true,
  };
}

/** What the actor may do, given what its assignments on an object add up to. */
export function effectivePermissions(actor: Actor, granted: PermissionMask): PermissionMask {
  return actor.superuser ? ALL_PERMISSIONS : granted & actor.ceiling;
}

/** Whether the actor may do something, given what its assignments on an object add up to. */
export function holdsPermission(actor: Actor, granted: PermissionMask, permission: Permission): boolean {
  return includesPermission(effectivePermissions(actor, granted), permission);
}
