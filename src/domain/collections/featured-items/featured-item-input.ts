/** What a featured item has to keep to. Source: collections.md 11.2. */
import { setImmediate } from 'node:timers/promises';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import { type FeaturedImage, type FeaturedItemValues, findPresentable } from '../../../db/queries/collections/featured-items.ts';
import type { Queryable } from '../../../db/client.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { ProblemList } from '../../../errors/problem-list.ts';
import { line } from '../../../model/text-limits.ts';
import { FEATURED_ITEM_TYPES } from '../../../vocabulary/featured-items.ts';
import { cleanedHtml } from './cleaned-html.ts';

/** Of one text, in characters. */
export const LONGEST_CONTENT = 15_000;
const LARGEST_IMAGE_BYTES = 1_000_000;
/** Base64 has four characters for three bytes. */
const LONGEST_IMAGE = Math.ceil(LARGEST_IMAGE_BYTES / 3) * 4;
/** Pictures that browsers show, and in which nothing can run. */
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export const featuredItemInput = z.object({
  type: z.enum(FEATURED_ITEM_TYPES),
  content: z.string().max(LONGEST_CONTENT, `must not be longer than ${LONGEST_CONTENT} characters`).nullish(),
  displayOrder: z.int32(),
  identifier: line.nullish(),
  image: z
    .object({
      fileName: line.trim().min(1, 'must not be blank'),
      base64: z.string().max(LONGEST_IMAGE, `must not be larger than ${LARGEST_IMAGE_BYTES} bytes`),
    })
    .nullish(),
  /** Whether an image that the item has stays; it is not sent again. */
  keepImage: z.boolean().nullish(),
});
export type FeaturedItemInput = z.infer<typeof featuredItemInput>;

async function imageOf(
  sent: NonNullable<FeaturedItemInput['image']>,
  pointer: string,
  problems: ProblemList,
): Promise<FeaturedImage | null> {
  const image = Buffer.from(sent.base64, 'base64');
  const type = (await fileTypeFromBuffer(image))?.mime;
  if (type !== undefined && IMAGE_TYPES.includes(type)) return { imageName: sent.fileName, imageType: type, image };
  problems.add(`${pointer}/image`, `must be a picture of the type ${IMAGE_TYPES.join(', ')}`);
  return null;
}

async function readText(item: FeaturedItemInput, pointer: string, problems: ProblemList): Promise<FeaturedItemValues> {
  const content = cleanedHtml(item.content ?? '') ?? '';
  if (content === '') problems.add(`${pointer}/content`, 'must not be blank');
  if (item.identifier) problems.add(`${pointer}/identifier`, 'must be absent of a text');
  const image = item.image ? await imageOf(item.image, pointer, problems) : null;
  const values = { itemType: 'custom', content, displayOrder: item.displayOrder, nodeId: null } as const;
  return image === null && item.keepImage ? values : { ...values, image };
}

async function readObject(db: Queryable, item: FeaturedItemInput, pointer: string, problems: ProblemList): Promise<FeaturedItemValues> {
  const { type, displayOrder } = item;
  if (item.content) problems.add(`${pointer}/content`, 'must be absent where an object is presented');
  if (item.image) problems.add(`${pointer}/image`, 'must be absent where an object is presented');
  const identifier = item.identifier?.trim() ?? '';
  const found = type === 'custom' || identifier === '' ? undefined : await findPresentable(db, type, identifier);
  // What is there and not public is told of no more than what is not there.
  if (found?.isPublic !== true) problems.add(`${pointer}/identifier`, `must name a published ${type} that is not restricted`);
  return { itemType: type, content: null, displayOrder, nodeId: found?.id ?? null, image: null };
}

/** Checks items, and finds what they present. `pointerOf` tells where each was sent. @throws DomainError BAD_USER_INPUT with every problem */
export async function readFeaturedItems(
  db: Queryable,
  items: readonly FeaturedItemInput[],
  pointerOf: (place: number) => string,
): Promise<FeaturedItemValues[]> {
  const problems = new ProblemList();
  const values: FeaturedItemValues[] = [];
  for (const [place, item] of items.entries()) {
    const pointer = pointerOf(place);
    // A long text takes tens of milliseconds: others have their turn in between.
    if (place > 0) await setImmediate();
    values.push(item.type === 'custom' ? await readText(item, pointer, problems) : await readObject(db, item, pointer, problems));
  }
  const faults = problems.toArray();
  if (faults.length === 0) return values;
  throw new DomainError('BAD_USER_INPUT', faults.map(({ pointer, message }) => `${pointer}: ${message}`).join('; '), { problems: faults });
}
