import { ServerInfoDocument } from '../../generated/operations.ts';
import { type Route, route } from '../route.ts';

export const infoRoutes: readonly Route[] = [
  route({
    id: 'info.version',
    method: 'GET',
    path: '/api/info/version',
    summary: 'Version and build number of the software.',
    auth: 'public',
    cors: true,
    credentials: 'ignored',
    operation: ServerInfoDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => ({ data: { version: serverInfo.version, build: serverInfo.build } }),
  }),
  route({
    id: 'info.server',
    method: 'GET',
    path: '/api/info/server',
    summary: 'Host name of the server.',
    auth: 'public',
    credentials: 'ignored',
    operation: ServerInfoDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => ({ data: { message: serverInfo.server } }),
  }),
];
