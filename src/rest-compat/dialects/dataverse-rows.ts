import { z } from 'zod';
import { AssignableRolesDocument, ServerInfoDocument } from '../../generated/operations.ts';
import { roleRecord, roleSchema } from '../access/records/role-record.ts';
import { enveloped } from '../answers.ts';
import { listOf } from '../records/schema.ts';
import { collectionReference } from '../reference.ts';
import { required } from '../required.ts';
import { type Route, route } from '../route.ts';

/** The release of Dataverse whose interface clients find here; they refuse versions that they do not know. */
const SPOKEN_VERSION = '6.9';

const versionSchema = z.strictObject({
  version: z.string().describe('The release of Dataverse whose interface this is.'),
  build: z.string(),
  software: z.string().describe('What answers in truth.'),
  softwareVersion: z.string(),
});

/** Rows that say something else to clients of Dataverse. */
export const dataverseRows: readonly Route[] = [
  route({
    id: 'info.version',
    method: 'GET',
    path: '/api/info/version',
    summary: 'Version of the interface, and of the software behind it.',
    auth: 'public',
    credentials: 'ignored',
    cors: true,
    answer: enveloped(versionSchema),
    operation: ServerInfoDocument,
    variables: () => ({}),
    reply: ({ serverInfo: { version, build } }) => ({
      data: { version: SPOKEN_VERSION, build, software: 'Archivolt', softwareVersion: version },
    }),
  }),
  route({
    id: 'collections.roles.list',
    method: 'GET',
    path: '/api/collections/{id}/roles',
    summary: 'Roles that can be assigned in the dataverse: of the installation, its own, and those of the ones above it.',
    auth: 'token',
    cors: true,
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(roleSchema)),
    operation: AssignableRolesDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: required(collection).assignableRoles.nodes.map(roleRecord) }),
  }),
];
