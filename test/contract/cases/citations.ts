import { expect } from 'vitest';
import { type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROWS = ['datasets.versions.citation', 'datasets.versions.citation.format'] as const;

function more(row: (typeof ROWS)[number]): string[] {
  return row === 'datasets.versions.citation' ? [] : ['BibTeX'];
}

async function withdrawn({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.published();
  const body = { deaccessionReason: 'Wrong' };
  succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, body));
  return dataset;
}

const ofVersions: readonly ContractCase[] = [
  {
    row: 'datasets.versions.citation',
    shows: 'gives the citation of a published version to all callers',
    given: ({ published }) => ({ path: [published.id, '1.0'] }),
    status: 200,
    keys: ['message'],
    holds: (answer, { published }) => {
      const address = published.persistentId.replace('doi:', 'https://doi.org/');
      expect(answer.text('data.message')).toContain(`<a href="${address}" target="_blank">${address}</a>, `);
      expect(answer.text('data.message')).toMatch(/, \d{4}, ".+", <a .*, V1$/);
    },
  },
  {
    row: 'datasets.versions.citation',
    shows: 'says that a draft is one',
    as: 'contributor',
    given: ({ draft }) => ({ path: [':persistentId', ':draft'], query: { persistentId: draft.persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/, DRAFT VERSION$/),
  },
  {
    row: 'datasets.versions.citation',
    shows: 'names the year of the field that the dataset has chosen',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const { rest } = callers.owner;
      const field = { typeName: 'productionDate', multiple: false, typeClass: 'primitive', value: '1911-05-01' };
      succeeded(await rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, field));
      succeeded(await rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`));
      succeeded(await rest.send(`/api/datasets/${dataset.id}/citationdate`, { method: 'PUT', raw: 'productionDate' }));
      return { path: [dataset.id, ':latest'] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toContain(', 1911, "'),
  },
  ...(
    [
      ['EndNote', 'text/xml;charset=UTF-8', /^<\?xml .*<ref-type name="Dataset">59<\/ref-type>.*<\/xml>$/],
      ['RIS', 'text/plain;charset=UTF-8', /\r\nTY {2}- DATA\r\nT1 {2}- .*\r\nER {2}- \r\n$/s],
      ['BibTeX', 'text/plain;charset=UTF-8', /^@data\{.*,\r\nauthor = \{.*\r\n\}\r\n$/s],
      ['CSL', 'application/json', /^\{\n {2}"type": "dataset",/],
      ['Internal', 'text/html;charset=UTF-8', /, <a href=".*" target="_blank">/],
    ] as const
  ).map(([format, contentType, body]): ContractCase => ({
    row: 'datasets.versions.citation.format',
    shows: `gives ${format} without an envelope`,
    given: ({ published }) => ({ path: [published.id, ':latest-published', format] }),
    status: 200,
    holds: (answer) => {
      expect(answer.headers.get('content-type')).toBe(contentType);
      expect(answer.body).toMatch(body);
    },
  })),
  ...['bibtex', 'endnote', 'DataCite', 'constructor'].map((format): ContractCase => ({
    row: 'datasets.versions.citation.format',
    shows: `knows no format ${format}`,
    given: ({ published }) => ({ path: [published.id, '1.0', format] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  ...ROWS.flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'gives a deaccessioned version if the flag requests it',
      given: async (world) => ({ path: [(await withdrawn(world)).id, '1.0', ...more(row)], query: { includeDeaccessioned: 'true' } }),
      status: 200,
      holds: (answer) => expect(answer.body).toContain('V1, DEACCESSIONED VERSION'),
    },
    {
      row,
      shows: 'hides a withdrawn version without the flag',
      given: async (world) => ({ path: [(await withdrawn(world)).id, '1.0', ...more(row)] }),
      status: 404,
      errorCode: 'DATASET_VERSION_NOT_FOUND',
    },
    {
      row,
      shows: 'does not show the draft to strangers',
      as: 'stranger',
      given: ({ draft }) => ({ path: [draft.id, ':draft', ...more(row)] }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    {
      row,
      shows: 'refuses what is no version',
      given: ({ published }) => ({ path: [published.id, '1.2.3', ...more(row)] }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
    {
      row,
      shows: 'finds no dataset of an unknown number',
      given: () => ({ path: [987_654, '1.0', ...more(row)] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
  ]),
];

const ofPreviews: readonly ContractCase[] = (['privateUrl', 'previewUrl'] as const).flatMap((name): ContractCase[] => [
  {
    row: `datasets.${name}DatasetVersion.citation`,
    shows: 'gives the citation of the draft to the bearer of the token, without authors if it is anonymised',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const setting = { method: 'PUT', raw: 'author,datasetContact' };
      succeeded(await callers.superuser.rest.send('/api/admin/settings/:AnonymizedFieldTypeNames', setting));
      const made = succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/privateUrl?anonymizedAccess=true`));
      return { path: [made.text('data.token')] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/^withheld, \d{4}, .*, DRAFT VERSION$/),
  },
  {
    row: `datasets.${name}DatasetVersion.citation`,
    shows: 'knows no such token',
    given: () => ({ path: ['6b2c1f0e-0000-4000-8000-000000000000'] }),
    status: 404,
    errorCode: 'PRIVATE_URL_NOT_FOUND',
  },
]);

/** Cases of citations. Source: datasets.md 14.1, 14.6. */
export const citationCases: readonly ContractCase[] = [...ofVersions, ...ofPreviews];
