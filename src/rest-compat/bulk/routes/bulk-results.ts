import { z } from 'zod';
import { BulkResultReadDocument } from '../../../generated/operations.ts';
import { bareText, unchangedAnswer } from '../../answers.ts';
import { type Route, textRoute } from '../../route.ts';

const wholeNumber = z.coerce.number().int().min(0);

export const bulkResultRoutes: readonly Route[] = [
  textRoute({
    id: 'bulk.result',
    method: 'GET',
    path: '/api/bulk/{id}/result',
    summary: 'The lines of a bulk job, as JSON Lines, for whoever has the signed address that GraphQL gives (`BulkJob.resultUrl`).',
    auth: 'public',
    query: z.object({
      expires: wholeNumber.max(Number.MAX_SAFE_INTEGER).describe('When the address ends, in milliseconds since 1970.'),
      signature: z.string().describe('What it was signed with.'),
    }),
    refusals: ['BAD_USER_INPUT', 'BULK_RESULT_GONE', 'PRECONDITION_FAILED'],
    answer: [bareText('application/jsonl'), unchangedAnswer],
    operation: BulkResultReadDocument,
    variables: ({ path, query: { expires, signature } }, position) => ({
      databaseId: wholeNumber.max(2_147_483_647).catch(0).parse(path.id),
      expires,
      signature,
      position,
    }),
    piece: ({ bulkResultPiece: { text, entityTag, endedAt, sizeBytes, pieceCount } }) => ({
      contentType: 'application/jsonl;charset=UTF-8',
      etag: entityTag,
      sizeBytes,
      lastModified: new Date(endedAt),
      pieceCount,
      text,
    }),
  }),
];
