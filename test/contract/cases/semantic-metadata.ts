import { expect } from 'vitest';
import { createDataset, EXAMPLES, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const TYPE = { 'Content-Type': 'application/ld+json' };
const CONTEXT = {
  citation: 'https://dataverse.org/schema/citation/',
  dvcore: 'https://dataverse.org/schema/core#',
  schema: 'http://schema.org/',
};
const CHANGED = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/;

function body(content: Readonly<Record<string, unknown>>, context: unknown = CONTEXT): { headers: Record<string, string>; raw: string } {
  return { headers: TYPE, raw: JSON.stringify({ '@context': context, ...content }) };
}

const description = (text: string) => ({ 'citation:dsDescription': { 'citation:dsDescriptionValue': text } });

async function metadataOf({ callers }: ContractWorld, id: number): Promise<unknown> {
  return succeeded(await callers.owner.rest.get(`/api/datasets/${id}/versions/:latest`)).at('data.metadataBlocks');
}

async function texts(world: ContractWorld, id: number, typeName: string): Promise<string> {
  const read = await world.callers.owner.rest.get(`/api/datasets/${id}/versions/:latest/metadata/citation`);
  return JSON.stringify(read.list('data.fields').filter((_one, at) => read.at(`data.fields.${at}.typeName`) === typeName));
}

const reading: readonly ContractCase[] = [
  {
    row: 'datasets.metadata.get',
    shows: 'describes the released version to all callers',
    given: ({ published }) => ({ path: [published.id], headers: { Accept: 'application/ld+json' } }),
    status: 200,
    holds: (answer, { published }) => {
      expect(answer.record('data')).toMatchObject({
        '@id': published.persistentId.replace('doi:', 'https://doi.org/'),
        '@type': ['ore:Aggregation', 'schema:Dataset'],
        'schema:version': '1.0',
        'schema:creativeWorkStatus': 'RELEASED',
        'dvcore:fileTermsOfAccess': { 'dvcore:fileRequestAccess': true },
        title: expect.any(String),
        author: expect.anything(),
        'citation:dsDescription': expect.anything(),
        '@context': { ...CONTEXT, title: 'http://purl.org/dc/terms/title', author: 'http://purl.org/dc/terms/creator' },
      });
    },
  },
  {
    row: 'datasets.metadata.get',
    shows: 'describes the draft to its editors',
    as: 'contributor',
    given: ({ published }) => ({ path: [':persistentId'], query: { persistentId: published.persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.at('data.schema:version')).toBe('DRAFT'),
  },
  {
    row: 'datasets.metadata.get',
    shows: 'does not show the draft to strangers',
    as: 'stranger',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.metadata.get',
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

/** The forms of one row, by what the client prefers. */
const FORMS = [
  ['application/ld+json', true],
  ['application/json-ld', true],
  ['application/json;q=0.5, application/ld+json;q=0.9', true],
  ['application/json, application/ld+json;q=0.5', false],
  ['application/ld+json;q=0', false],
  ['*/*', false],
] as const;

const negotiated: readonly ContractCase[] = FORMS.map(([accept, isJsonLd]) => ({
  row: 'datasets.versions.metadata',
  shows: `answers Accept: ${accept} with ${isJsonLd ? 'JSON-LD' : 'the blocks'}`,
  given: ({ published }) => ({ path: [published.id, '1.0'], headers: { Accept: accept } }),
  status: 200,
  holds: (answer) => expect(Object.hasOwn(answer.record('data'), '@context')).toBe(isJsonLd),
}));

/** What stands in the dataset that the last case made. */
let written: SeededDataset | undefined;
let before: unknown;

const writing: readonly ContractCase[] = [
  ...EXAMPLES.map((example): ContractCase => ({
    row: 'datasets.metadata.edit',
    shows: `takes back what it gives of the example ${example}, without loss`,
    as: 'owner',
    given: async (world) => {
      const { rest } = world.callers.owner;
      const source = await createDataset(world.callers.owner, world.open, example);
      before = await metadataOf(world, source.id);
      const given = succeeded(await rest.get(`/api/datasets/${source.id}/metadata`)).record('data');
      written = await world.fresh.draft();
      return { path: [written.id], query: { replace: 'true' }, headers: TYPE, raw: JSON.stringify(given) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.Version Updated')).toMatch(CHANGED);
      expect(await metadataOf(world, written?.id ?? 0)).toEqual(before);
    },
  })),
  {
    row: 'datasets.metadata.edit',
    shows: 'appends to a field that takes many, and makes the draft that is missing',
    as: 'contributor',
    given: async ({ fresh }) => {
      written = await fresh.published();
      return { path: [written.id], ...body(description('A second one.')) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.Version Created')).toMatch(CHANGED);
      const all = await texts(world, written?.id ?? 0, 'dsDescription');
      expect(all.match(/"typeName":"dsDescriptionValue"/g)).toHaveLength(2);
    },
  },
  {
    row: 'datasets.metadata.edit',
    shows: 'knows the prefixes and terms of its own descriptions, and replaces',
    as: 'owner',
    given: async ({ fresh }) => {
      written = await fresh.draft();
      return { path: [written.id], query: { replace: 'true' }, headers: TYPE, raw: '{"title": "Another title"}' };
    },
    status: 200,
    holds: async (_answer, world) => expect(await texts(world, written?.id ?? 0, 'title')).toContain('"value":"Another title"'),
  },
  ...(
    [
      ['a single value where there is one', { 'http://purl.org/dc/terms/title': 'Another title' }],
      ['a key that stands for nothing', { unheardOf: 'x' }],
      ['a URI that stands for nothing', { 'https://example.org/unheardOf': 'x' }],
      ['an unknown child', { 'citation:dsDescription': { 'citation:keywordValue': 'x' } }],
      ['a text for a compound', { 'citation:dsDescription': 'x' }],
      ['an unknown licence', { 'schema:license': 'https://example.org/licence' }],
      [
        'a licence together with terms of use',
        { 'schema:license': 'http://creativecommons.org/publicdomain/zero/1.0', 'dvcore:termsOfUse': 'x' },
      ],
      ['a value that is not of the vocabulary', { subject: 'Astrology' }],
    ] as const
  ).map(([what, content]): ContractCase => ({
    row: 'datasets.metadata.edit',
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], ...body(content) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'datasets.metadata.edit',
    shows: 'fetches no context from elsewhere',
    as: 'owner',
    given: ({ draft, server }) => ({ path: [draft.id], ...body({ title: 'x' }, `${server.url}/context.jsonld`) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.metadata.edit',
    shows: 'refuses what nests without end',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], headers: TYPE, raw: `${'{"title":'.repeat(60)}"x"${'}'.repeat(60)}` }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.metadata.delete',
    shows: 'removes a field whatever its value',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      written = await fresh.draft();
      succeeded(
        await callers.owner.rest.send(`/api/datasets/${written.id}/metadata`, { method: 'PUT', ...body({ 'citation:subtitle': 'Below' }) }),
      );
      return { path: [written.id], ...body({ 'citation:subtitle': 'Anything' }) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.Version Updated')).toMatch(CHANGED);
      expect(await texts(world, written?.id ?? 0, 'subtitle')).toBe('[]');
    },
  },
  {
    row: 'datasets.metadata.delete',
    shows: 'removes a licence when it is the one',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      written = await fresh.draft();
      const license = (await callers.owner.rest.get(`/api/datasets/${written.id}/metadata`)).record('data')['schema:license'];
      return { path: [written.id], ...body({ 'schema:license': license }) };
    },
    status: 200,
    holds: async (_answer, { callers }) => {
      const read = await callers.owner.rest.get(`/api/datasets/${written?.id}/versions/:draft`);
      expect(read.at('data.license')).toBeUndefined();
    },
  },
  {
    row: 'datasets.metadata.delete',
    shows: 'removes no terms of another value',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], ...body({ 'dvcore:termsOfUse': 'Others' }) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.metadata.delete',
    shows: 'removes nothing that is required',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], ...body({ 'http://purl.org/dc/terms/title': 'x' }) }),
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
  },
  ...(['datasets.metadata.edit', 'datasets.metadata.delete'] as const).flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'needs EditDataset, which a member lacks',
      as: 'member',
      given: ({ draft }) => ({ path: [draft.id], ...body(description('x')) }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    {
      row,
      shows: 'is refused under a lock',
      as: 'owner',
      given: async ({ fresh, lock }) => {
        const dataset = await fresh.draft();
        await lock(dataset, 'Workflow');
        return { path: [dataset.id], ...body(description('x')) };
      },
      status: 403,
      errorCode: 'DATASET_LOCKED',
    },
    {
      row,
      shows: 'reads JSON-LD and nothing else',
      as: 'owner',
      given: ({ draft }) => ({ path: [draft.id], json: {} }),
      status: 415,
      errorCode: 'UNSUPPORTED_MEDIA_TYPE',
    },
    {
      row,
      shows: 'refuses a state that is not the current one',
      as: 'owner',
      given: ({ draft }) => {
        const { headers, raw } = body(description('x'));
        return { path: [draft.id], headers: { ...headers, 'If-Match': '"stale"' }, raw };
      },
      status: 412,
      errorCode: 'PRECONDITION_FAILED',
    },
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'owner',
      given: () => ({ path: [987_654], ...body(description('x')) }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
  ]),
];

const MINIMAL = {
  title: 'Tides',
  author: { 'citation:authorName': 'Finch, Fiona' },
  'citation:datasetContact': { 'citation:datasetContactEmail': 'finch@example.org' },
  ...description('Water goes up and down.'),
  subject: 'Earth and Environmental Sciences',
};

/** Cases of datasets made from JSON-LD. Source: datasets.md 4.1, 14.4. */
export const semanticCreationCases: readonly ContractCase[] = [
  ...EXAMPLES.map((example): ContractCase => ({
    row: 'collections.datasets.create',
    shows: `makes a dataset of what JSON-LD says of the example ${example}, without loss`,
    as: 'owner',
    given: async (world) => {
      const source = await createDataset(world.callers.owner, world.open, example);
      before = await metadataOf(world, source.id);
      const given = succeeded(await world.callers.owner.rest.get(`/api/datasets/${source.id}/metadata`)).record('data');
      return { path: [world.open.alias], headers: TYPE, raw: JSON.stringify(given) };
    },
    status: 201,
    keys: ['id', 'persistentId'],
    holds: async (answer, world) => {
      const id = answer.number('data.id');
      expect(answer.headers.get('location')).toMatch(new RegExp(`/api/datasets/${id}$`));
      expect(await metadataOf(world, id)).toEqual(before);
      const draft = succeeded(await world.callers.owner.rest.get(`/api/datasets/${id}/versions/:draft`));
      expect(draft.record('data')).toMatchObject({ versionState: 'DRAFT', fileAccessRequest: true });
    },
  })),
  {
    row: 'collections.datasets.create',
    shows: 'takes licence and terms of access from JSON-LD, and neither identifier nor number',
    as: 'owner',
    given: ({ open, published }) => ({
      path: [open.alias],
      ...body({
        ...MINIMAL,
        '@id': published.persistentId.replace('doi:', 'https://doi.org/'),
        'schema:version': '7.0',
        'schema:license': 'http://creativecommons.org/publicdomain/zero/1.0',
        'dvcore:fileTermsOfAccess': { 'dvcore:termsOfAccess': 'Ask.', 'dvcore:fileRequestAccess': false },
      }),
    }),
    status: 201,
    holds: async (answer, { callers, published }) => {
      expect(answer.at('data.persistentId')).not.toBe(published.persistentId);
      const draft = succeeded(await callers.owner.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft`));
      expect(draft.record('data')).toMatchObject({ license: { name: 'CC0 1.0' }, termsOfAccess: 'Ask.' });
      expect(draft.record('data')).not.toHaveProperty('versionNumber');
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'asks JSON-LD for the required fields too',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], ...body({ title: 'Tides' }) }),
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: .*is required/,
  },
  ...(
    [
      ['keys that stand for nothing', { ...MINIMAL, unheardOf: 'x' }],
      ['a value that is not of the vocabulary', { ...MINIMAL, subject: 'Astrology' }],
      ['an unknown licence', { ...MINIMAL, 'schema:license': 'https://example.org/licence' }],
      [
        'a licence together with terms of use',
        { ...MINIMAL, 'schema:license': 'http://creativecommons.org/publicdomain/zero/1.0', 'dvcore:termsOfUse': 'x' },
      ],
    ] as const
  ).map(([what, content]): ContractCase => ({
    row: 'collections.datasets.create',
    shows: `refuses ${what} in JSON-LD`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], ...body(content) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'collections.datasets.create',
    shows: 'needs AddDataset for JSON-LD too',
    as: 'stranger',
    given: ({ open }) => ({ path: [open.alias], ...body(MINIMAL) }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
];

/** Cases of metadata in JSON-LD. Source: datasets.md 14.4 and 16. */
export const semanticMetadataCases: readonly ContractCase[] = [...reading, ...negotiated, ...writing];
