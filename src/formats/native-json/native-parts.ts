/** Parts of the schemas of records. Units and formats stand in the descriptions, which OpenAPI shows. */
import { z, type ZodType } from 'zod';

/**
 * Schema of a record, known in OpenAPI by `id`. Keys beyond the shape are refused by the tests; the document leaves it open that a later
 * release has more of them.
 */
export function recordSchema<Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape).meta({ id, description });
}

/** Schema of a list. */
export function listOf<Entry>(entry: ZodType<Entry>): ZodType<readonly Entry[]> {
  return z.array(entry);
}

/** Schema of an object whose keys are data, each with a value of the same kind. */
export function mapOf<Value>(value: ZodType<Value>): ZodType<Readonly<Record<string, Value>>> {
  return z.record(z.string(), value);
}

/** Id of a collection, dataset, version, file or other object. */
export const objectId = z.int().min(0);

/** A number of things. */
export const counted = z.int().min(0);

/** A moment to the second, in UTC. Source: datasets.md 3. */
export const second = z
  .string()
  .regex(/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  .meta({ format: 'date-time', description: 'UTC, to the second: `yyyy-MM-ddTHH:mm:ssZ`.' });

/** A day. Source: datasets.md 3. */
export const day = z
  .string()
  .regex(/^\d{4,}-\d\d-\d\d$/)
  .meta({ format: 'date', description: '`yyyy-MM-dd`.' });
