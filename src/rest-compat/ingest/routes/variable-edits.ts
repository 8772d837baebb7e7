import { z } from 'zod';
import { VariablesEditDocument } from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { fileReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

export const variableEditRoutes: readonly Route[] = [
  route({
    id: 'files.editDdi',
    method: 'PUT',
    path: '/api/edit/{id}',
    summary: 'Changes the variable-level metadata of a tabular file from DDI XML.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'typed', contentTypes: { 'application/xml': 'text' }, schema: z.string() },
    refusals: ['MALFORMED_XML', 'FILE_NOT_FOUND', 'FILE_NOT_IN_VERSION', 'FILE_NOT_TABULAR', 'DATASET_LOCKED'],
    answer: messageAnswer,
    operation: VariablesEditDocument,
    variables: ({ path, query, body }) => ({ input: { file: fileReference(path.id, query), ddi: body } }),
    reply: ({ editVariables: { isChanged } }) => ({ message: isChanged ? 'Updated' : 'Nothing to update' }),
  }),
];
