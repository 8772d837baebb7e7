import { createIpGroup, deleteIpGroup, listIpGroups, putIpGroup, viewIpGroup } from '../../domain/access/groups/ip-group-commands.ts';
import {
  createMailDomainGroup,
  deleteMailDomainGroup,
  listMailDomainGroups,
  putMailDomainGroup,
  viewMailDomainGroup,
} from '../../domain/access/groups/mail-domain-group-commands.ts';
import { ipGroupIdentifier, mailDomainGroupIdentifier } from '../../model/group-identifier.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionOfWhole } from '../connection.ts';
import { globalId } from '../global-id.ts';
import { ipGroupKey, mailDomainGroupKey } from '../references.ts';

export const installationGroupResolvers: Resolvers = {
  Query: {
    ipGroup: (_root, { reference }, context) => viewIpGroup(context, ipGroupKey(reference)),
    ipGroups: async (_root, args, context) =>
      connectionOfWhole(context, args, {
        name: 'ipGroups',
        rows: await listIpGroups(context, {}),
        keyOf: ({ id }) => id,
        item: (group) => group,
      }),
    mailDomainGroup: (_root, { reference }, context) => viewMailDomainGroup(context, mailDomainGroupKey(reference)),
    mailDomainGroups: async (_root, args, context) =>
      connectionOfWhole(context, args, {
        name: 'mailDomainGroups',
        rows: await listMailDomainGroups(context, {}),
        keyOf: ({ id }) => id,
        item: (group) => group,
      }),
  },
  Mutation: {
    createIpGroup: async (_root, { input }, context) => ({ group: await createIpGroup(context, input) }),
    setIpGroup: async (_root, { input }, context) => ({ group: await putIpGroup(context, input) }),
    deleteIpGroup: async (_root, { input }, context) => {
      const { id, alias } = await deleteIpGroup(context, { group: ipGroupKey(input.group) });
      return { deletedIpGroupId: globalId('IpGroup', id), deletedIpGroupDatabaseId: id, identifier: ipGroupIdentifier(alias) };
    },
    createMailDomainGroup: async (_root, { input }, context) => ({ group: await createMailDomainGroup(context, input) }),
    setMailDomainGroup: async (_root, { input }, context) => ({ group: await putMailDomainGroup(context, input) }),
    deleteMailDomainGroup: async (_root, { input }, context) => {
      const { id, alias } = await deleteMailDomainGroup(context, { group: mailDomainGroupKey(input.group) });
      return {
        deletedMailDomainGroupId: globalId('MailDomainGroup', id),
        deletedMailDomainGroupDatabaseId: id,
        identifier: mailDomainGroupIdentifier(alias),
      };
    },
  },
  IpGroup: {
    id: ({ id }) => globalId('IpGroup', id),
    databaseId: ({ id }) => id,
    identifier: ({ alias }) => ipGroupIdentifier(alias),
    ranges: ({ ranges }) => ranges.filter(({ single }) => !single),
    addresses: ({ ranges }) => ranges.filter(({ single }) => single).map(({ first }) => first),
  },
  MailDomainGroup: {
    id: ({ id }) => globalId('MailDomainGroup', id),
    databaseId: ({ id }) => id,
    identifier: ({ alias }) => mailDomainGroupIdentifier(alias),
  },
};
