import { z } from 'zod';
import type { IpGroupRecordFragment, MailDomainGroupRecordFragment } from '../../../generated/operations.ts';
import { objectId, listOf, recordSchema } from '../../records/schema.ts';

export const ipGroupSchema = recordSchema('IpGroup', 'A group of IP addresses. Source: collections.md 11.3, users-admin.md 18.2.', {
  alias: z.string(),
  identifier: z.string().describe('How role assignments name it: `&ip/<alias>`.'),
  id: objectId,
  name: z.string(),
  description: z.string().optional(),
  addresses: listOf(z.string()).optional().describe('IPv4 or IPv6 addresses; absent when there are none.'),
  ranges: listOf(listOf(z.string())).optional().describe('Pairs of the first and the last address; absent when there are none.'),
});
export type IpGroupRecord = z.infer<typeof ipGroupSchema>;

/** The record of an IP group; lists that are empty are left out. Source: collections.md 11.3, users-admin.md 18.2. */
export function ipGroupRecord(group: IpGroupRecordFragment): IpGroupRecord {
  return {
    alias: group.alias,
    identifier: group.identifier,
    id: group.databaseId,
    name: group.name,
    description: group.description ?? undefined,
    addresses: group.addresses.length > 0 ? group.addresses : undefined,
    ranges: group.ranges.length > 0 ? group.ranges.map(({ first, last }) => [first, last]) : undefined,
  };
}

export const mailDomainGroupSchema = recordSchema('MailDomainGroup', 'A group of mail domains. Source: users-admin.md 18.2.', {
  alias: z.string(),
  id: objectId,
  name: z.string(),
  description: z.string().optional(),
  domains: listOf(z.string()).describe('What follows the `@`, or regular expressions for it.'),
  regex: z.boolean().describe('Whether `domains` are regular expressions.'),
});
export type MailDomainGroupRecord = z.infer<typeof mailDomainGroupSchema>;

/** The record of a mail-domain group. Source: users-admin.md 18.2. */
export function mailDomainGroupRecord(group: MailDomainGroupRecordFragment): MailDomainGroupRecord {
  return {
    alias: group.alias,
    id: group.databaseId,
    name: group.name,
    description: group.description ?? undefined,
    domains: group.domains,
    regex: group.regex,
  };
}
