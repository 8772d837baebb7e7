import { viewAccountTraces } from '../../domain/access/accounts/administration/account-traces.ts';
import { convertAccountToBuiltin } from '../../domain/access/accounts/administration/convert-account.ts';
import { createAccount } from '../../domain/access/accounts/administration/create-account.ts';
import { deactivateAccount, deleteAccount, removeAccountRoles } from '../../domain/access/accounts/administration/end-account.ts';
import { mergeAccounts } from '../../domain/access/accounts/administration/merge-accounts.ts';
import { renameAccount } from '../../domain/access/accounts/administration/rename-account.ts';
import { listAccounts, listEveryAccount } from '../../domain/access/accounts/administration/list-accounts.ts';
import { setSuperuser } from '../../domain/access/accounts/administration/superusers.ts';
import { viewAccountTokens } from '../../domain/access/accounts/administration/view-account-tokens.ts';
import { viewAccount } from '../../domain/access/accounts/administration/view-account.ts';
import { listGrantingCollections, viewPermittedCollections } from '../../domain/access/explanation/permitted-collections.ts';
import { connectionById } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalId } from '../global-id.ts';
import { accountKey } from '../references.ts';

export const accountResolvers: Resolvers = {
  Query: {
    user: (_root, { reference }, context) => viewAccount(context, accountKey(reference)),
    accounts: async (_root, { search, superuser, deactivated, orderBy, page, limit }, context) => {
      const { accounts, ...facts } = await listAccounts(context, {
        search,
        superuser,
        deactivated,
        sortKey: orderBy?.field,
        direction: orderBy?.direction,
        page,
        limit,
      });
      return { ...facts, nodes: accounts };
    },
    permittedCollections: (_root, { reference, permission, ...args }, context) =>
      connectionById(context, args, {
        name: 'permittedCollections',
        read: (window) => viewPermittedCollections(context, { user: accountKey(reference), permission: permission ?? null, ...window }),
      }),
    accountTokens: (_root, { reference }, context) => viewAccountTokens(context, accountKey(reference)),
    accountTraces: (_root, { reference, elements, itemOffset, itemLimit }, context) =>
      viewAccountTraces(context, {
        user: accountKey(reference),
        elements: elements ?? null,
        offset: itemOffset ?? 0,
        limit: itemLimit ?? 100,
      }),
    users: (_root, args, context) => connectionById(context, args, { name: 'users', read: (window) => listEveryAccount(context, window) }),
  },
  Mutation: {
    createAccount: async (_root, { input }, context) => ({ user: await createAccount(context, input) }),
    setSuperuser: async (_root, { input }, context) => ({
      user: await setSuperuser(context, { user: accountKey(input.user), superuser: input.superuser }),
    }),
    deactivateAccount: async (_root, { input }, context) => ({ user: await deactivateAccount(context, { user: accountKey(input.user) }) }),
    removeAccountRoles: async (_root, { input }, context) => ({
      user: await removeAccountRoles(context, { user: accountKey(input.user) }),
    }),
    deleteAccount: async (_root, { input }, context) => {
      const { id, userName } = await deleteAccount(context, { user: accountKey(input.user) });
      return { deletedUserId: globalId('User', id), deletedUserDatabaseId: id, identifier: `@${userName}` };
    },
    mergeAccounts: async (_root, { input }, context) => ({
      user: await mergeAccounts(context, { merged: accountKey(input.merged), continuing: accountKey(input.continuing) }),
    }),
    convertAccountToBuiltin: async (_root, { input }, context) => ({
      user: await convertAccountToBuiltin(context, { user: accountKey(input.user), email: input.email }),
    }),
    renameAccount: async (_root, { input }, context) => ({
      user: await renameAccount(context, { user: accountKey(input.user), userName: input.userName }),
    }),
  },
  Viewer: {
    collectionsGranting: (_viewer, { permission, ...args }, context) =>
      connectionById(context, args, {
        name: 'collectionsGranting',
        read: (window) => listGrantingCollections(context, { permission, ...window }),
      }),
  },
  AccountTrace: {
    databaseId: ({ id }) => id,
    definitionPointDatabaseId: ({ definitionPointId }) => definitionPointId,
    definitionPointIdentifier: ({ identifier }) => identifier,
    date: ({ date }) => (date === null ? null : new Date(date)),
  },
  PermittedCollection: {
    databaseId: ({ id }) => id,
  },
  ListedAccount: {
    mutedEmailTypes: ({ mutedEmails }) => mutedEmails,
    mutedNotificationTypes: ({ mutedNotifications }) => mutedNotifications,
  },
};
