/** Persistent identifiers of single files. Source: datasets.md 12.2. */
import { FileRegisterDocument } from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { fileReference, persistentIdQuery } from '../../reference.ts';
import { type HttpMethod, type Route, route } from '../../route.ts';

function registering(id: string, method: HttpMethod): Route {
  return route({
    id,
    method,
    path: '/api/admin/{id}/registerDataFile',
    summary: 'Gives a file the persistent identifier that it lacks.',
    auth: 'superuser',
    query: persistentIdQuery,
    statuses: { REGISTRATION_REFUSED: 403 },
    refusals: ['FILE_NOT_FOUND', 'REGISTRATION_REFUSED'],
    answer: messageAnswer,
    operation: FileRegisterDocument,
    variables: ({ path, query }) => ({ input: { file: fileReference(path.id, query) } }),
    reply: ({ registerFile: { isNew } }) => ({
      data: { message: isNew ? 'Datafile registration complete. File registered successfully.' : 'File was already registered.' },
    }),
  });
}

/** Older clients send GET. */
export const fileRegistrationRoutes: readonly Route[] = [
  registering('admin.registerDataFile', 'POST'),
  registering('admin.registerDataFile.get', 'GET'),
];
