import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { type RestClient, restClient } from '../../support/rest-client.ts';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const NAMES = ['privateUrl', 'previewUrl'] as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WITHHELD_FIELDS = 'author,datasetContact';

async function shared({ fresh, callers }: ContractWorld, anonymized = false): Promise<{ dataset: SeededDataset; token: string }> {
  const dataset = await fresh.draft();
  if (anonymized) await withholding(callers.superuser.rest);
  const made = succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/privateUrl?anonymizedAccess=${anonymized}`));
  return { dataset, token: made.text('data.token') };
}

async function withholding(rest: RestClient): Promise<void> {
  succeeded(await rest.send('/api/admin/settings/:AnonymizedFieldTypeNames', { method: 'PUT', raw: WITHHELD_FIELDS }));
}

function bearer({ server }: ContractWorld, token: string): RestClient {
  return restClient(server.url, token);
}

const creation: readonly ContractCase[] = [
  ...NAMES.map((name): ContractCase => ({
    row: `datasets.${name}.create`,
    shows: 'gives token, link and assignment; the token reads the draft and its files, and nothing that needs an account',
    as: 'curator',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    keys: ['token', 'link', 'roleAssignment'],
    holds: async (answer, world) => {
      const token = answer.text('data.token');
      const id = answer.number('data.roleAssignment.definitionPointId');
      expect(token).toMatch(UUID);
      expect(answer.text('data.link').slice(-37)).toBe(`=${token}`);
      expect(answer.text('data.link')).toMatch(/\/previewurl\.xhtml\?token=/);
      expect(answer.record('data.roleAssignment')).toEqual({
        id: expect.any(Number),
        assignee: `#${id}`,
        roleId: expect.any(Number),
        roleName: 'Member',
        _roleAlias: 'member',
        privateUrlToken: token,
        definitionPointId: id,
      });
      const file = await addFile(world.callers.owner, { id, persistentId: '' }, { name: 'secret.txt', bytes: 'secret\n' });
      const rest = bearer(world, token);
      expect((await rest.get(`/api/datasets/${id}/versions/:draft`)).status).toBe(200);
      expect((await rest.get(`/api/access/datafile/${file}`)).body).toBe('secret\n');
      expect((await rest.get(`/api/datasets/${world.draft.id}/versions/:draft`)).message).toBe(
        `User #${id} is not permitted to perform requested action: it needs ViewUnpublishedDataset on dataset ${world.draft.id}.`,
      );
      expect((await rest.get('/api/users/:me')).status).toBeGreaterThanOrEqual(400);
      expect((await rest.put(`/api/datasets/${id}/versions/:draft`, { metadataBlocks: {} })).status).toBeGreaterThanOrEqual(400);
    },
  })),
  {
    row: 'datasets.privateUrl.create',
    shows: 'lists the assignment of the bearer once, beside the others',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [':persistentId'], query: { persistentId: (await fresh.draft()).persistentId } }),
    status: 200,
    holds: async (answer, { callers }) => {
      const id = answer.number('data.roleAssignment.definitionPointId');
      const list = await callers.owner.rest.get(`/api/datasets/${id}/assignments`);
      const assignees = list.list('data').map((one) => readJson(one).at('assignee'));
      expect(assignees.filter((assignee) => assignee === `#${id}`)).toHaveLength(1);
    },
  },
  {
    row: 'datasets.privateUrl.create',
    shows: 'is refused the second time',
    as: 'owner',
    given: async (world) => ({ path: [(await shared(world)).dataset.id] }),
    status: 403,
    errorCode: 'PRIVATE_URL_REFUSED',
  },
  {
    row: 'datasets.privateUrl.create',
    shows: 'makes another one after the first was withdrawn',
    as: 'owner',
    given: async (world) => {
      const { dataset } = await shared(world);
      succeeded(await world.callers.owner.rest.delete(`/api/datasets/${dataset.id}/privateUrl`));
      return { path: [dataset.id] };
    },
    status: 200,
  },
  {
    row: 'datasets.privateUrl.create',
    shows: 'turns an assignment that was made manually into the private URL',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const body = { assignee: `!${dataset.id}`, role: 'member' };
      succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/assignments`, body));
      return { path: [dataset.id] };
    },
    status: 200,
  },
  {
    row: 'datasets.privateUrl.create',
    shows: 'is refused where the newest version is published',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id] }),
    status: 403,
    errorCode: 'PRIVATE_URL_REFUSED',
  },
  {
    row: 'datasets.privateUrl.create',
    shows: 'hides no authors of a dataset that was published',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.edited()).id], query: { anonymizedAccess: 'true' } }),
    status: 403,
    errorCode: 'PRIVATE_URL_REFUSED',
  },
  {
    row: 'datasets.privateUrl.create',
    shows: 'cannot hide authors where no fields are named for it',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      await callers.superuser.rest.delete('/api/admin/settings/:AnonymizedFieldTypeNames');
      return { path: [(await fresh.draft()).id], query: { anonymizedAccess: 'true' } };
    },
    status: 406,
    errorCode: 'ANONYMIZED_ACCESS_NOT_SET',
  },
  {
    row: 'datasets.privateUrl.create',
    shows: 'gives an anonymised one that opens files and nothing else',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      await withholding(callers.superuser.rest);
      return { path: [(await fresh.draft()).id], query: { anonymizedAccess: 'true' } };
    },
    status: 200,
    holds: async (answer, world) => {
      const token = answer.text('data.token');
      const id = answer.number('data.roleAssignment.definitionPointId');
      const file = await addFile(world.callers.owner, { id, persistentId: '' }, { name: 'data.txt', bytes: 'data\n' });
      const rest = bearer(world, token);
      expect((await rest.get(`/api/access/datafile/${file}`)).body).toBe('data\n');
      expect((await rest.get(`/api/datasets/${id}/versions/:draft`)).errorCode).toBe('INVALID_API_TOKEN');
      expect((await rest.get('/api/info/version')).status).toBe(200);
    },
  },
];

const readingAndRemoval: readonly ContractCase[] = [
  ...NAMES.map((name): ContractCase => ({
    row: `datasets.${name}.get`,
    shows: 'gives the same as its creation',
    as: 'curator',
    given: async (world) => ({ path: [(await shared(world)).dataset.id] }),
    status: 200,
    keys: ['token', 'link', 'roleAssignment'],
  })),
  ...NAMES.map((name): ContractCase => ({
    row: `datasets.${name}.get`,
    shows: 'finds none where there is none',
    as: 'curator',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 404,
    errorCode: 'PRIVATE_URL_NOT_FOUND',
  })),
  {
    row: 'datasets.privateUrl.get',
    shows: 'finds none after publication',
    as: 'owner',
    given: async (world) => {
      const { dataset } = await shared(world);
      await publishDataset(world.callers.owner, dataset);
      return { path: [dataset.id] };
    },
    status: 404,
    errorCode: 'PRIVATE_URL_NOT_FOUND',
  },
  {
    row: 'datasets.privateUrl.get',
    shows: 'finds none after the draft was deleted',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.edited();
      succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/privateUrl`));
      succeeded(await callers.owner.rest.delete(`/api/datasets/${dataset.id}/versions/:draft`));
      return { path: [dataset.id] };
    },
    status: 404,
    errorCode: 'PRIVATE_URL_NOT_FOUND',
  },
  {
    row: 'datasets.privateUrl.get',
    shows: 'finds none after the assignment was taken away at the collection',
    as: 'owner',
    given: async (world) => {
      const { dataset, token } = await shared(world);
      const { rest } = world.callers.owner;
      const id = (await rest.get(`/api/datasets/${dataset.id}/privateUrl`)).number('data.roleAssignment.id');
      succeeded(await rest.delete(`/api/collections/${world.open.alias}/assignments/${id}`));
      expect((await bearer(world, token).get(`/api/datasets/${dataset.id}`)).errorCode).toBe('INVALID_API_TOKEN');
      return { path: [dataset.id] };
    },
    status: 404,
    errorCode: 'PRIVATE_URL_NOT_FOUND',
  },
  ...NAMES.map((name): ContractCase => ({
    row: `datasets.${name}.delete`,
    shows: 'withdraws it; the token opens nothing any more',
    as: 'curator',
    given: async (world) => ({ path: [(await shared(world)).dataset.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Private URL deleted.' }),
  })),
  ...NAMES.map((name): ContractCase => ({
    row: `datasets.${name}.delete`,
    shows: 'finds none to withdraw',
    as: 'curator',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 404,
    errorCode: 'PRIVATE_URL_NOT_FOUND',
    message: 'No Private URL to delete.',
  })),
  ...NAMES.flatMap((name) => ['create', 'get', 'delete'].map((action) => `datasets.${name}.${action}`)).flatMap((row): ContractCase[] => [
    ...(['contributor', 'guest'] as const).map((as): ContractCase => ({
      row,
      shows: `needs ManageDatasetPermissions, which a ${as} lacks`,
      as,
      given: ({ draft }) => ({ path: [draft.id] }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    })),
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'owner',
      given: () => ({ path: [987_654] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
  ]),
];

const previews: readonly ContractCase[] = NAMES.flatMap((name): ContractCase[] => [
  {
    row: `datasets.${name}DatasetVersion`,
    shows: 'gives the draft with metadata and files to the bearer of the token',
    given: async (world) => ({ path: [(await shared(world)).token], query: { returnOwners: 'true' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.versionState')).toBe('DRAFT');
      expect(answer.at('data.files')).toEqual([]);
      expect(answer.at('data.isPartOf.type')).toBe('COLLECTION');
      expect(answer.at('data.metadataBlocks.citation.fields.1.typeClass')).toBe('compound');
    },
  },
  {
    row: `datasets.${name}DatasetVersion`,
    shows: 'withholds the fields of an anonymised one',
    given: async (world) => ({ path: [(await shared(world, true)).token] }),
    status: 200,
    holds: (answer) => {
      const fields = answer.list('data.metadataBlocks.citation.fields').map((field) => readJson(field).record(''));
      const withheld = { multiple: false, typeClass: 'primitive', value: 'withheld' };
      expect(fields.filter(({ value }) => value === 'withheld')).toEqual([
        { typeName: 'author', ...withheld },
        { typeName: 'datasetContact', ...withheld },
      ]);
      expect(fields[0]).toMatchObject({ typeName: 'title', value: expect.not.stringMatching('withheld') });
    },
  },
  ...['6b2c1f0e-0000-4000-8000-000000000000', 'no-token', 'a'.repeat(500)].map((token): ContractCase => ({
    row: `datasets.${name}DatasetVersion`,
    shows: `knows no token ${token.slice(0, 40)}`,
    given: () => ({ path: [token] }),
    status: 404,
    errorCode: 'PRIVATE_URL_NOT_FOUND',
  })),
]);

/** Cases of private URLs. Source: datasets.md 3.5, 9.3, 14.1 and 16; users-admin.md 3.2. */
export const datasetPrivateUrlCases: readonly ContractCase[] = [...creation, ...readingAndRemoval, ...previews];
