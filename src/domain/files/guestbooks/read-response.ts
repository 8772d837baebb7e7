/** What a response to a guestbook has to keep to. */
import { z } from 'zod';
import type { GuestbookAnswer, NewGuestbookResponse } from '../../../db/queries/collections/guestbook-responses.ts';
import type { GuestbookQuestionRow, GuestbookRow } from '../../../db/queries/collections/guestbooks.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { ProblemList } from '../../../errors/problem-list.ts';
import { isEmailAddress } from '../../../formats/values/email-format.ts';
import { line } from '../../../model/text-limits.ts';

const LONGEST_LINE = 255;
const LONGEST_ANSWER = 10_000;
/** As many as a guestbook may ask, with room for wrong ones. */
const MOST_ANSWERS = 200;
/** Lines of one answer. */
const MOST_LINES = 1000;

export const guestbookResponseInput = z.object({
  name: line.nullish(),
  email: line.nullish(),
  institution: line.nullish(),
  position: line.nullish(),
  answers: z
    .array(
      z.object({
        questionId: z.int32(),
        /** Lines; most answers have one. */
        value: z.array(z.string()).max(MOST_LINES, `must not be more than ${MOST_LINES}`),
      }),
    )
    .max(MOST_ANSWERS, `must not be more than ${MOST_ANSWERS}`)
    .nullish(),
});
export type GuestbookResponseInput = z.infer<typeof guestbookResponseInput>;

/** What an account says of the person, taken where the response is silent. */
export interface KnownPerson {
  readonly userAccountId: number | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly institution: string | null;
  readonly position: string | null;
}

const FACTS = ['name', 'email', 'institution', 'position'] as const;

function given(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** What is wrong with an answer, as the end of a sentence; undefined when nothing is. */
function answerFault({ questionType, options, required }: GuestbookQuestionRow, value: string): string | undefined {
  if (value === '') return required ? 'must not be blank' : undefined;
  if (questionType === 'options' && !options.some((option) => option.value === value)) return 'must be one of the options of the question';
  const longest = questionType === 'textarea' ? LONGEST_ANSWER : LONGEST_LINE;
  if (value.length > longest) return `must not be longer than ${longest} characters`;
  return questionType === 'text' && value.includes('\n') ? 'must be one line' : undefined;
}

function answersOf({ questions }: GuestbookRow, { answers }: GuestbookResponseInput, problems: ProblemList): GuestbookAnswer[] {
  const asked = new Map(questions.filter(({ hidden }) => !hidden).map((question) => [question.id, question]));
  const found = new Map<number, GuestbookAnswer>();
  for (const [place, { questionId, value: lines }] of (answers ?? []).entries()) {
    const pointer = `/response/answers/${place}`;
    const question = asked.get(questionId);
    const value = lines.join('\n').trim();
    const fault = question && answerFault(question, value);
    if (question === undefined) problems.add(pointer, 'must name a question that the guestbook asks');
    else if (found.has(questionId)) problems.add(pointer, 'answers a question for the second time');
    else if (fault !== undefined) problems.add(`${pointer}/value`, fault);
    if (question !== undefined) found.set(questionId, { questionId, question: question.question, value });
  }
  for (const { id, required } of asked.values()) {
    if (required && !found.has(id)) problems.add('/response/answers', `must hold an answer to the question ${id}`);
  }
  return [...found.values()].filter(({ value }) => value !== '');
}

/** Checks a response against what the guestbook asks. @throws DomainError BAD_USER_INPUT with every problem */
export function readResponse(guestbook: GuestbookRow, response: GuestbookResponseInput, known: KnownPerson): NewGuestbookResponse {
  const problems = new ProblemList();
  const fact = (name: (typeof FACTS)[number]) => given(response[name]) ?? known[name];
  const person = { name: fact('name'), email: fact('email'), institution: fact('institution'), position: fact('position') };
  for (const name of FACTS) {
    if (guestbook[`${name}Required`] && person[name] === null) problems.add(`/response/${name}`, 'is required');
  }
  if (person.email !== null && !isEmailAddress(person.email)) problems.add('/response/email', 'must be an e-mail address');
  const answers = answersOf(guestbook, response, problems);
  const faults = problems.toArray();
  if (faults.length > 0) {
    const told = faults.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
    throw new DomainError('BAD_USER_INPUT', `The response does not suit the guestbook ${guestbook.id}: ${told}`, { problems: faults });
  }
  return { guestbookId: guestbook.id, userAccountId: known.userAccountId, ...person, answers };
}
