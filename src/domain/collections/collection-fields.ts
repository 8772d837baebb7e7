import { z } from 'zod';
import { COLLECTION_TYPES } from '../../vocabulary/collections.ts';
import { isEmailAddress } from '../../formats/values/email-format.ts';
import { line, longText } from '../../model/text-limits.ts';
import { byRule } from '../../errors/rules/broken.ts';

/** What is stored of an optional text: one of blanks alone says nothing. */
export function textOrNone(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}

/** The rules of single facts of a collection, for whatever writes them. Source: collections.md 5.1. */
export const collectionFields = {
  alias: z
    .string()
    .refine((alias) => /^[A-Za-z0-9_-]{1,60}$/.test(alias), byRule('COLLECTION_ALIAS'))
    .refine((alias) => !/^\d+$/.test(alias), byRule('DIGITS_ONLY')),
  name: line.refine((name) => name.trim() !== '', byRule('BLANK')),
  contacts: z
    .array(z.object({ contactEmail: z.string().trim().refine(isEmailAddress, byRule('EMAIL_ADDRESS')) }))
    .min(1, 'must name at least one contact'),
  affiliation: line.nullish(),
  description: longText.nullish(),
  collectionType: z.enum(COLLECTION_TYPES).nullish(),
  datasetFileCountLimit: z.int32().nullish(),
  filePidsEnabled: z.boolean().nullish(),
  requireFilesToPublishDataset: z.boolean().nullish(),
} as const;

/** Rules for metadata fields, as they are sent; `resolveBlockChoices` says what they have to name. */
export const inputLevels = z.array(
  z.object({ fieldName: z.string(), required: z.boolean(), include: z.boolean(), displayOnCreate: z.boolean().nullish() }),
);

/** Which blocks, facets and rules for fields a collection gets. Source: collections.md 5.1, `metadataBlocks`. */
export const blockChoiceFields = {
  /** Blocks of its own; an empty list takes the owner's. */
  metadataBlockNames: z.array(z.string()).nullish(),
  inheritMetadataBlocks: z.boolean().nullish(),
  /** Facets of its own, field names or ids; an empty list takes the owner's. */
  facetFieldNames: z.array(z.string()).nullish(),
  inheritFacets: z.boolean().nullish(),
  inputLevels: inputLevels.nullish(),
} as const;
