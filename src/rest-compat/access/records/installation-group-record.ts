import type { IpGroupRecordFragment, MailDomainGroupRecordFragment } from '../../../generated/operations.ts';
import { type JsonRecord, put } from '../../records/record.ts';

/** The record of an IP group; lists that are empty are left out. Source: collections.md 11.3, users-admin.md 18.2. */
export function ipGroupRecord(group: IpGroupRecordFragment): JsonRecord {
  const record: JsonRecord = { alias: group.alias, identifier: group.identifier, id: group.databaseId, name: group.name };
  put(record, 'description', group.description);
  if (group.addresses.length > 0) record['addresses'] = group.addresses;
  if (group.ranges.length > 0) record['ranges'] = group.ranges.map(({ first, last }) => [first, last]);
  return record;
}

/** The record of a mail-domain group. Source: users-admin.md 18.2. */
export function mailDomainGroupRecord(group: MailDomainGroupRecordFragment): JsonRecord {
  const record: JsonRecord = { alias: group.alias, id: group.databaseId, name: group.name };
  put(record, 'description', group.description);
  record['domains'] = group.domains;
  record['regex'] = group.regex;
  return record;
}
