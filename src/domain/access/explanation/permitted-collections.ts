import {
  pageCollectionsGranting,
  pagePermittedCollections,
  type NamedCollectionRow,
} from '../../../db/queries/access/permitted-collections.ts';
import { ALL_PERMISSIONS, permissionBit } from '../../../permission-set.ts';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import type { Permission } from '../../../vocabulary/access.ts';
import { effectivePermissions } from '../../../kernel/actor.ts';
import { query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { type AccountKey, findAccountSubject, requireFound } from '../accounts/account-subject.ts';
import { requireExplainedActor } from './explained-actor.ts';

/** An account, and a permission; null for any. */
export interface PermittedCollectionsQuestion extends PageWindow<number> {
  readonly user: AccountKey;
  readonly permission: Permission | null;
}

/**
 * Collections where an account, or a group that it is in, has been given a role with a permission; of a superuser all collections. For the
 * account itself and for superusers. @throws DomainError USER_NOT_FOUND. Source: users-admin.md 7.7.
 */
export const viewPermittedCollections = query({
  name: 'viewPermittedCollections',
  admits: 'LoggedIn',
  subject: async (scope, { user }: PermittedCollectionsQuestion) => {
    const subject = await findAccountSubject(scope, user);
    return { ...subject, own: subject.found !== undefined && subject.found.id === scope.context.actor.account?.id };
  },
  requires: ({ own }) => (own ? 'LoggedIn' : 'Superuser'),
  run: async ({ db, services, actor }, { found, own }, { user, permission, ...window }): Promise<Listed<NamedCollectionRow>> => {
    const { userName } = requireFound(found, user);
    // The caller is asked for as it came: with the groups of its address, and the limits of its token.
    const holder = own ? actor : (await requireExplainedActor(db, services, `@${userName}`)).actor;
    return pagePermittedCollections(db, holder, permission === null ? ALL_PERMISSIONS : permissionBit(permission), window);
  },
});

/** A permission, and the part of the list that is wanted. */
export interface GrantingCollectionsQuestion extends PageWindow<number> {
  readonly permission: Permission;
}

/** A part of the collections where the actor holds a permission, from roles there or above, by id; of a superuser all collections. */
export const listGrantingCollections = query({
  name: 'listGrantingCollections',
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ db, actor }, _subject, { permission, ...window }: GrantingCollectionsQuestion): Promise<Listed<NamedCollectionRow>> => {
    const bit = permissionBit(permission);
    // What the token of the actor does not reach is held nowhere.
    if ((effectivePermissions(actor, bit) & bit) === 0) return { rows: [], count: async () => 0 };
    return pageCollectionsGranting(db, actor, bit, window);
  },
});
