import { expect } from 'vitest';
import { type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { freshPid } from './dataset-import.ts';
import { minimal } from './native-metadata.ts';

/** The smallest valid version, which says nothing of licence and terms. */
function bare(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { license: _license, ...version } = minimal().datasetVersion;
  return { ...version, ...more };
}

async function latest({ callers }: ContractWorld, id: number): Promise<Readonly<Record<string, unknown>>> {
  return succeeded(await callers.superuser.rest.get(`/api/datasets/${id}/versions/:latest`)).record('data');
}

async function draftWithoutLicence({ server, fresh }: ContractWorld, terms: Readonly<Record<string, string>>): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  const { sql } = server.application.connection;
  await sql`update dataset_version set license_id = null, terms = ${JSON.stringify(terms)}::text::json where dataset_id = ${dataset.id}`;
  return dataset;
}

const CREATE = 'collections.datasets.create';
const DEFAULT = { name: 'CC0 1.0', rightsIdentifier: 'CC0-1.0' };
const CONTEXT = { citation: 'https://dataverse.org/schema/citation/', dcterms: 'http://purl.org/dc/terms/' };

/** Names by which a client may mean a licence. Source: decisions.md 30. */
const namings = (
  [
    ['CC0', 'CC0 1.0'],
    ['cc0 1.0', 'CC0 1.0'],
    ['CC0-1.0', 'CC0 1.0'],
    ['cc-by-4.0', 'CC BY 4.0'],
    ['cc by', 'CC BY 4.0'],
    ['CC-BY', 'CC BY 4.0'],
  ] as const
).flatMap(([named, name]): ContractCase[] => [
  {
    row: CREATE,
    shows: `finds the licence that is named ${named}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { datasetVersion: bare({ license: named }) } }),
    status: 201,
    holds: async (answer, world) => expect(await latest(world, answer.number('data.id'))).toMatchObject({ license: { name } }),
  },
  {
    row: 'datasets.license.set',
    shows: `finds the licence that is named ${named}`,
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], json: { name: named } }),
    status: 200,
  },
  {
    row: 'datasetTypes.licenses',
    shows: `finds the licence that is named ${named}`,
    as: 'superuser',
    given: async ({ callers }) => {
      const type = await callers.superuser.rest.post('/api/datasets/datasetTypes', { name: `t${Math.random()}` });
      return { path: [succeeded(type).number('data.id')], json: [named, named] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.availableLicenses.after')).toEqual([name]),
  },
]);

/** Cases of datasets that come without licence and terms. Source: decisions.md 30. */
export const defaultLicenceCases: readonly ContractCase[] = [
  {
    row: CREATE,
    shows: 'gives a dataset without licence and terms the default licence, with which it can be published',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { datasetVersion: bare() } }),
    status: 201,
    holds: async (answer, world) => {
      const id = answer.number('data.id');
      expect(await latest(world, id)).toMatchObject({ license: DEFAULT });
      succeeded(await world.callers.owner.rest.post(`/api/datasets/${id}/actions/:publish?type=major`));
    },
  },
  {
    row: CREATE,
    shows: 'leaves terms of its own to a dataset that brings them',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { datasetVersion: bare({ termsOfUse: 'Ask first.' }) } }),
    status: 201,
    holds: async (answer, world) => {
      const version = await latest(world, answer.number('data.id'));
      expect(version).toMatchObject({ termsOfUse: 'Ask first.' });
      expect(version).not.toHaveProperty('license');
    },
  },
  {
    row: CREATE,
    shows: 'gives a dataset described in JSON-LD the default licence',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      headers: { 'Content-Type': 'application/ld+json' },
      raw: JSON.stringify({
        '@context': CONTEXT,
        'http://purl.org/dc/terms/title': 'Described',
        'http://purl.org/dc/terms/subject': 'Other',
        'http://purl.org/dc/terms/creator': { 'citation:authorName': 'Brandl, Tove' },
        'citation:datasetContact': { 'citation:datasetContactEmail': 'tove@example.org' },
        'citation:dsDescription': { 'citation:dsDescriptionValue': 'Text' },
      }),
    }),
    status: 201,
    holds: async (answer, world) => expect(await latest(world, answer.number('data.id'))).toMatchObject({ license: DEFAULT }),
  },
  {
    row: 'collections.datasets.import',
    shows: 'releases a dataset without licence and terms under the default licence',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid(), release: 'yes' }, json: { datasetVersion: bare() } }),
    status: 201,
    holds: async (answer, world) => expect(await latest(world, answer.number('data.id'))).toMatchObject({ license: DEFAULT }),
  },
  {
    row: 'datasets.draft.put',
    shows: 'gives a draft that has neither licence nor terms the default licence',
    as: 'owner',
    given: async (world) => ({ path: [(await draftWithoutLicence(world, {})).id], json: { metadataBlocks: bare()['metadataBlocks'] } }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ license: DEFAULT }),
  },
  {
    row: 'datasets.draft.put',
    shows: 'leaves terms of its own to a draft that has them',
    as: 'owner',
    given: async (world) => ({
      path: [(await draftWithoutLicence(world, { termsOfUse: 'Ask first.' })).id],
      json: { metadataBlocks: bare()['metadataBlocks'], fileAccessRequest: true },
    }),
    status: 200,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ termsOfUse: 'Ask first.', fileAccessRequest: true });
      expect(answer.record('data')).not.toHaveProperty('license');
    },
  },
  {
    row: 'datasets.draft.put',
    shows: 'leaves a draft its licence when only terms of access are sent',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      succeeded(await callers.owner.rest.put(`/api/datasets/${dataset.id}/license`, { name: 'CC BY 4.0' }));
      return { path: [dataset.id], json: { metadataBlocks: bare()['metadataBlocks'], termsOfAccess: 'By mail.' } };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ license: { name: 'CC BY 4.0' }, termsOfAccess: 'By mail.' }),
  },
  {
    row: 'datasets.metadata.edit',
    shows: 'gives a draft that has neither licence nor terms the default licence',
    as: 'owner',
    given: async (world) => ({
      path: [(await draftWithoutLicence(world, {})).id],
      headers: { 'Content-Type': 'application/ld+json' },
      raw: JSON.stringify({ '@context': CONTEXT, 'citation:dsDescription': { 'citation:dsDescriptionValue': 'More' } }),
    }),
    status: 200,
    holds: async (_answer, world) => {
      const { sql } = world.server.application.connection;
      const [row] = await sql<{ name: string }[]>`select license.name from dataset_version join license on license.id = license_id
        order by dataset_version.id desc limit 1`;
      expect(row).toEqual({ name: 'CC0 1.0' });
    },
  },
  {
    row: CREATE,
    shows: 'refuses a licence of which it is not sure which version is meant',
    as: 'owner',
    given: async ({ open, server }) => {
      const { sql } = server.application.connection;
      await sql`insert into license (name, uri, short_description, sort_order) values
        ('Twofold 1.0', 'https://example.org/two/1', '', 990), ('Twofold 2.0', 'https://example.org/two/2', '', 991) on conflict do nothing`;
      return { path: [open.alias], json: { datasetVersion: bare({ license: 'twofold' }) } };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /twofold/,
  },
  ...namings,
];
