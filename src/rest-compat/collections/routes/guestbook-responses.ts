/** Responses to guestbooks as a table. Source: collections.md 11.2, users-admin.md 18.7. */
import { z } from 'zod';
import { GuestbookResponsesDocument, type GuestbookResponsesQuery } from '../../../generated/operations.ts';
import { bareText } from '../../answers.ts';
import { csvOf } from '../../records/csv.ts';
import { collectionReference, countParameter } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, streamRoute } from '../../route.ts';

const HEADER =
  'Guestbook, Dataset, Dataset PID, Date, Type, File Name, File Id, File PID, User Name, Email, Institution, Position, Custom Questions';

type Response = NonNullable<GuestbookResponsesQuery['collection']>['guestbookResponses']['nodes'][number];

/** Programs for tables take a cell that begins so for a formula, and what is in it was written by a stranger. */
function plainText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** A line: after the facts, each question and its answer. */
function responseLine(response: Response): string {
  const { guestbookName, datasetTitle, datasetPersistentId, respondedAt, event, fileName, fileDatabaseId, filePersistentId } = response;
  const facts = [guestbookName, datasetTitle, datasetPersistentId, respondedAt, event, fileName, String(fileDatabaseId), filePersistentId];
  const person = [response.name, response.email, response.institution, response.position];
  const answers = response.answers.flatMap(({ question, value }) => [question, value]);
  return csvOf([[...facts, ...person, ...answers].map((cell) => plainText(cell ?? ''))]);
}

export const guestbookResponseRoutes: readonly Route[] = [
  streamRoute({
    id: 'collections.guestbookResponses',
    method: 'GET',
    path: '/api/collections/{id}/guestbookResponses',
    summary:
      'Responses for files of the datasets that the collection holds itself, a line for each file that was downloaded or requested, as CSV.',
    auth: 'token',
    query: z.object({ guestbookId: countParameter }),
    statuses: { PERMISSION_DENIED: 403, AUTHENTICATION_REQUIRED: 403 },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: bareText('text/csv'),
    operation: GuestbookResponsesDocument,
    variables: ({ path, query }, after) => ({
      collection: collectionReference(path.id),
      guestbookDatabaseId: query.guestbookId,
      after,
    }),
    stream: {
      contentType: 'text/csv; charset=utf-8',
      opening: `${HEADER}\r\n`,
      separator: '',
      closing: '',
      fileName: () => 'guestbook_responses.csv',
      page: ({ collection }) => {
        const { nodes, pageInfo } = required(collection).guestbookResponses;
        return { lines: nodes.map(responseLine), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
      },
    },
  }),
];
