/** The variables of a table in DDI. Source: files.md 22.2. */
import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { VariableDescriptionDocument } from '../../../generated/operations.ts';
import { bareText } from '../../answers.ts';
import { accessedFile, numericId, persistentIdQuery } from '../../reference.ts';
import { type Route, streamRoute } from '../../route.ts';

/** Names separated by commas. */
const names = z
  .string()
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .optional();

const query = persistentIdQuery.extend({ fileMetadataId: z.string().optional(), include: names, exclude: names });

/** @throws DomainError FILE_NOT_FOUND for what is no number */
function recordId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return numericId(text);
  throw new DomainError('FILE_NOT_FOUND', 'There is no such record of the file.', {
    problems: [{ pointer: '/query/fileMetadataId', message: 'must be a number' }],
  });
}

function descriptionRoute(id: string, path: `/api/access/datafile/{id}/metadata${'' | '/ddi'}`): Route {
  return streamRoute({
    id,
    method: 'GET',
    path,
    summary: 'The variables of a table with labels, statistics and categories, in DDI Codebook 2.0.',
    auth: 'public',
    query,
    refusals: ['FILE_NOT_FOUND', 'FILE_ACCESS_DENIED', 'FILE_NOT_TABULAR'],
    statuses: { FILE_ACCESS_DENIED: 400 },
    answer: bareText('text/xml'),
    operation: VariableDescriptionDocument,
    variables: ({ path: { id: file }, query: asked }, after) => ({
      reference: accessedFile(file, asked),
      recordDatabaseId: recordId(asked.fileMetadataId),
      include: asked.include,
      exclude: asked.exclude,
      after,
    }),
    stream: {
      contentType: 'text/xml;charset=UTF-8',
      opening: '',
      separator: '',
      closing: '',
      fileName: ({ variableDescription }) => variableDescription.fileName,
      page: ({ variableDescription: { text, endCursor } }) => ({ lines: [text], next: endCursor }),
    },
  });
}

export const variableDescriptionRoutes: readonly Route[] = [
  descriptionRoute('access.datafile.metadata', '/api/access/datafile/{id}/metadata'),
  descriptionRoute('access.datafile.metadata.ddi', '/api/access/datafile/{id}/metadata/ddi'),
];
