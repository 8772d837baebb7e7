/** The variables of a table in DDI. Source: files.md 22.2. */
import { z } from 'zod';
import { VariableDescriptionDocument } from '../../../generated/operations.ts';
import { bareText } from '../../answers.ts';
import { accessedFile, fileRecordId, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, streamRoute } from '../../route.ts';

/** Names separated by commas. */
const names = z
  .string()
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .optional();

const query = persistentIdQuery.extend({ fileMetadataId: z.string().optional(), include: names, exclude: names });

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
      recordDatabaseId: fileRecordId(asked.fileMetadataId),
      include: asked.include,
      exclude: asked.exclude,
      after,
    }),
    stream: {
      contentType: 'text/xml;charset=UTF-8',
      opening: '',
      separator: '',
      closing: '',
      fileName: ({ file }) => required(file).variableDescription.fileName,
      page: ({ file }) => {
        const { text, endCursor } = required(file).variableDescription;
        return { lines: [text], next: endCursor };
      },
    },
  });
}

export const variableDescriptionRoutes: readonly Route[] = [
  descriptionRoute('access.datafile.metadata', '/api/access/datafile/{id}/metadata'),
  descriptionRoute('access.datafile.metadata.ddi', '/api/access/datafile/{id}/metadata/ddi'),
];
