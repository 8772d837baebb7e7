import { z } from 'zod';
import type { GuestbookFactsFragment } from '../../../generated/operations.ts';
import { GUESTBOOK_QUESTION_TYPES } from '../../../vocabulary/guestbooks.ts';
import { toSecond } from '../../records/record.ts';
import { counted, listOf, objectId, recordSchema, second } from '../../records/schema.ts';

const optionShape = { value: z.string(), displayOrder: z.int() };

const questionSchema = recordSchema('GuestbookQuestion', 'A question of a guestbook. Source: users-admin.md 18.7.', {
  id: objectId.describe('By which it is answered.'),
  question: z.string(),
  required: z.boolean().describe('Whether it has to be answered.'),
  displayOrder: z.int(),
  type: z.enum(GUESTBOOK_QUESTION_TYPES),
  hidden: z.boolean().describe('Whether it is not asked any more.'),
  optionValues: listOf(z.strictObject(optionShape)).optional().describe('Only of the type `options`.'),
});

export const guestbookSchema = recordSchema('Guestbook', 'What people are asked before a download. Source: users-admin.md 18.7.', {
  id: objectId,
  name: z.string(),
  enabled: z.boolean().describe('Whether it is in use.'),
  emailRequired: z.boolean(),
  nameRequired: z.boolean(),
  institutionRequired: z.boolean(),
  positionRequired: z.boolean(),
  customQuestions: listOf(questionSchema).describe('By their order.'),
  createTime: second,
  collectionId: objectId.describe('The collection that it belongs to.'),
  usageCount: counted.optional().describe('Datasets of the collection that have it; only with `includeStats=true`.'),
  responseCount: counted.optional().describe('Responses for files of these; only with `includeStats=true`.'),
});
export type GuestbookRecord = z.infer<typeof guestbookSchema>;

/** A guestbook as a record. */
export function guestbookRecord(
  guestbook: GuestbookFactsFragment,
  counts: { readonly usageCount?: number | undefined; readonly responseCount?: number | undefined } = {},
): GuestbookRecord {
  return {
    id: guestbook.databaseId,
    name: guestbook.name,
    enabled: guestbook.enabled,
    emailRequired: guestbook.emailRequired,
    nameRequired: guestbook.nameRequired,
    institutionRequired: guestbook.institutionRequired,
    positionRequired: guestbook.positionRequired,
    customQuestions: guestbook.questions.map(({ databaseId, question, required, displayOrder, type, hidden, options }) => ({
      id: databaseId,
      question,
      required,
      displayOrder,
      type,
      hidden,
      optionValues: type === 'options' ? options.map(({ value, displayOrder: place }) => ({ value, displayOrder: place })) : undefined,
    })),
    createTime: toSecond(guestbook.createdAt),
    collectionId: guestbook.collectionDatabaseId,
    usageCount: counts.usageCount,
    responseCount: counts.responseCount,
  };
}
