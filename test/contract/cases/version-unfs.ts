import { expect } from 'vitest';
import type { RestAnswer } from '../../support/rest-client.ts';
import { makeIngestedPets, PETS } from '../../support/ingested-files.ts';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { type ContractWorld, retitled } from './contract-world.ts';

const FIX = 'admin.fixmissingunf';
/** Of the fingerprints of two equal tables. */
const TAKEN = 'UNF:6:AAAAAAAAAAAAAAAAAAAAAA==';

interface DatasetWithPets {
  readonly dataset: SeededDataset;
  readonly file: number;
}

let target: DatasetWithPets;

async function versionAt({ callers: { owner } }: ContractWorld, version: string): Promise<RestAnswer> {
  return succeeded(await owner.rest.get(`/api/datasets/${target.dataset.id}/versions/${version}`));
}

async function versionId(world: ContractWorld, version: string): Promise<number> {
  return (await versionAt(world, version)).number('data.id');
}

/** `pets.csv` as a table, published as 1.0. */
async function published(world: ContractWorld): Promise<void> {
  const { owner } = world.callers;
  const dataset = await world.fresh.draft();
  const file = await addFile(owner, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
  await makeIngestedPets(world.server, file);
  await publishDataset(owner, dataset);
  target = { dataset, file };
}

/** The same with a version 1.1 without a fingerprint, while that of 1.0 is recognised. */
async function publishedTwice(world: ContractWorld): Promise<number> {
  await published(world);
  const { owner } = world.callers;
  succeeded(await owner.rest.put(`/api/datasets/${target.dataset.id}/versions/:draft`, await retitled(owner, target.dataset, 'Two')));
  await publishDataset(owner, target.dataset, 'minor');
  const { sql } = world.server.application.connection;
  await sql`update dataset_version set unf = case version_minor_number when 0 then ${TAKEN} end where dataset_id = ${target.dataset.id}`;
  return versionId(world, '1.1');
}

/** Cases of the fingerprints of versions. Source: files.md 12.2, 20.2. */
export const versionUnfCases: readonly ContractCase[] = [
  {
    row: FIX,
    shows: 'never changes a fingerprint that is there, which records and citations of the version show',
    as: 'superuser',
    given: async (world) => {
      await published(world);
      return { path: [await versionId(world, '1.0')], query: { forceRecalculate: 'true' } };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toMatch(/^Dataset version \(id=\d+\) already has a UNF/);
      const version = await versionAt(world, '1.0');
      expect(version.text('data.UNF')).toBe(PETS.unf);
      const keys = Object.keys(version.record('data'));
      expect(keys.indexOf('UNF')).toBe(keys.indexOf('lastUpdateTime') - 1);
      const { owner } = world.callers;
      const cited = await owner.rest.get(`/api/datasets/${target.dataset.id}/versions/1.0/citation`);
      expect(cited.text('data.message')).toContain(`V1, ${PETS.unf} [fileUNF]`);
      const graphql = await owner.graphql.send(`query ($id: Int!) { dataset(reference: { databaseId: $id }) { latestVersion { unf } } }`, {
        id: target.dataset.id,
      });
      expect(graphql.text('data.dataset.latestVersion.unf')).toBe(PETS.unf);
    },
  },
  {
    row: FIX,
    shows: 'computes a missing one from the tables',
    as: 'superuser',
    given: async (world) => {
      await published(world);
      await world.server.application.connection.sql`update dataset_version set unf = null where dataset_id = ${target.dataset.id}`;
      return { path: [await versionId(world, '1.0')] };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toBe(`New UNF value saved (${PETS.unf}). Reindexing dataset.`);
      expect((await versionAt(world, '1.0')).text('data.UNF')).toBe(PETS.unf);
    },
  },
  {
    row: FIX,
    shows: 'takes over that of an earlier version with equal tables, naming it',
    as: 'superuser',
    given: async (world) => ({ path: [await publishedTwice(world)] }),
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toContain(TAKEN);
      expect((await versionAt(world, '1.1')).text('data.UNF')).toBe(TAKEN);
    },
  },
  {
    row: FIX,
    shows: 'computes with forceRecalculate even where an earlier version has equal tables',
    as: 'superuser',
    given: async (world) => ({ path: [await publishedTwice(world)], query: { forceRecalculate: 'true' } }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe(`New UNF value saved (${PETS.unf}). Reindexing dataset.`),
  },
  {
    row: FIX,
    shows: 'leaves a version without tables without one',
    as: 'superuser',
    given: async ({ callers: { owner }, published: { id } }) => {
      const version = succeeded(await owner.rest.get(`/api/datasets/${id}/versions/1.0`));
      expect(version.at('data.UNF')).toBeUndefined();
      return { path: [version.number('data.id')] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/has no tabular files with UNFs/),
  },
  {
    row: FIX,
    shows: 'could not find a version of an unknown id',
    as: 'superuser',
    given: () => ({ path: [2_000_000_000] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('Could not find a dataset version with the id 2000000000.'),
  },
  {
    row: FIX,
    shows: 'refuses an id that is no number',
    as: 'superuser',
    given: () => ({ path: ['abc'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: FIX,
    shows: 'refuses a parameter that is neither true nor false',
    as: 'superuser',
    given: () => ({ path: [1], query: { forceRecalculate: 'maybe' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: FIX,
    shows: 'is behind the gate of the administration',
    given: () => ({ path: [1] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'files.delete',
    shows: 'takes the fingerprint of a table out of the draft, which had that of the published version',
    as: 'owner',
    given: async (world) => {
      await published(world);
      const { owner } = world.callers;
      succeeded(await owner.rest.put(`/api/datasets/${target.dataset.id}/versions/:draft`, await retitled(owner, target.dataset, 'Two')));
      expect((await versionAt(world, ':draft')).text('data.UNF')).toBe(PETS.unf);
      return { path: [target.file] };
    },
    status: 200,
    holds: async (_answer, world) => {
      expect((await versionAt(world, ':draft')).at('data.UNF')).toBeUndefined();
      expect((await versionAt(world, '1.0')).text('data.UNF')).toBe(PETS.unf);
    },
  },
  {
    row: 'admin.validate.dataset',
    shows: 'looks at the variables of tables only with variables=true',
    as: 'superuser',
    given: async (world) => {
      await published(world);
      const { sql } = world.server.application.connection;
      await sql`update data_variable set unf = 'none' where data_file_id = ${target.file} and file_order = 1`;
      const without = await world.callers.superuser.rest.get(`/api/admin/validate/dataset/${target.dataset.id}`);
      expect(without.record('data')).toEqual({ message: 'valid' });
      return { path: [target.dataset.id], query: { variables: 'true' } };
    },
    status: 200,
    holds: async (answer, { callers: { superuser } }) => {
      expect(answer.text('data.entityClassDatabaseTableRowId')).toMatch(/^\[DataVariable id:\d+\]$/);
      expect(answer.record('data')).toMatchObject({ field: 'UNF', invalidValue: 'none' });
      const all = await superuser.rest.get('/api/admin/validate/datasets?variables=true');
      expect(all.body).toMatch(new RegExp(`"datasetId":${target.dataset.id},"status":"invalid"`));
    },
  },
];
