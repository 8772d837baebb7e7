import { z } from 'zod';
import type { LockRecordFragment } from '../../../generated/operations.ts';
import { LOCK_TYPES } from '../../../vocabulary/datasets.ts';
import { recordSchema } from '../../records/schema.ts';

export const lockSchema = recordSchema('DatasetLock', 'A lock on a dataset. Source: datasets.md 3.5.', {
  lockType: z.enum(LOCK_TYPES),
  date: z.string().describe('UTC, such as `Thu Nov 20 10:00:00 UTC 2025`.'),
  user: z.string().describe('User name, without `@`.'),
  dataset: z.string().describe('Persistent identifier.'),
  message: z.string().optional(),
});
export type LockRecord = z.infer<typeof lockSchema>;

/** A lock's moment as clients know it: `Thu Nov 20 10:00:00 UTC 2025`. */
function lockDate(moment: Date | string): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(moment).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day} ${time} UTC ${year}`;
}

/** The record of a lock. Source: datasets.md 3.5. */
export function lockRecord({ lockType, createdAt, userName, datasetPersistentId, message }: LockRecordFragment): LockRecord {
  return { lockType, date: lockDate(createdAt), user: userName, dataset: datasetPersistentId, message: message ?? undefined };
}
