/** Places where copies of the files can be fetched from. Source: users-admin.md 18.4. */
import { z } from 'zod';
import {
  StorageSiteAddDocument,
  StorageSiteDeleteDocument,
  type StorageSiteFactsFragment,
  StorageSitePrimarySetDocument,
  StorageSitesDocument,
  type StorageSitesQuery,
  StorageSiteViewDocument,
} from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { booleanText } from '../../boolean-text.ts';
import { type ListPart, openList } from '../../open-list.ts';
import { objectId, openListOf, recordSchema } from '../../records/schema.ts';
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const SITES = '/api/admin/storageSites';
const SITE = '/api/admin/storageSites/{id}';

const siteSchema = recordSchema('StorageSite', 'A place where copies of the files can be fetched from. Source: users-admin.md 18.4.', {
  id: objectId,
  hostname: z.string(),
  name: z.string().nullable(),
  primaryStorage: z.boolean(),
  transferProtocols: z.string().describe('Words of `rsync`, `posix` and `globus`, separated by commas.'),
});

const newSite = z.object({
  hostname: z.string(),
  name: z.string().nullish(),
  primaryStorage: z.boolean(),
  transferProtocols: z.string(),
});

function siteRecord({ databaseId, ...site }: StorageSiteFactsFragment): z.infer<typeof siteSchema> {
  const { hostname, name, primaryStorage, transferProtocols } = site;
  return { id: databaseId, hostname, name, primaryStorage, transferProtocols };
}

function sitePart({ storageSites: { nodes, pageInfo } }: StorageSitesQuery): ListPart<string, z.infer<typeof siteSchema>> {
  return { entries: nodes.map(siteRecord), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

export const storageSiteRoutes: readonly Route[] = [
  route({
    id: 'admin.storageSites.list',
    method: 'GET',
    path: SITES,
    summary: 'Places where copies of the files can be fetched from.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(openListOf(siteSchema)),
    operation: StorageSitesDocument,
    variables: () => ({}),
    reply: (data) => ({
      data: openList(sitePart(data), { operation: StorageSitesDocument, variables: (after) => ({ after }), part: sitePart }),
    }),
  }),
  route({
    id: 'admin.storageSites.get',
    method: 'GET',
    path: SITE,
    summary: 'One place where copies of the files can be fetched from.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'STORAGE_SITE_NOT_FOUND'],
    answer: enveloped(siteSchema),
    operation: StorageSiteViewDocument,
    variables: ({ path }) => ({ databaseId: numericId(path.id) }),
    reply: ({ storageSite }) => ({ data: siteRecord(storageSite) }),
  }),
  route({
    id: 'admin.storageSites.add',
    method: 'POST',
    path: SITES,
    summary: 'Adds a place where copies of the files can be fetched from.',
    auth: 'admin',
    body: { kind: 'json', schema: newSite },
    refusals: ['AUTHENTICATION_REQUIRED', 'STORAGE_SITE_TAKEN', 'STORAGE_SITE_PRIMARY_TAKEN'],
    answer: enveloped(siteSchema),
    operation: StorageSiteAddDocument,
    variables: ({ body }) => ({ input: body }),
    reply: ({ createStorageSite: { storageSite } }) => ({ data: siteRecord(storageSite) }),
  }),
  route({
    id: 'admin.storageSites.primary',
    method: 'PUT',
    path: '/api/admin/storageSites/{id}/primaryStorage',
    summary: 'Says whether a site is the primary one.',
    auth: 'admin',
    body: { kind: 'text', schema: booleanText },
    refusals: ['AUTHENTICATION_REQUIRED', 'STORAGE_SITE_NOT_FOUND', 'STORAGE_SITE_PRIMARY_TAKEN'],
    answer: enveloped(siteSchema),
    operation: StorageSitePrimarySetDocument,
    variables: ({ path, body }) => ({ input: { databaseId: numericId(path.id), primaryStorage: body } }),
    reply: ({ setPrimaryStorageSite: { storageSite } }) => ({ data: siteRecord(storageSite) }),
  }),
  route({
    id: 'admin.storageSites.delete',
    method: 'DELETE',
    path: SITE,
    summary: 'Removes a site from the list.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'STORAGE_SITE_NOT_FOUND'],
    answer: messageAnswer,
    operation: StorageSiteDeleteDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ deleteStorageSite: { deletedStorageSiteDatabaseId } }) => ({
      data: { message: `The storage site ${deletedStorageSiteDatabaseId} was removed.` },
    }),
  }),
];
