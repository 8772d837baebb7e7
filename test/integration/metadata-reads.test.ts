import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addFile,
  createCollection,
  createDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { enumName } from '../support/enum-name.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** Metadata are most of a version's size: they are read where an operation asks for something that is made of them. */
let server: TestServer;
let collection: SeededCollection;
let dataset: SeededDataset;

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  collection = await createCollection(admin);
  for (let number = 0; number < 3; number += 1) {
    dataset = await createDataset(admin, collection);
    await addFile(admin, dataset);
    await publishDataset(admin, dataset);
  }
  await untilQuiet(server, 500);
});
afterAll(() => server.stop());

const listOf = (fields: string): string => `{ collection(reference: { databaseId: ${collection.id} }) { contents(first: 10) { nodes {
  ... on Dataset { latestVersion { ${fields} } versions(first: 5) { nodes { ${fields} } } }
} } } }`;
const datasetWith = (fields: string): string => `{ dataset(reference: { databaseId: ${dataset.id} }) { latestVersion { ${fields} } } }`;

/** Statements that read metadata of versions. */
async function reads(query: string): Promise<number> {
  const statements = await statementsDuring(server, () => guest(server).graphql.expectData(query));
  expect(statements.length).toBeGreaterThan(0);
  return statements.filter((text) => text.includes('"metadata"')).length;
}

test('titles, numbers and files are read without metadata', async () => {
  const fields = 'title versionNumber files(first: 2) { nodes { label dataFile { checksum { value } } } }';
  expect(await reads(listOf(fields))).toBe(0);
  expect(await reads(datasetWith(fields))).toBe(0);
});

test.each([
  'metadataBlocks { name nativeFields }',
  'metadataBlock(name: "citation") { displayName }',
  'productionDate',
  'distributionDate',
  'citation',
  'citationYear',
  'jsonLd',
])('%s is read together with the version', async (field) => {
  expect(await reads(listOf(`title ${field}`))).toBe(2);
  const described = `${datasetWith('title ...Described')} fragment Described on DatasetVersion { another: ${field} }`;
  expect(await reads(described)).toBe(1);
});

/** Native fields as GraphQL has them beside their values. */
function named(fields: unknown): unknown {
  if (!Array.isArray(fields)) throw new Error('There are fields.');
  return (fields as { typeClass: string }[]).map((field) => ({ ...field, typeClass: enumName('MetadataTypeClass', field.typeClass) }));
}

test('metadata without a look-ahead are still read, in one statement', async () => {
  const statement = `{ dataset(reference: { databaseId: ${dataset.id} }) { latestVersion { files(first: 2) { nodes {
    label datasetVersion { metadataBlock(name: "citation") { nativeFields fields { typeName multiple typeClass value } } } } } } } }`;
  expect(await reads(statement)).toBe(1);
  const answer = await guest(server).graphql.expectData(statement);
  const block = 'data.dataset.latestVersion.files.nodes.0.datasetVersion.metadataBlock';
  expect(named(answer.at(`${block}.nativeFields`))).toEqual(answer.at(`${block}.fields`));
  expect(answer.at(`${block}.fields`)).not.toEqual([]);
});

test('native JSON is the same whether it is passed on as text or read', async () => {
  const answer = await guest(server).graphql.expectData(
    datasetWith('metadataBlocks { name displayName nativeFields fields { typeName multiple typeClass value } }'),
  );
  const blocks = answer.at('data.dataset.latestVersion.metadataBlocks');
  if (!Array.isArray(blocks)) throw new Error('There are blocks.');
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks as { nativeFields: unknown; fields: unknown }[]) expect(named(block.nativeFields)).toEqual(block.fields);
  const rest = await guest(server).rest.get(`/api/datasets/${dataset.id}/versions/1.0/metadata`);
  expect(rest.at('data.citation.fields')).toEqual((blocks[0] as { nativeFields: unknown }).nativeFields);
});
