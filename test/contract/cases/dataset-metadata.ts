import { expect } from 'vitest';
import { type JsonReader, readJson } from '../../support/json-reader.ts';
import type { SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { DRAFT_KEYS } from './version-cases.ts';

const EDIT = 'datasets.editMetadata';
const DELETE = 'datasets.deleteMetadata';
/** Of the datasets that `fresh` makes. */
const TITLE = 'Door counter readings of the Lindenhof public library, March 2024';
const SUBJECT = 'Social Sciences';

/** A field as it is sent to be changed. */
export function field(typeName: string, value: unknown): { typeName: string; value: unknown } {
  return { typeName, value };
}

const fields = (...list: unknown[]) => ({ fields: list });
const author = (name: string, affiliation?: string) => ({
  authorName: field('authorName', name),
  ...(affiliation === undefined ? {} : { authorAffiliation: field('authorAffiliation', affiliation) }),
});

/** Texts of a citation field of a version, children of compounds joined. */
export function valueIn(version: JsonReader, name: string): unknown {
  const found = version.list('metadataBlocks.citation.fields').find((one) => readJson(one).at('typeName') === name);
  const value = readJson(found).at('value');
  if (!Array.isArray(value)) return value;
  return value.map((one: unknown) =>
    typeof one === 'string'
      ? one
      : Object.values(readJson(one).record(''))
          .map((child) => readJson(child).text('value'))
          .join('; '),
  );
}

async function versionOf({ callers }: ContractWorld, dataset: SeededDataset): Promise<JsonReader> {
  return readJson((await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/:latest`)).record('data'));
}

/** A body against a fresh draft. */
function edit(
  row: string,
  shows: string,
  json: unknown,
  expected: Partial<ContractCase> & { readonly status: number },
  query?: Readonly<Record<string, string>>,
): ContractCase {
  return {
    row,
    shows,
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], json, ...(query && { query }) }),
    ...expected,
  };
}

const replacing = { replace: 'true' };
/** What the answer holds of a field. */
const holds =
  (expected: Readonly<Record<string, unknown>>): NonNullable<ContractCase['holds']> =>
  (answer) => {
    const version = readJson(answer.record('data'));
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, valueIn(version, name)]))).toEqual(expected);
  };

/** A refusal that leaves the draft as it was. */
function refusal(
  row: string,
  shows: string,
  json: unknown,
  expected: Partial<ContractCase> & { readonly status: number },
  query: Readonly<Record<string, string>> = {},
): ContractCase {
  let before: unknown;
  let dataset: SeededDataset;
  return {
    row,
    shows,
    as: 'owner',
    given: async (world) => {
      dataset = await world.fresh.draft();
      before = (await versionOf(world, dataset)).at('');
      return { path: [dataset.id], json, query };
    },
    holds: async (_answer, world) => expect((await versionOf(world, dataset)).at('')).toEqual(before),
    ...expected,
  };
}

const BAD_UPDATE = { status: 400, errorCode: 'BAD_USER_INPUT', message: /^Error parsing dataset update: / } as const;

const editCases: readonly ContractCase[] = [
  edit(EDIT, 'sets an empty field and adds to a multiple one', fields(field('subtitle', 'More'), field('subject', ['Law'])), {
    status: 200,
    keys: DRAFT_KEYS,
    holds: holds({ title: TITLE, subtitle: 'More', subject: ['Law', SUBJECT] }),
  }),
  edit(EDIT, 'takes one bare field', field('author', [author('Finch, Fiona', 'Birds Inc.')]), {
    status: 200,
    holds: (answer) => expect(valueIn(readJson(answer.record('data')), 'author')).toContain('Finch, Fiona; Birds Inc.'),
  }),
  edit(EDIT, 'leaves a single value that is there', field('title', 'Another'), { status: 200, holds: holds({ title: TITLE }) }),
  edit(EDIT, 'repeats no value', field('subject', [SUBJECT]), { status: 200, holds: holds({ subject: [SUBJECT] }) }),
  edit(EDIT, 'skips a field that no block has', fields(field('nosuch', 'x'), field('subtitle', 'More')), {
    status: 200,
    holds: holds({ subtitle: 'More' }),
  }),
  edit(
    EDIT,
    'replaces values with replace=true',
    fields(field('title', 'Another'), field('author', [author('Bird, Bob')]), field('subject', ['Chemistry'])),
    { status: 200, holds: holds({ title: 'Another', author: ['Bird, Bob'], subject: ['Chemistry'] }) },
    replacing,
  ),
  {
    row: EDIT,
    shows: 'clears optional fields that are sent empty with replace=true',
    as: 'contributor',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const more = fields(field('alternativeTitle', ['One']), field('distributor', [{ distributorName: field('distributorName', 'D') }]));
      const added = await world.callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, more);
      expect(valueIn(readJson(added.record('data')), 'distributor')).toEqual(['D']);
      const json = fields(field('alternativeTitle', []), field('distributor', []), field('language', ''));
      return { path: [dataset.id], query: replacing, json };
    },
    status: 200,
    holds: holds({ alternativeTitle: undefined, distributor: undefined }),
  },
  edit(
    EDIT,
    'drops a child that is sent empty',
    field('author', [author('Finch, Fiona', '')]),
    { status: 200, holds: holds({ author: ['Finch, Fiona'] }) },
    replacing,
  ),
  {
    row: EDIT,
    shows: 'makes a draft of a published dataset and leaves the published version alone',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id], query: replacing, json: field('title', 'Draft title') }),
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.record('data')).toMatchObject({ versionState: 'DRAFT', license: { name: 'CC0 1.0' } });
      const id = answer.number('data.datasetId');
      const released = await callers.guest.rest.get(`/api/datasets/${id}/versions/1.0/metadata/citation`);
      expect(released.at('data.fields.0.value')).toBe(TITLE);
    },
  },
  {
    row: EDIT,
    shows: 'goes through with the moment of the last change',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const sourceLastUpdateTime = (await versionOf(world, dataset)).text('lastUpdateTime');
      return { path: [dataset.id], query: { sourceLastUpdateTime }, json: field('subtitle', 'In time') };
    },
    status: 200,
    holds: holds({ subtitle: 'In time' }),
  },
  {
    row: EDIT,
    shows: 'gives the entity tag of the draft, and takes it back',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const read = await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/:latest`);
      return { path: [dataset.id], headers: { 'If-Match': read.headers.get('etag') ?? '' }, json: field('subtitle', 'Seen') };
    },
    status: 200,
    holds: (answer) => expect(answer.headers.get('etag')).toMatch(/^"\d+-\d+"$/),
  },
  refusal(
    EDIT,
    'refuses an older state',
    field('subtitle', 'Late'),
    { status: 400, errorCode: 'DATASET_STALE' },
    { sourceLastUpdateTime: '2020-01-01T00:00:00Z' },
  ),
  refusal(
    EDIT,
    'refuses a moment that cannot be read',
    field('subtitle', 'Late'),
    { status: 400, errorCode: 'BAD_USER_INPUT', message: /sourceLastUpdateTime/ },
    { sourceLastUpdateTime: 'yesterday' },
  ),
  refusal(EDIT, 'refuses a list for a single value', field('subtitle', ['A list']), {
    ...BAD_UPDATE,
    message: 'Error parsing dataset update: Invalid value submitted for Subtitle. It should be a single value.',
  }),
  refusal(
    EDIT,
    'refuses a value outside the vocabulary, together with all other faults',
    fields(field('subject', ['Alchemy']), field('title', {})),
    {
      ...BAD_UPDATE,
      holds: (answer) =>
        expect(answer.list('errors').map((one) => readJson(one).at('pointer'))).toEqual(['/fields/0/value/0', '/fields/1/value']),
    },
  ),
  refusal(EDIT, 'refuses a bare field that no block has', field('nosuch', 'x'), BAD_UPDATE),
  refusal(EDIT, 'refuses a body that is no field', {}, BAD_UPDATE),
  refusal(EDIT, 'refuses an empty vocabulary value without replace', field('subject', ['']), BAD_UPDATE),
  ...(
    [
      ['a required text', field('title', '')],
      ['a required list', field('subject', [])],
      ['a required compound', field('author', [])],
      ['a compound without its required child', field('author', [author('', 'Birds Inc.')])],
    ] as const
  ).map(([what, json]) =>
    refusal(EDIT, `refuses ${what} that is sent empty`, json, { ...BAD_UPDATE, message: /Empty required value for field: / }, replacing),
  ),
  refusal(EDIT, 'refuses values of a wrong form', field('dateOfDeposit', 'soon'), {
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: /,
  }),
  {
    row: EDIT,
    shows: 'refuses another state than If-Match names, and changes nothing',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.draft()).id],
      headers: { 'If-Match': '"0-0", W/"1-1"' },
      json: field('subtitle', 'Unseen'),
    }),
    status: 412,
    errorCode: 'PRECONDITION_FAILED',
  },
];

const deleteCases: readonly ContractCase[] = [
  {
    row: DELETE,
    shows: 'removes exact matches, and refuses them the second time',
    as: 'contributor',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const more = fields(
        field('author', [author('Spruce, Sabrina')]),
        field('alternativeTitle', ['One', 'Two']),
        field('subtitle', 'Gone soon'),
        field('subject', ['Law']),
      );
      await callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, more);
      const json = fields(
        field('author', [author('Spruce, Sabrina')]),
        field('alternativeTitle', ['Two']),
        field('subtitle', 'Gone soon'),
        field('subject', ['Law']),
      );
      return { path: [dataset.id], json };
    },
    status: 200,
    keys: DRAFT_KEYS,
    holds: async (answer, _world, caller) => {
      const version = readJson(answer.record('data'));
      expect(valueIn(version, 'author')).not.toContain('Spruce, Sabrina');
      expect([valueIn(version, 'alternativeTitle'), valueIn(version, 'subtitle'), valueIn(version, 'subject')]).toEqual([
        ['One'],
        undefined,
        [SUBJECT],
      ]);
      const again = await caller.rest.put(
        `/api/datasets/${answer.number('data.datasetId')}/deleteMetadata`,
        field('author', [author('Spruce, Sabrina')]),
      );
      expect({ status: again.status, message: again.message }).toEqual({
        status: 400,
        message: 'Delete metadata failed: Author: Spruce, Sabrina not found.',
      });
    },
  },
  {
    row: DELETE,
    shows: 'makes a draft of a published dataset',
    as: 'contributor',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, field('subtitle', 'Published'));
      await callers.owner.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`);
      return { path: [dataset.id], json: field('subtitle', 'Published') };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.versionState')).toBe('DRAFT'),
  },
  refusal(DELETE, 'refuses a single value that is another', field('title', 'Something else'), {
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: 'Delete metadata failed: Title: Something else not found.',
  }),
  refusal(
    DELETE,
    'removes nothing when one of many is missing',
    fields(field('subject', [SUBJECT]), field('subtitle', 'None'), field('kindOfData', ['None'])),
    {
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: 'Delete metadata failed: Subtitle: None not found. Data Type: None not found.',
    },
  ),
  refusal(DELETE, 'refuses to take the last required value', field('subject', [SUBJECT]), {
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: Subject is required/,
  }),
  refusal(DELETE, 'refuses what cannot be read', field('subject', 'Other'), {
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /^Error processing metadata delete: /,
  }),
];

/** What both rows have in common. */
const shared: readonly ContractCase[] = [EDIT, DELETE].flatMap((row): ContractCase[] => [
  {
    row,
    shows: 'needs EditDataset, which a member lacks',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id], json: fields() }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row,
    shows: 'is not for guests',
    given: ({ draft }) => ({ path: [draft.id], json: fields() }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row,
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], json: fields() }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row,
    shows: 'reads JSON',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: '{"fields":' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row,
    shows: 'is refused under a lock that stops edits',
    as: 'owner',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'finalizePublication');
      return { path: [dataset.id], json: fields() };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
    message: 'Dataset cannot be edited due to dataset lock.',
  },
  {
    row,
    shows: 'finds the dataset by its persistent identifier',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [':persistentId'],
      query: { persistentId: (await fresh.draft()).persistentId },
      json: fields(),
    }),
    status: 200,
  },
]);

const conditional: readonly ContractCase[] = [
  {
    row: 'datasets.draft.put',
    shows: 'refuses another state than If-Match names',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const path = `/api/datasets/${dataset.id}/versions/:draft`;
      const read = await callers.owner.rest.get(path);
      await callers.owner.rest.put(path, { metadataBlocks: read.record('data.metadataBlocks') });
      const headers = { 'If-Match': read.headers.get('etag') ?? '', 'Content-Type': 'application/json' };
      return { path: [dataset.id], headers, json: { metadataBlocks: read.record('data.metadataBlocks') } };
    },
    status: 412,
    errorCode: 'PRECONDITION_FAILED',
  },
  {
    row: 'datasets.versions.get',
    shows: 'has an entity tag that every save changes, and so has whatever else gives its metadata',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id, ':draft'] }),
    status: 200,
    holds: async (answer, _world, caller) => {
      const id = answer.number('data.datasetId');
      const again = await caller.rest.get(`/api/datasets/${id}/versions/:draft?excludeFiles=true`);
      const others = ['', '/metadata', '/versions/:draft/metadata', '/versions/:draft/metadata/citation'];
      for (const other of await Promise.all(others.map((path) => caller.rest.get(`/api/datasets/${id}${path}`)))) {
        expect(other.headers.get('etag'), other.body).toBe(answer.headers.get('etag'));
      }
      expect(again.headers.get('etag')).toBe(answer.headers.get('etag'));
      await caller.rest.put(`/api/datasets/${id}/editMetadata`, field('subtitle', 'Saved'));
      const changed = await caller.rest.get(`/api/datasets/${id}/versions/:draft`);
      expect(changed.headers.get('etag')).not.toBe(answer.headers.get('etag'));
    },
  },
];

/** Cases of changing single fields of the metadata, and of entity tags. Source: datasets.md 6.2, 6.3 and 16. */
export const datasetMetadataCases: readonly ContractCase[] = [...editCases, ...deleteCases, ...shared, ...conditional];
