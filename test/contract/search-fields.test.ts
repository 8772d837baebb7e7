// Each line of the contract's tables of fields and facets of search. Source: collections.md 11.1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '../support/seed.ts';
import { contractTable, hasContract, namesIn } from './contract-table.ts';
import { type SearchWorld, startSearchWorld } from './search-world.ts';

let world: SearchWorld;
beforeAll(async () => {
  world = await startSearchWorld();
});
afterAll(() => world.server.stop());

/** What there is, by short names. */
const NAMES = ['outer', 'inner', 'released', 'edited', 'draft', 'text', 'table', 'deleted', 'restricted'] as const;
type Name = (typeof NAMES)[number];

const PUBLIC: readonly Name[] = ['outer', 'inner', 'released', 'text', 'table', 'deleted'];

function idsOf({ outer, inner, dataset, draft, files }: SearchWorld): Readonly<Record<Name, string>> {
  return {
    outer: `collection_${outer.id}`,
    inner: `collection_${inner.id}`,
    released: `dataset_${dataset.id}`,
    edited: `dataset_${dataset.id}_draft`,
    draft: `dataset_${draft.id}_draft`,
    text: `datafile_${files.text}`,
    table: `datafile_${files.table}`,
    deleted: `datafile_${files.deleted}`,
    restricted: `datafile_${files.restricted}_draft`,
  };
}

const year = String(new Date().getUTCFullYear());
type Filter = string | ((world: SearchWorld) => string | Promise<string>);
type Line = readonly [field: string, filter: Filter, found: readonly Name[]];

async function column(name: string, of: number): Promise<string> {
  const { sql } = world.server.application.connection;
  const [row] = await sql<{ value: string }[]>`select ${sql(name)}::text as value from data_file where id = ${of}`;
  return row?.value ?? '';
}

const everywhere: readonly Line[] = [
  ['id', ({ dataset }) => `id:dataset_${dataset.id}_draft`, ['edited']],
  ['id', ({ dataset }) => `id:dataset_${dataset.id}*`, ['released', 'edited']],
  ['entityId', ({ files }) => `entityId:${files.text}`, ['text']],
  ['dvObjectType', 'dvObjectType:collections', ['outer', 'inner']],
  ['dvObjectType', 'dvObjectType:datasets', ['released', 'edited', 'draft']],
  ['dvObjectType', 'dvObjectType:files', ['text', 'table', 'deleted', 'restricted']],
  ['name', 'name:nests', ['text']],
  ['name', 'name:delta', ['outer']],
  ['nameSort', 'nameSort:"nests_2.v1.txt"', ['text']],
  ['nameSort', 'nameSort:"Corrected heating"', ['edited']],
  ['dateSort', `dateSort:[${year}-01-01T00:00:00Z TO ${year}-12-31T23:59:59Z]`, NAMES],
  ['dateSort', 'dateSort:[* TO 2001-01-01]', []],
  ['identifier', 'identifier:lines', ['outer']],
  ['identifier', ({ dataset }) => `identifier:"${dataset.persistentId}"`, ['released', 'edited']],
  ['identifier', ({ files }) => `identifier:${files.table}`, ['table']],
  ['publicationStatus', 'publicationStatus:Published', PUBLIC],
  ['publicationStatus', 'publicationStatus:Draft', ['edited', 'draft', 'restricted']],
  ['publicationStatus', 'publicationStatus:Unpublished', ['draft', 'restricted']],
  ['publicationDate', `publicationDate:${year}`, [...PUBLIC, 'edited']],
  ['subtreePaths', ({ outer }) => `subtreePaths:"/${outer.id}"`, NAMES.filter((name) => name !== 'outer')],
  ['subtreePaths', ({ outer, inner }) => `subtreePaths:"/${outer.id}/${inner.id}"`, ['released', 'edited', 'text', 'table', 'deleted']],
  ['subtreePaths', ({ inner }) => `subtreePaths:"/${inner.id}"`, []],
  ['subtreePaths', ({ outer, inner }) => `subtreePaths:"/${inner.id}/${outer.id}"`, []],
  ['subtreePaths', '-subtreePaths:*', ['outer']],
  ['parentId', ({ inner }) => `parentId:${inner.id}`, ['released', 'edited']],
  ['parentId', ({ draft }) => `parentId:${draft.id}`, ['restricted']],
  ['parentIdentifier', ({ dataset }) => `parentIdentifier:"${dataset.persistentId}"`, ['text', 'table', 'deleted']],
  ['metadataSource', 'metadataSource:Root', NAMES],
  ['metadataSource', 'metadataSource:Harvested', []],
  ['isHarvested', 'isHarvested:true', []],
  ['isHarvested', 'isHarvested:false', NAMES],
];

const ofCollections: readonly Line[] = [
  ['dvName', 'dvName:delta', ['outer', 'draft']],
  ['dvName', 'dvName:inner', ['inner', 'released', 'edited']],
  ['dvAlias', 'dvAlias:lines', ['outer']],
  ['dvParentAlias', 'dvParentAlias:lines', ['inner']],
  ['dvAffiliation', 'dvAffiliation:institute', ['outer']],
  ['dvDescription', 'dvDescription:marshes', ['outer']],
  ['dvCategory', 'dvCategory:Laboratory', ['outer']],
  ['dvSubject', 'dvSubject:"Social Sciences"', ['outer', 'inner']],
  ['datasetCount', 'datasetCount:1', ['outer', 'inner']],
  ['affiliation_ss', 'affiliation_ss:"Heron Institute"', ['outer']],
  ['subject_ss', 'subject_ss:"Social Sciences"', ['outer', 'inner', 'released', 'edited', 'draft']],
];

const LICENSED: readonly Name[] = ['released', 'edited', 'text', 'table', 'deleted'];
const ofDatasets: readonly Line[] = [
  ['fileCount', 'fileCount:3', ['released']],
  ['fileCount', 'fileCount:[1 TO 2]', ['edited', 'draft']],
  ['identifierOfCollection', 'identifierOfCollection:lines-inner', ['released', 'edited']],
  ['categoryOfCollection', 'categoryOfCollection:Laboratory', ['draft', 'restricted']],
  ['license', 'license:"CC BY 4.0"', LICENSED],
  ['license', 'license:"CC0 1.0"', ['draft', 'restricted']],
  ['datasetType', 'datasetType:software', ['draft']],
  [
    'datasetVersionId',
    async ({ admin, dataset }) =>
      `datasetVersionId:${(await admin.rest.get(`/api/datasets/${dataset.id}/versions/1.0`)).number('data.id')}`,
    ['released', 'text', 'table', 'deleted'],
  ],
  ['dsPersistentId', ({ dataset }) => `dsPersistentId:"${dataset.persistentId}"`, ['released', 'edited']],
  ['dsPublicationDate', `dsPublicationDate:${year}`, LICENSED],
  ['curationStatus', 'curationStatus:Checked', ['edited']],
  ['versionNote', 'versionNote:typos', ['edited']],
  ['embargoEndDate', 'embargoEndDate:2099-01-01', ['released', 'edited', 'text']],
  ['retentionEndDate', 'retentionEndDate:2001-01-01', ['released', 'edited', 'table']],
  ['<fieldName>', 'title:corrected', ['edited']],
  ['<fieldName>', 'producerName:housing', ['released', 'edited']],
  ['<fieldName>', 'dateOfDeposit:[2024-01-01 TO 2024-12-31]', ['released', 'edited']],
  ['<fieldName>', 'targetSampleActualSize:[1 TO *]', ['released', 'edited']],
  ['<fieldName>_ss', 'authorName_ss:"Brandl, Tove"', ['draft']],
  ['<fieldName>_s', 'dateOfDeposit_s:2024', ['released', 'edited']],
  ['metadata_type_ss', 'metadata_type_ss:socialscience', ['released', 'edited']],
  ['geolocation', 'geolocation:*', ['released', 'edited']],
  ['boundingBox', 'boundingBox:[39,-10 TO 43,-6]', ['released', 'edited']],
];

const ofFiles: readonly Line[] = [
  ['fileName', 'fileName:nests', ['text']],
  ['fileNameWithoutExtension', 'fileNameWithoutExtension:"nests_2.v1"', ['text']],
  ['fileDescription', 'fileDescription:reeds', ['text']],
  ['filePersistentId', 'filePersistentId:"doi:10.5072/FK2/TEXT/1"', ['text']],
  ['fileType', 'fileType:"Plain Text"', ['text', 'restricted']],
  ['fileContentType', 'fileContentType:"text/plain"', ['text', 'restricted']],
  ['fileTypeGroupFacet', 'fileTypeGroupFacet:Text', ['text', 'restricted']],
  ['fileTag', 'fileTag:Documentation', ['text']],
  ['fileTags', 'fileTags:Documentation', ['text']],
  ['tabularDataTag', 'tabularDataTag:Survey', ['table']],
  ['fileAccess', 'fileAccess:Public', ['deleted']],
  ['fileAccess', 'fileAccess:Restricted', ['restricted']],
  ['fileAccess', 'fileAccess:EmbargoedThenPublic', ['text']],
  ['fileAccess', 'fileAccess:RetentionPeriodExpired', ['table']],
  ['fileSizeInBytes', async ({ files }) => `fileSizeInBytes:${await column('size_bytes', files.text)}`, ['text']],
  ['fileMd5', async ({ files }) => `fileMd5:${await column('checksum_value', files.text)}`, ['text']],
  ['fileChecksumType', 'fileChecksumType:MD5', ['text', 'table', 'deleted', 'restricted']],
  ['fileChecksumValue', async ({ files }) => `fileChecksumValue:${await column('checksum_value', files.table)}`, ['table']],
  ['unf', 'unf:"UNF:6:abc=="', ['table']],
  ['fileDeleted', 'fileDeleted:true', ['deleted']],
  ['variableName', 'variableName:q1_bodymass', ['table']],
  ['variableLabel', 'variableLabel:flycatchers', ['table']],
];

const LINES = [...everywhere, ...ofCollections, ...ofDatasets, ...ofFiles];

describe('fields of search', () => {
  test.each(LINES)('%s: %s', async (_field, filter, found) => {
    const ids = idsOf(world);
    const text = typeof filter === 'string' ? filter : await filter(world);
    const names = (await world.found(text)).map((id) => NAMES.find((name) => ids[name] === id) ?? id);
    expect(names.toSorted(), text).toEqual(found.toSorted());
  });

  test.skipIf(!hasContract)('are all that the contract names (needs ../shared/contract)', () => {
    const named = contractTable('#### Index fields').flatMap(([fields = '']) => namesIn(fields));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !LINES.some(([field]) => field === name))).toEqual([]);
  });

  test('have no addresses of e-mail among them', async () => {
    const answer = await world.admin.rest.get('/api/search?q=*&fq=datasetContactEmail:example');
    expect(answer.status).toBe(400);
    expect((await world.admin.rest.get('/api/search?q=tove.brandl@example.org')).at('data.total_count')).toBe(0);
  });

  test('of a date that is none leave the dataset to be found', async () => {
    const { sql } = world.server.application.connection;
    await sql`update dataset_version set metadata = replace(metadata::text, '2024-03-01', 'in spring')::json where dataset_id = ${world.dataset.id} and state = 'DRAFT'`;
    expect(await world.found('title:corrected')).toHaveLength(1);
    expect(await world.found('dateOfDeposit:[2024-01-01 TO 2024-12-31]')).toEqual([`dataset_${world.dataset.id}`]);
  });
});

/** Names and display names of facets in their order. */
async function facets(query: string, caller = world.admin): Promise<string[]> {
  const answer = succeeded(await caller.rest.get(`/api/search?q=*&show_facets=true${query}`));
  return Object.entries(answer.record('data.facets.0')).map(([name, facet]) => `${name}: ${(facet as { friendly: string }).friendly}`);
}

describe('facets', () => {
  test('come in the order of the contract, with their names for people', async () => {
    const path = '/api/collections/root/metadatablockfacets';
    succeeded(await world.admin.rest.send(`${path}/isRoot`, { method: 'POST', raw: 'true' }));
    succeeded(await world.admin.rest.post(path, ['socialscience']));
    expect(await facets('')).toEqual([
      'metadata_type_ss: Dataset Feature',
      'datasetType: Dataset Type',
      'dvCategory: Collection Category',
      'publicationDate: Publication Year',
      'publicationStatus: Publication Status',
      'license: License',
      'curationStatus: Curation Status',
      'authorName_ss: Author Name',
      'subject_ss: Subject',
      'keywordValue_ss: Keyword Term',
      'dateOfDeposit_s: Deposit Date',
      'fileTypeGroupFacet: File Type',
      'fileTag: File Tag',
      'fileAccess: Access',
    ]);
  });

  test('are left out where all hits have the same value, or are published', async () => {
    const names = (await facets('', world.reader)).map((facet) => facet.split(':')[0]);
    for (const name of ['datasetType', 'license', 'publicationStatus', 'curationStatus', 'metadataSource']) {
      expect(names).not.toContain(name);
    }
    expect(names).toContain('publicationDate');
  });

  test('count labels by number, then by name, whose values a filter takes', async () => {
    const answer = succeeded(await world.admin.rest.get('/api/search?q=*&show_facets=true&type=file'));
    const [access, groups] = [answer.list('data.facets.0.fileAccess.labels'), answer.list('data.facets.0.fileTypeGroupFacet.labels')];
    expect(access).toEqual([{ EmbargoedThenPublic: 1 }, { Public: 1 }, { Restricted: 1 }, { RetentionPeriodExpired: 1 }]);
    const counts = groups.map((label) => Object.values(label as Record<string, number>)[0] ?? 0);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });
});
