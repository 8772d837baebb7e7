import type { LockRecordFragment } from '../../../generated/operations.ts';
import { type JsonRecord, put } from '../../records/record.ts';

/** A lock's moment as clients know it: `Thu Nov 20 10:00:00 UTC 2025`. */
function lockDate(moment: Date | string): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(moment).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day} ${time} UTC ${year}`;
}

/** The record of a lock. Source: datasets.md 3.5. */
export function lockRecord({ lockType, createdAt, userName, datasetPersistentId, message }: LockRecordFragment): JsonRecord {
  const record: JsonRecord = { lockType, date: lockDate(createdAt), user: userName, dataset: datasetPersistentId };
  put(record, 'message', message);
  return record;
}
