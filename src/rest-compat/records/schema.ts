/** Parts of the schemas of records. */
import { z, type ZodType } from 'zod';
import type { OpenList } from '../open-list.ts';

export { counted, day, listOf, mapOf, objectId, recordSchema, second } from '../../formats/native-json/native-parts.ts';

/** Schema of a list that may be read while it is sent. */
export function openListOf<Entry>(entry: ZodType<Entry>): ZodType<readonly Entry[] | OpenList<Entry>> {
  // Sent, such a list is an array like any other.
  return z.array(entry);
}
