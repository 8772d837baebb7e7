/** Metadata of a version in native JSON: blocks, fields and their values. Source: datasets.md 3.3. */
import { z, type ZodType } from 'zod';
import type { BlockValuesFragment } from '../../../generated/operations.ts';
import { TYPE_CLASSES } from '../../../vocabulary.ts';
import { mapOf, recordSchema } from '../../records/schema.ts';

/** The fields of a compound value, by name. */
const compoundSchema: ZodType = z.lazy(() => z.record(z.string(), valueSchema));

/** A field that has a value. Its type says no more than that: fields are sent as the JSON text that they are stored as. */
const valueSchema: ZodType = recordSchema('MetadataField', 'A metadata field of a version with its value. Source: datasets.md 3.3.', {
  typeName: z.string().describe('Name of the field, as its block defines it.'),
  multiple: z.boolean().describe('Whether `value` is a list.'),
  typeClass: z.enum(TYPE_CLASSES),
  value: z
    .union([z.string(), z.array(z.string()), compoundSchema, z.array(compoundSchema)])
    .describe('A text or a list of texts; of a compound, an object of its fields by name or a list of such objects.'),
});

const valuesSchema: ZodType = z.array(valueSchema).describe('In their display order.');

export const metadataBlockValuesSchema = recordSchema(
  'MetadataBlockValues',
  'The fields of a metadata block that have a value. Source: datasets.md 3.3.',
  {
    displayName: z.string(),
    name: z.string(),
    fields: valuesSchema,
  },
);
export type MetadataBlockValuesRecord = z.infer<typeof metadataBlockValuesSchema>;

/** The blocks of a version by name. */
export const metadataBlocksSchema = mapOf(metadataBlockValuesSchema).describe('Metadata blocks that have a value, by their names.');

/** One block of a version. */
export function metadataBlockRecord({ name, displayName, nativeFields }: BlockValuesFragment): MetadataBlockValuesRecord {
  return { displayName, name, fields: nativeFields };
}

/** The blocks of a version, by name. Source: datasets.md 3.3. */
export function metadataBlocksRecord(blocks: readonly BlockValuesFragment[]): Readonly<Record<string, MetadataBlockValuesRecord>> {
  return Object.fromEntries(blocks.map((block) => [block.name, metadataBlockRecord(block)]));
}
