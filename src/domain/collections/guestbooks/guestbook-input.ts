/** What a new guestbook has to keep to. Source: users-admin.md 18.7. */
import { z } from 'zod';
import { line } from '../../../model/text-limits.ts';
import { GUESTBOOK_QUESTION_TYPES } from '../../../vocabulary/guestbooks.ts';

/** More is a survey, not a question before a download. */
const MOST_QUESTIONS = 100;
const MOST_OPTIONS = 200;
const LONGEST_QUESTION = 2000;

const filled = line.trim().min(1, 'must not be blank');
const order = z.int32();

const option = z.object({ value: filled, displayOrder: order });

const question = z
  .object({
    question: z.string().trim().min(1, 'must not be blank').max(LONGEST_QUESTION, `must not be longer than ${LONGEST_QUESTION} characters`),
    type: z.enum(GUESTBOOK_QUESTION_TYPES),
    required: z.boolean(),
    hidden: z.boolean(),
    displayOrder: order,
    options: z.array(option).max(MOST_OPTIONS, `must not be more than ${MOST_OPTIONS}`),
  })
  .superRefine(({ type, options }, check) => {
    if (type === 'options' && options.length === 0) {
      check.addIssue({ code: 'custom', path: ['options'], message: 'must hold at least one' });
    }
    if (type !== 'options' && options.length > 0) {
      check.addIssue({ code: 'custom', path: ['options'], message: 'must be empty unless the type is options' });
    }
    const seen = new Set<string>();
    for (const [place, { value }] of options.entries()) {
      if (seen.has(value)) check.addIssue({ code: 'custom', path: ['options', place, 'value'], message: 'is that of another option' });
      seen.add(value);
    }
  });

export const newGuestbook = z.object({
  name: filled,
  enabled: z.boolean(),
  nameRequired: z.boolean(),
  emailRequired: z.boolean(),
  institutionRequired: z.boolean(),
  positionRequired: z.boolean(),
  questions: z.array(question).max(MOST_QUESTIONS, `must not be more than ${MOST_QUESTIONS}`),
});
