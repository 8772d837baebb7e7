import type { UserRecordFragment } from '../../../generated/operations.ts';
import { type JsonRecord, put, toSecond } from '../../records/record.ts';

/** The record of an account. Source: users-admin.md 7.2. */
export function userRecord(user: UserRecordFragment): JsonRecord {
  const record: JsonRecord = {
    id: user.databaseId,
    identifier: user.identifier,
    displayName: user.displayName,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    superuser: user.superuser,
    deactivated: user.deactivated,
  };
  put(record, 'deactivatedTime', toSecond(user.deactivatedAt));
  put(record, 'affiliation', user.affiliation);
  put(record, 'position', user.position);
  record['persistentUserId'] = user.persistentUserId;
  put(record, 'emailLastConfirmed', toSecond(user.emailConfirmedAt));
  record['createdTime'] = toSecond(user.createdAt);
  put(record, 'lastLoginTime', toSecond(user.lastLoginAt));
  put(record, 'lastApiUseTime', toSecond(user.lastApiUseAt));
  record['authenticationProviderId'] = user.authenticationProviderId;
  return record;
}
