import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type Caller, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import type { ContractCase } from './contract-case.ts';
import { type ContractWorld, retitled } from './contract-world.ts';

const ROW = 'datasets.export';

/** What each format begins with, or has in it. */
const FORMATS = [
  ['oai_dc', 'application/xml', /^<oai_dc:dc [^>]*xmlns:dc=.*<dc:type>Dataset<\/dc:type>/s],
  [
    'dcterms',
    'application/xml',
    /^<\?xml version='1.0' encoding='UTF-8'\?><metadata xmlns="http:\/\/dublincore.org\/documents\/dcmi-terms\/"/,
  ],
  ['Datacite', 'application/xml', /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<resource .*kernel-4.5.*<version>1.0<\/version>/s],
  ['ddi', 'application/xml', /^<codeBook xmlns="ddi:codebook:2_5".*<otherMat ID="f\d+" .*<labl>first.txt<\/labl>.*<\/codeBook>$/s],
  ['oai_ddi', 'application/xml', /^<codeBook .*<otherMat .*<txt\/>.*<\/codeBook>$/s],
  ['oai_datacite', 'application/xml', /^<resource .*kernel-4.1.*<geoLocations\/>.*<\/resource>$/s],
  ['schema.org', 'application/ld+json', /^\{"@context":"http:\/\/schema.org",.*"distribution":\[\{.*"contentUrl":"[^"]*"\}\]\}$/s],
  [
    'ro-crate',
    'application/ld+json',
    /^\{"@context":"https:\/\/w3id.org\/ro\/crate\/1.2\/context","@graph":\[\{"@id":"ro-crate-metadata.json".*\}\]\}$/s,
  ],
  [
    'croissant',
    'application/ld+json',
    /^\{"@context":\{.*"conformsTo":"http:\/\/mlcommons.org\/croissant\/1.1",.*"@type":"cr:FileObject".*"recordSet":\[\]\}$/s,
  ],
  ['html', 'text/html', /^<!doctype html>\n<html lang="en"><head>.*<h2>Files<\/h2>.*<\/html>\n$/s],
  ['OAI_ORE', 'application/json', /^\{"dcterms:modified":.*"ore:aggregates":\[\{.*"schema:hasPart":\["[^"]+"\]\},"@context":/s],
  ['service_json', 'application/json', /^\{"id":\d+,"identifier":.*"files":\[\{.*\}\],"citation":"[^"]*.*"\}\}$/s],
  ['dataverse_json', 'application/json', /^\{"id":\d+,"identifier":/],
] as const;

async function withdrawnSecond({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.edited();
  await publishDataset(callers.owner, dataset);
  const body = { deaccessionReason: 'Wrong' };
  succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/2.0/deaccession`, body));
  return dataset;
}

function exported(dataset: SeededDataset, exporter: string, more: Readonly<Record<string, string>> = {}) {
  return { query: { exporter, persistentId: dataset.persistentId, ...more } };
}

function titleIn(answer: RestAnswer): string | undefined {
  return /<dc:title>(.*?)<\/dc:title>/.exec(answer.body)?.[1];
}

async function exportOf(
  caller: Caller,
  dataset: SeededDataset,
  exporter: string,
  headers: Record<string, string> = {},
): Promise<RestAnswer> {
  return caller.rest.send(`/api/datasets/export?exporter=${exporter}&persistentId=${dataset.persistentId}`, { headers });
}

const formats = FORMATS.map(([exporter, contentType, body]): ContractCase => ({
  row: ROW,
  shows: `gives ${exporter} to all callers`,
  given: ({ published }) => exported(published, exporter),
  status: 200,
  holds: (answer) => {
    expect(answer.headers.get('content-type')).toBe(`${contentType};charset=UTF-8`);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.body).toMatch(body);
    expect(answer.headers.get('etag')).toBe(`"${createHash('sha256').update(answer.body).digest('hex')}"`);
  },
}));

const versions: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'exports the published version although there is a draft',
    as: 'owner',
    given: async ({ fresh }) => exported(await fresh.edited(), 'oai_dc'),
    status: 200,
    holds: (answer) => expect(titleIn(answer)).not.toBe('Edited'),
  },
  {
    row: ROW,
    shows: 'takes the resolver’s address of a dataset for its identifier',
    given: ({ published }) => ({
      query: { exporter: 'oai_dc', persistentId: published.persistentId.replace('doi:', 'https://doi.org/'), version: '1' },
    }),
    status: 200,
  },
  {
    row: ROW,
    shows: 'exports the draft for those who may see it',
    as: 'contributor',
    given: async ({ fresh }) => exported(await fresh.edited(), 'oai_dc', { version: ':draft' }),
    status: 200,
    holds: (answer) => expect(titleIn(answer)).toBe('Edited'),
  },
  {
    row: ROW,
    shows: 'exports the draft as the latest version for those who may see it',
    as: 'contributor',
    given: async ({ fresh }) => exported(await fresh.edited(), 'oai_dc', { version: ':latest' }),
    status: 200,
    holds: (answer) => expect(titleIn(answer)).toBe('Edited'),
  },
  {
    row: ROW,
    shows: 'exports the published version as the latest one for others',
    given: async ({ fresh }) => exported(await fresh.edited(), 'oai_dc', { version: ':latest' }),
    status: 200,
    holds: (answer) => expect(titleIn(answer)).not.toBe('Edited'),
  },
  {
    row: ROW,
    shows: 'exports the version below one that was withdrawn',
    given: async (world) => exported(await withdrawnSecond(world), 'oai_dc'),
    status: 200,
    holds: (answer) => expect(titleIn(answer)).not.toBe('Edited'),
  },
  {
    row: ROW,
    shows: 'exports the new version as soon as it is published',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.published();
      await exportOf(callers.guest, dataset, 'oai_dc');
      succeeded(
        await callers.owner.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(callers.owner, dataset, 'Second')),
      );
      await publishDataset(callers.owner, dataset);
      return exported(dataset, 'oai_dc');
    },
    status: 200,
    holds: (answer) => expect(titleIn(answer)).toBe('Second'),
  },
];

const conditions: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'answers 304 to those who have the export',
    given: async ({ published, callers }) => {
      const etag = (await exportOf(callers.guest, published, 'oai_dc')).headers.get('etag') ?? '';
      return { ...exported(published, 'oai_dc'), headers: { 'if-none-match': etag } };
    },
    status: 304,
    holds: (answer) => expect(answer.body).toBe(''),
  },
  {
    row: ROW,
    shows: 'refuses a request that expects another export',
    given: ({ published }) => ({ ...exported(published, 'oai_dc'), headers: { 'if-match': '"other"' } }),
    status: 412,
    errorCode: 'PRECONDITION_FAILED',
  },
];

/** The answer to HEAD, which has to be that of GET without its body. */
async function headLike(answer: RestAnswer, caller: Caller, { persistentId }: SeededDataset): Promise<void> {
  const head = await caller.rest.send(`/api/datasets/export?exporter=ddi&persistentId=${persistentId}`, { method: 'HEAD' });
  const facts = ({ status, headers }: RestAnswer) => [
    status,
    headers.get('content-type'),
    headers.get('etag'),
    headers.get('cache-control'),
  ];
  expect(facts(head)).toEqual(facts(answer));
  expect(head.bytes).toHaveLength(0);
}

const heads: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'answers HEAD as GET, without the body',
    given: ({ published }) => exported(published, 'ddi'),
    status: 200,
    holds: (answer, { published }, caller) => headLike(answer, caller, published),
  },
  {
    row: ROW,
    shows: 'refuses HEAD as GET',
    given: ({ draft }) => exported(draft, 'ddi'),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
    holds: (answer, { draft }, caller) => headLike(answer, caller, draft),
  },
];

const refusals: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'refuses a format that there is not',
    given: ({ published }) => exported(published, 'OAI_DC'),
    status: 403,
    errorCode: 'EXPORT_FAILED',
    message: /^Export Failed/,
  },
  {
    row: ROW,
    shows: 'refuses a request without a format',
    given: ({ published }) => ({ query: { persistentId: published.persistentId } }),
    status: 403,
    errorCode: 'EXPORT_FAILED',
    message: /^Export Failed/,
  },
  {
    row: ROW,
    shows: 'refuses a request without an identifier',
    given: () => ({ query: { exporter: 'ddi' } }),
    status: 403,
    errorCode: 'EXPORT_FAILED',
    message: /^Export Failed/,
  },
  ...(['', 'nonsense', 'doi:10.5072/FK2/NOSUCH'] as const).map((persistentId): ContractCase => ({
    row: ROW,
    shows: `does not find the identifier ${JSON.stringify(persistentId)}`,
    given: () => ({ query: { exporter: 'oai_dc', persistentId } }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
    message: new RegExp(persistentId),
  })),
  {
    row: ROW,
    shows: 'refuses a dataset without a published version before it looks at the format',
    given: ({ draft }) => exported(draft, 'nonsense'),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROW,
    shows: 'refuses a dataset without a published version also to its owner',
    as: 'owner',
    given: ({ draft }) => exported(draft, 'oai_dc'),
    status: 400,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'refuses the draft to others',
    as: 'stranger',
    given: ({ published }) => exported(published, 'oai_dc', { version: ':draft' }),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROW,
    shows: 'refuses a draft where there is none',
    as: 'owner',
    given: async ({ fresh }) => exported(await fresh.published(), 'oai_dc', { version: ':draft' }),
    status: 400,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'refuses a version that cannot be one',
    given: ({ published }) => exported(published, 'oai_dc', { version: 'newest' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: ROW,
    shows: 'refuses an older version by its number',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.edited();
      await publishDataset(callers.owner, dataset);
      return exported(dataset, 'oai_dc', { version: '1.0' });
    },
    status: 400,
    errorCode: 'EXPORT_VERSION_UNSUPPORTED',
    message: /1\.0.*only the latest/,
  },
  {
    row: ROW,
    shows: 'refuses the number of a withdrawn version',
    given: async (world) => exported(await withdrawnSecond(world), 'oai_dc', { version: '2.0' }),
    status: 400,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'refuses a dataset of which every version was withdrawn',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.published();
      const body = { deaccessionReason: 'Wrong' };
      succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, body));
      return exported(dataset, 'oai_dc');
    },
    status: 400,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
];

const formatList: readonly ContractCase[] = [
  {
    row: 'info.exportFormats',
    shows: 'tells the formats with what harvesters need',
    given: () => ({}),
    status: 200,
    holds: (answer) => {
      const formatsByName = answer.record('data');
      expect(formatsByName['oai_dc']).toEqual({
        displayName: 'Dublin Core',
        mediaType: 'application/xml',
        isHarvestable: true,
        isVisibleInUserInterface: false,
        XMLNameSpace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
        XMLSchemaLocation: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
        XMLSchemaVersion: '2.0',
      });
      expect(formatsByName['service_json']).toEqual({
        displayName: 'JSON',
        mediaType: 'application/json',
        isHarvestable: true,
        isVisibleInUserInterface: true,
      });
      expect(formatsByName).not.toHaveProperty('dataverse_json');
    },
  },
];

export const exportCases: readonly ContractCase[] = [...formats, ...versions, ...conditions, ...heads, ...refusals, ...formatList];
