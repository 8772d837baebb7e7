import { expect } from 'vitest';
import { addFile, publishDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const KEYS = ['definedOn', 'assigneeIdentifier', 'roleName', 'assignedBy', 'assignedAt', 'revokedBy', 'revokedAt'];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** A dataset on which the curator gave a role to the stranger, and the owner took it away. */
async function changed({ fresh, callers }: ContractWorld): Promise<number> {
  const { id } = await fresh.draft();
  const body = { assignee: callers.stranger.identifier, role: 'member' };
  const given = succeeded(await callers.curator.rest.post(`/api/datasets/${id}/assignments`, body));
  succeeded(await callers.owner.rest.delete(`/api/datasets/${id}/assignments/${given.number('data.id')}`));
  return id;
}

const ofDatasets: readonly ContractCase[] = [
  {
    row: 'datasets.assignments.history',
    shows: 'tells who gave and who took away, the newest first, with null for what is not there',
    as: 'curator',
    given: async (world) => ({ path: [await changed(world)] }),
    status: 200,
    holds: (answer, { callers }) => {
      expect(Object.keys(answer.record('data.0'))).toEqual(KEYS);
      expect(answer.list('data')).toHaveLength(2);
      expect(answer.record('data.0')).toMatchObject({
        definedOn: expect.stringMatching(/^\d+$/),
        assigneeIdentifier: callers.stranger.identifier,
        roleName: 'member',
        assignedBy: callers.curator.identifier,
        assignedAt: expect.stringMatching(MOMENT),
        revokedBy: callers.owner.identifier,
        revokedAt: expect.stringMatching(MOMENT),
      });
      expect(answer.record('data.1')).toMatchObject({
        assigneeIdentifier: callers.owner.identifier,
        roleName: 'contributor',
        assignedBy: callers.owner.identifier,
        revokedBy: null,
        revokedAt: null,
      });
    },
  },
  {
    row: 'datasets.assignments.history',
    shows: 'is had as CSV',
    as: 'owner',
    given: async (world) => ({ path: [await changed(world)], headers: { Accept: 'text/csv' } }),
    status: 200,
    holds: (answer, { callers }) => {
      const [header, first = ''] = answer.body.split('\r\n');
      expect(header).toBe(KEYS.join(','));
      expect(first.split(',').slice(1, 4)).toEqual([callers.stranger.identifier, 'member', callers.curator.identifier]);
    },
  },
  {
    row: 'datasets.assignments.history',
    shows: 'keeps a private URL that publishing withdrew, without its token',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/privateUrl`));
      await publishDataset(callers.curator, dataset);
      return { path: [':persistentId'], query: { persistentId: dataset.persistentId } };
    },
    status: 200,
    holds: (answer, { callers }) => {
      expect(answer.record('data.0')).toMatchObject({
        assigneeIdentifier: `#${answer.text('data.0.definedOn')}`,
        assignedBy: callers.owner.identifier,
        revokedBy: callers.curator.identifier,
      });
      expect(answer.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    },
  },
  {
    row: 'datasets.files.assignments.history',
    shows: 'tells who may and might download which file',
    as: 'curator',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset);
      const grant = `/api/access/datafile/${file}`;
      for (const caller of [callers.stranger, callers.member]) {
        succeeded(await callers.owner.rest.put(`${grant}/grantAccess/${caller.identifier}`));
      }
      succeeded(await callers.owner.rest.delete(`${grant}/revokeAccess/${callers.stranger.identifier}`));
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer, { callers }) => {
      const told = answer.list('data').map((_entry, at) => [answer.at(`data.${at}.assigneeIdentifier`), answer.at(`data.${at}.revokedBy`)]);
      expect(told).toEqual([
        [callers.member.identifier, null],
        [callers.stranger.identifier, callers.owner.identifier],
      ]);
      expect(answer.at('data.0.roleName')).toBe('fileDownloader');
    },
  },
  {
    row: 'datasets.files.assignments.history',
    shows: 'is empty if no role was ever assigned',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toEqual([]),
  },
];

const ofCollections: readonly ContractCase[] = [
  {
    row: 'collections.assignments.history',
    shows: 'tells who gave and who took away, also with a group and a role that are gone',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { alias, id } = await fresh.collection();
      const { rest } = callers.owner;
      const assign = (assignee: string, role: string) => rest.post(`/api/collections/${alias}/assignments`, { assignee, role });
      succeeded(await rest.post(`/api/collections/${alias}/groups`, { aliasInOwner: 'team', displayName: 'Team' }));
      succeeded(await assign(`&explicit/${id}-team`, 'member'));
      succeeded(await rest.delete(`/api/collections/${alias}/groups/team`));
      const role = `role${id}`;
      succeeded(
        await callers.superuser.rest.post(`/api/collections/${alias}/roles`, { alias: role, name: 'Own', permissions: ['AddDataset'] }),
      );
      succeeded(await assign(callers.stranger.identifier, role));
      succeeded(await rest.delete(`/api/roles/:alias?alias=${role}`));
      return { path: [alias] };
    },
    status: 200,
    holds: (answer, { callers }) => {
      const told = answer.list('data').map((_entry, at) => [answer.at(`data.${at}.assigneeIdentifier`), answer.at(`data.${at}.revokedBy`)]);
      const id = answer.text('data.0.definedOn');
      expect(told).toEqual([
        [callers.stranger.identifier, callers.owner.identifier],
        [`&explicit/${id}-team`, callers.owner.identifier],
        [callers.owner.identifier, null],
      ]);
      expect(answer.at('data.0.roleName')).toBe(`role${id}`);
    },
  },
  {
    row: 'collections.assignments.history',
    shows: 'needs an account',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'collections.assignments.history',
    shows: 'finds no collection of an unknown name',
    as: 'owner',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

const ROWS = ['collections.assignments.history', 'datasets.assignments.history', 'datasets.files.assignments.history'] as const;

const common = ROWS.flatMap((row): ContractCase[] => [
  ...(['stranger', 'member', 'contributor'] as const).map((as): ContractCase => ({
    row,
    shows: `needs ManageDatasetPermissions, which a ${as} lacks`,
    as,
    given: ({ open, draft }) => ({ path: [row.startsWith('collections') ? open.alias : draft.id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  })),
  ...(row.startsWith('collections')
    ? []
    : [
        {
          row,
          shows: 'finds no dataset of an unknown number',
          as: 'owner' as const,
          given: () => ({ path: [987_654] }),
          status: 404,
          errorCode: 'DATASET_NOT_FOUND',
        },
        {
          row,
          shows: 'is not for guests',
          given: ({ published }: ContractWorld) => ({ path: [published.id] }),
          status: 403,
          errorCode: 'PERMISSION_DENIED',
        },
      ]),
]);

/** Cases of the history of role assignments. Source: datasets.md 14.1, collections.md 11.2. */
export const assignmentHistoryCases: readonly ContractCase[] = [...ofDatasets, ...ofCollections, ...common];
