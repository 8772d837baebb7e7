/** Featured items as clients send them: a form with a part of each name for each item. Source: collections.md 11.2. */
import { z } from 'zod';
import { FEATURED_ITEM_TYPES } from '../../../vocabulary/featured-items.ts';
import type { FeaturedItemInput } from '../../../resolvers/generated/resolver-types.ts';
import { booleanWord } from '../../boolean-text.ts';
import type { HeldFile, RepeatedForm } from '../../read-repeated-form.ts';
import { DomainError } from '../../../errors/domain-error.ts';

const TEXTS = ['id', 'content', 'displayOrder', 'keepFile', 'fileName', 'type', 'dvObjectIdentifier'] as const;

/** What a whole form may have: some images at once. */
export const FORM_BYTES = 16 * 1024 * 1024;

/** Digits, or nothing. */
const number = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a whole number')
  .transform(Number);
const sentFile = z.object({ fileName: z.string(), base64: z.string() });

const itemSchema = z.object({
  id: number.optional(),
  content: z.string().optional(),
  displayOrder: number.default(0),
  keepFile: booleanWord.optional(),
  type: z.enum(FEATURED_ITEM_TYPES).default('custom'),
  dvObjectIdentifier: z.string().optional(),
  file: sentFile.optional(),
});
export type SentItem = z.infer<typeof itemSchema>;

/** The parts of a form; for several items, each part comes once for each of them. */
const partsSchema = z.object({
  id: z.string().optional().describe('Id of an item that is changed; 0 or nothing for a new one.'),
  content: z.string().optional().describe('HTML of a text.'),
  displayOrder: z.string().optional(),
  type: z.enum(FEATURED_ITEM_TYPES).optional(),
  dvObjectIdentifier: z.string().optional().describe('What is presented.'),
  keepFile: z.string().optional().describe('Whether the image that the item has stays: true or false.'),
  fileName: z.string().optional().describe('Name of the image; the items that have one take the files in their order.'),
  file: z.string().meta({ format: 'binary' }).optional().describe('An image.'),
});

/** @throws DomainError BAD_USER_INPUT when it cannot be told what is said of which item */
function itemsIn({ texts, files }: RepeatedForm): Record<string, unknown>[] {
  const count = Math.max(0, ...TEXTS.map((name) => texts.get(name)?.length ?? 0));
  const uneven = TEXTS.filter((name) => ![0, count].includes(texts.get(name)?.length ?? 0));
  if (uneven.length > 0) {
    throw new DomainError('BAD_USER_INPUT', 'The form must have as many parts of each name as there are items.', {
      problems: uneven.map((name) => ({ pointer: `/${name}`, message: `must come ${count} times or not at all` })),
    });
  }
  const named = texts.has('fileName');
  const waiting: HeldFile[] = [...files];
  const items = Array.from({ length: count }, (_none, place) => {
    const said = TEXTS.map((name): [string, string] => [name, texts.get(name)?.[place]?.trim() ?? '']).filter(([, text]) => text !== '');
    const { fileName, ...item } = Object.fromEntries(said);
    const file = (named ? fileName !== undefined : count === 1) ? waiting.shift() : undefined;
    const sent = file && { fileName: fileName ?? file.fileName, base64: file.bytes.toString('base64') };
    return { ...item, ...(sent && { file: sent }) };
  });
  if (waiting.length === 0) return items;
  throw new DomainError('BAD_USER_INPUT', 'The form has images that no item names.', {
    problems: [{ pointer: '/file', message: 'must be named by the fileName of an item' }],
  });
}

/** A form of any number of items. */
export const itemsForm = {
  kind: 'things',
  schema: z.array(itemSchema),
  things: itemsIn,
  maximumBytes: FORM_BYTES,
  parts: partsSchema,
} as const;

/** A form of one item. */
export const itemForm = { ...itemsForm, schema: z.tuple([itemSchema], { error: 'must say of one item' }) } as const;

/** An item as an input. */
export function itemInput({ content, displayOrder, keepFile, type, dvObjectIdentifier, file }: SentItem): FeaturedItemInput {
  return { type, content, displayOrder, objectIdentifier: dvObjectIdentifier, image: file, keepImage: keepFile };
}
