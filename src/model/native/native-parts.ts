/** Parts of the schemas of native JSON. Units and formats stand in the descriptions. */
import { z, type ZodType } from 'zod';

/** Schema of a list. */
export function listOf<Entry>(entry: ZodType<Entry>): ZodType<readonly Entry[]> {
  return z.array(entry);
}

/** Id of a dataset, version or file. */
export const objectId = z.int().min(0);

/** A number of things. */
export const counted = z.int().min(0);

/** A moment to the second. Source: datasets.md 3. */
export const second = z
  .string()
  .regex(/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  .meta({ format: 'date-time', description: 'UTC, to the second: `yyyy-MM-ddTHH:mm:ssZ`.' });

/** A day. Source: datasets.md 3. */
export const day = z
  .string()
  .regex(/^\d{4,}-\d\d-\d\d$/)
  .meta({ format: 'date', description: '`yyyy-MM-dd`.' });
