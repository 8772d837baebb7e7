import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { assignRole, type Caller, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

const ASSIGNMENT_KEYS = ['id', 'assignee', 'roleId', 'roleName', '_roleAlias', 'definitionPointId'];

async function assigned(caller: Caller, dataset: SeededDataset, assignee: string, role = 'member'): Promise<number> {
  return succeeded(await caller.rest.post(`/api/datasets/${dataset.id}/assignments`, { assignee, role })).number('data.id');
}

const lists: readonly ContractCase[] = [
  {
    row: 'datasets.assignments',
    shows: 'lists what was given on the dataset and on its collection, by id',
    as: 'curator',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await assigned(callers.owner, dataset, callers.stranger.identifier);
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer, { open, callers }) => {
      const list = answer.list('data').map((one) => readJson(one).record(''));
      for (const one of list) expect(Object.keys(one)).toEqual(ASSIGNMENT_KEYS);
      const last = list.at(-1);
      expect(last).toMatchObject({ assignee: callers.stranger.identifier, _roleAlias: 'member' });
      expect(last?.['definitionPointId']).not.toBe(open.id);
      const ofCollection = list.filter((one) => one['definitionPointId'] === open.id).map((one) => one['assignee']);
      // Cases of other rows give roles on the shared collection too.
      expect(ofCollection.slice(0, 4)).toEqual(
        [callers.owner, callers.curator, callers.contributor, callers.member].map(({ identifier }) => identifier),
      );
    },
  },
  ...(['contributor', 'guest'] as const).map((as): ContractCase => ({
    row: 'datasets.assignments',
    shows: `needs ManageDatasetPermissions, which a ${as} lacks`,
    as,
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: 'datasets.assignments',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

const gifts: readonly ContractCase[] = [
  {
    row: 'datasets.assignments.create',
    shows: 'gives the record; the assignee is written in its own case',
    as: 'curator',
    given: async ({ fresh, callers }) => ({
      path: [(await fresh.draft()).id],
      json: { assignee: callers.stranger.identifier.toUpperCase(), role: 'contributor' },
    }),
    status: 200,
    keys: ASSIGNMENT_KEYS,
    holds: async (answer, { callers }) => {
      expect(answer.record('data')).toMatchObject({ assignee: callers.stranger.identifier, _roleAlias: 'contributor' });
      const read = await callers.stranger.rest.get(`/api/datasets/${answer.number('data.definitionPointId')}/versions/:draft`);
      expect(read.status).toBe(200);
    },
  },
  {
    row: 'datasets.assignments.create',
    shows: 'gives no role that holds more than the caller',
    as: 'curator',
    given: async ({ fresh, callers }) => ({
      path: [(await fresh.draft()).id],
      json: { assignee: callers.stranger.identifier, role: 'admin' },
    }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.assignments.create',
    shows: 'refuses a role that the assignee has there',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await assigned(callers.owner, dataset, callers.stranger.identifier);
      return { path: [dataset.id], json: { assignee: callers.stranger.identifier, role: 'member' } };
    },
    status: 403,
    errorCode: 'ROLE_ALREADY_GRANTED',
    message: 'Role has already been granted.',
  },
  ...['@nobody-at-all', '', 'plain'].map((assignee): ContractCase => ({
    row: 'datasets.assignments.create',
    shows: `does not know the assignee "${assignee}"`,
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: { assignee, role: 'member' } }),
    status: 400,
    errorCode: 'ASSIGNEE_NOT_FOUND',
  })),
  {
    row: 'datasets.assignments.create',
    shows: 'refuses an unknown role',
    as: 'owner',
    given: ({ draft, callers }) => ({ path: [draft.id], json: { assignee: callers.stranger.identifier, role: 'none' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /none/,
  },
  {
    row: 'datasets.assignments.create',
    shows: 'lists what is missing in the body',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: {} }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /assignee.*role/,
  },
  {
    row: 'datasets.assignments.create',
    shows: 'reads JSON alone',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  ...(['contributor', 'guest'] as const).map((as): ContractCase => ({
    row: 'datasets.assignments.create',
    shows: `needs ManageDatasetPermissions, which a ${as} lacks`,
    as,
    given: ({ draft, callers }) => ({ path: [draft.id], json: { assignee: callers.stranger.identifier, role: 'member' } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: 'datasets.assignments.delete',
    shows: 'takes the role away and says whose, and where',
    as: 'curator',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      return { path: [dataset.id, await assigned(callers.owner, dataset, callers.stranger.identifier)] };
    },
    status: 200,
    holds: (answer, { callers }) => {
      expect(answer.text('data.message')).toMatch(
        new RegExp(`^Role Member revoked for assignee ${callers.stranger.identifier} in dataset doi:`),
      );
    },
  },
  ...[999_999, 'x', '99999999999999999999'].map((id): ContractCase => ({
    row: 'datasets.assignments.delete',
    shows: `knows no assignment ${id}`,
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id, id] }),
    status: 404,
    errorCode: 'ROLE_ASSIGNMENT_NOT_FOUND',
  })),
  {
    row: 'datasets.assignments.delete',
    shows: 'does not reach into the collection',
    as: 'superuser',
    given: async ({ fresh, open, callers }) => ({
      path: [(await fresh.draft()).id, await assignRole(callers.owner, open, ':AllUsers', 'dsContributor')],
    }),
    status: 404,
    errorCode: 'ROLE_ASSIGNMENT_NOT_FOUND',
    holds: async (_answer, { callers, open }) => {
      const list = await callers.owner.rest.get(`/api/collections/${open.alias}/assignments`);
      const id = list.number(`data.${list.list('data').length - 1}.id`);
      succeeded(await callers.owner.rest.delete(`/api/collections/${open.alias}/assignments/${id}`));
    },
  },
  {
    row: 'datasets.assignments.delete',
    shows: 'needs ManageDatasetPermissions',
    as: 'contributor',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      return { path: [dataset.id, await assigned(callers.owner, dataset, callers.stranger.identifier)] };
    },
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
];

const PERMISSION_KEYS = [
  'canViewUnpublishedDataset',
  'canEditDataset',
  'canPublishDataset',
  'canManageDatasetPermissions',
  'canDeleteDatasetDraft',
];

const facts: readonly ContractCase[] = [
  ...(
    [
      ['guest', []],
      ['member', ['canViewUnpublishedDataset']],
      ['contributor', ['canViewUnpublishedDataset', 'canEditDataset', 'canDeleteDatasetDraft']],
      ['curator', PERMISSION_KEYS],
      ['superuser', PERMISSION_KEYS],
    ] as const
  ).map(([as, held]): ContractCase => ({
    row: 'datasets.userPermissions',
    shows: `says what a ${as} may do`,
    as,
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    keys: PERMISSION_KEYS,
    holds: (answer) => {
      const yes = Object.entries(answer.record('data')).flatMap(([key, value]) => (value === true ? [key] : []));
      expect(yes).toEqual(held);
    },
  })),
  ...['datasets.userPermissions'].map((row): ContractCase => ({
    row,
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  })),
];

/** Cases of role assignments on datasets, and of what callers may do with them. Source: datasets.md 9.2, 11.2, 14.1. */
export const datasetAssignmentCases: readonly ContractCase[] = [...lists, ...gifts, ...facts];
