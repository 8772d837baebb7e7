/** Metadata of a version in native JSON: blocks, fields and their values. Source: datasets.md 3.3. */
import { z, type ZodType } from 'zod';
import { TYPE_CLASSES } from '../../vocabulary/metadata.ts';
import { mapOf, recordSchema } from './native-parts.ts';

/** The fields of a compound value, by name. */
const compoundSchema: ZodType = z.lazy(() => z.record(z.string(), nativeFieldSchema));

/** A field that has a value. Its type says no more than that: fields may be passed on as the text that they are stored as. */
export const nativeFieldSchema: ZodType = recordSchema(
  'MetadataField',
  'A metadata field of a version with its value. Source: datasets.md 3.3.',
  {
    typeName: z.string().describe('Name of the field, as its block defines it.'),
    multiple: z.boolean().describe('Whether `value` is a list.'),
    typeClass: z.enum(TYPE_CLASSES),
    value: z
      .union([z.string(), z.array(z.string()), compoundSchema, z.array(compoundSchema)])
      .describe('A text or a list of texts; of a compound, an object of its fields by name or a list of such objects.'),
  },
);

const fields: ZodType = z.array(nativeFieldSchema).describe('In their display order.');

export const nativeBlockSchema = recordSchema(
  'MetadataBlockValues',
  'The fields of a metadata block that have a value. Source: datasets.md 3.3.',
  { displayName: z.string(), name: z.string(), fields },
);
export type NativeBlock = z.infer<typeof nativeBlockSchema>;

/** The blocks of a version by name. */
export const nativeBlocksSchema = mapOf(nativeBlockSchema).describe('Metadata blocks that have a value, by their names.');
