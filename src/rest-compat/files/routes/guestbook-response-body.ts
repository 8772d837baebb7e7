/** A response to a guestbook as clients send it. Source: users-admin.md 18.7. */
import { z } from 'zod';
import type { GuestbookResponseInput } from '../../../resolvers/generated/resolver-types.ts';

const text = z.string().nullish();

const response = z.object({
  name: text,
  email: text,
  institution: text,
  position: text,
  answers: z
    .array(
      z.object({
        id: z.union(
          [
            z.int32(),
            z
              .string()
              .regex(/^\d{1,9}$/)
              .transform(Number),
          ],
          { error: 'must be the id of a question' },
        ),
        value: z.union([z.string(), z.array(z.string())], { error: 'must be a text or a list of its lines' }),
      }),
    )
    .nullish(),
});

/** A body that holds a response, or nothing where none is asked for. */
export const responseBody = z.object({ guestbookResponse: response.nullish() });

/** The response of a body as an input. */
export function responseInput({ guestbookResponse }: z.infer<typeof responseBody>): GuestbookResponseInput | null {
  if (!guestbookResponse) return null;
  const answers = guestbookResponse.answers?.map(({ id, value }) => ({
    questionDatabaseId: id,
    value: typeof value === 'string' ? [value] : value,
  }));
  return { ...guestbookResponse, answers };
}
