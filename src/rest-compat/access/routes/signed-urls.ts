/** Signing addresses. Source: users-admin.md 18.1. */
import { z } from 'zod';
import { ApiUrlSignDocument } from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

/** Minutes as clients write them; what is no number is as if it had not been sent. */
const minutes = z
  .unknown()
  .transform((sent) => (typeof sent === 'number' || (typeof sent === 'string' && /^[+-]?\d+$/.test(sent)) ? Number(sent) : undefined))
  .pipe(z.int32('must be a whole number').optional())
  .optional()
  .meta({ type: 'integer', description: 'Minutes; 10 by default.' });

const signedSchema = recordSchema('SignedUrl', 'An address that acts as an account until it ends.', { signedUrl: z.string() });

export const signedUrlRoutes: readonly Route[] = [
  route({
    id: 'admin.requestSignedUrl',
    method: 'POST',
    path: '/api/admin/requestSignedUrl',
    summary: 'Signs an address of this API for one method and some minutes: it acts as an account without its token.',
    auth: 'superuser',
    body: {
      kind: 'json',
      schema: z.object({ url: z.string(), timeOut: minutes, httpMethod: z.string().nullish(), user: z.string().nullish() }),
    },
    inputNames: { timeOutMinutes: 'timeOut', userName: 'user' },
    // Source: users-admin.md 18.1.
    statuses: { API_TOKEN_NOT_FOUND: 409 },
    refusals: ['API_TOKEN_NOT_FOUND'],
    answer: enveloped(signedSchema),
    operation: ApiUrlSignDocument,
    variables: ({ body: { timeOut, user, ...facts } }) => ({ input: { ...facts, timeOutMinutes: timeOut, userName: user } }),
    reply: ({ signApiUrl }) => ({ data: { signedUrl: signApiUrl.signedUrl } }),
  }),
];
