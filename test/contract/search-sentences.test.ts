// Sentences of the contract on search that no line of a table holds. Source: collections.md 11.1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createDataset, exampleDataset, publishDataset, succeeded } from '../support/seed.ts';
import { retitled } from './cases/contract-world.ts';
import { type SearchWorld, startSearchWorld } from './search-world.ts';

let world: SearchWorld;
beforeAll(async () => {
  world = await startSearchWorld();
});
afterAll(() => world.server.stop());

type Item = Readonly<Record<string, unknown>>;

async function items(query: string, caller: Pick<Caller, 'rest'> = world.admin): Promise<readonly Item[]> {
  return succeeded(await caller.rest.get(`/api/search?${query}`)).list('data.items') as Item[];
}

describe('without what only the tables know', () => {
  const keysOf = async (query: string) => Object.keys((await items(`${query}&query_entities=false`))[0] ?? {});

  test('an item of a collection ends with its statuses', async () => {
    expect(await keysOf(`q=id:collection_${world.outer.id}`)).toEqual([
      'name',
      'type',
      'url',
      'identifier',
      'description',
      'published_at',
      'publicationStatuses',
    ]);
  });

  test('an item of a file has its restriction, its numbers and its categories', async () => {
    const text = await keysOf(`q=id:datafile_${world.files.text}`);
    expect(text.slice(text.indexOf('restricted'))).toEqual(['restricted', 'publicationStatuses', 'categories']);
    const table = await keysOf(`q=id:datafile_${world.files.table}`);
    expect(table.slice(table.indexOf('restricted'))).toEqual([
      'restricted',
      'variables',
      'observations',
      'publicationStatuses',
      'tabularTags',
    ]);
  });
});

describe('the date of a dataset', () => {
  test('is that of its latest major release, also after a minor one, and also when it is withdrawn', async () => {
    const { admin, outer } = world;
    const { sql } = world.server.application.connection;
    const dataset = await createDataset(admin, outer);
    await publishDataset(admin, dataset);
    await sql`update dataset_version set released_at = '2020-02-03T04:05:06Z' where dataset_id = ${dataset.id}`;
    succeeded(
      await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, 'Minor change of herons')),
    );
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=minor`));
    const dated = async () => (await items(`q=id:dataset_${dataset.id}*`)).map((item) => [item['published_at'], item['minorVersion']]);
    await expect.poll(dated).toEqual([['2020-02-03T04:05:06Z', 1]]);
    expect(await items(`q=id:dataset_${dataset.id}&fq=dateSort:[2020-02-03 TO 2020-02-04]`)).toHaveLength(1);
    for (const version of ['1.0', '1.1']) {
      succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/versions/${version}/deaccession`, { deaccessionReason: 'Gone' }));
    }
    expect(await dated()).toEqual([['2020-02-03T04:05:06Z', undefined]]);
  });

  test('is no part of drafts, nor of their files', async () => {
    const [draft] = await items(`q=id:dataset_${world.draft.id}_draft`);
    const [file] = await items(`q=id:datafile_${world.files.restricted}_draft`);
    expect([draft?.['type'], file?.['type']]).toEqual(['dataset', 'file']);
    expect([draft, file].map((item) => item !== undefined && 'published_at' in item)).toEqual([false, false]);
  });
});

test('a dataset without a title has an empty name, and its descriptions are joined by blanks', async () => {
  const { admin, outer } = world;
  const text = JSON.stringify(exampleDataset('minimal'));
  const body = JSON.parse(text) as { datasetVersion: { metadataBlocks: { citation: { fields: { typeName: string; value: unknown }[] } } } };
  const field = body.datasetVersion.metadataBlocks.citation.fields.find(({ typeName }) => typeName === 'dsDescription');
  const described = (value: string) => ({
    dsDescriptionValue: { typeName: 'dsDescriptionValue', multiple: false, typeClass: 'primitive', value },
  });
  if (field === undefined) throw new Error('The example has no description.');
  field.value = [described('One of them.'), described('Another one.')];
  const made = succeeded(await admin.rest.post(`/api/collections/${outer.alias}/datasets`, body));
  const [item] = await items(`q=id:dataset_${made.number('data.id')}_draft`);
  expect(item?.['description']).toBe('One of them. Another one.');
});

test('roles on a file alone open nothing', async () => {
  const { reader, files } = world;
  const { sql } = world.server.application.connection;
  await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
    select ${reader.identifier}, id, ${files.restricted}, ${files.restricted} from role where alias = 'admin'`;
  expect(await items(`q=id:datafile_${files.restricted}_draft`, reader)).toEqual([]);
  expect(await items(`q=id:datafile_${files.restricted}_draft`)).toHaveLength(1);
});

test('a facet has 100 labels at most, and no label that counts nothing', async () => {
  const { admin, outer } = world;
  const body = exampleDataset('minimal');
  const keyword = (value: string) => ({ keywordValue: { typeName: 'keywordValue', multiple: false, typeClass: 'primitive', value } });
  const fields = [
    {
      typeName: 'keyword',
      multiple: true,
      typeClass: 'compound',
      value: Array.from({ length: 120 }, (_, number) => keyword(`Keyword ${String(number).padStart(3, '0')}`)),
    },
  ];
  const text = JSON.stringify(body);
  const sent = JSON.parse(text) as { datasetVersion: { metadataBlocks: { citation: { fields: { typeName: string }[] } } } };
  const { citation } = sent.datasetVersion.metadataBlocks;
  citation.fields = [...citation.fields.filter(({ typeName }) => typeName !== 'keyword'), ...fields];
  const made = succeeded(await admin.rest.post(`/api/collections/${outer.alias}/datasets`, sent));
  const answer = succeeded(await admin.rest.get(`/api/search?q=id:dataset_${made.number('data.id')}_draft&show_facets=true`));
  const labels = answer.list('data.facets.0.keywordValue_ss.labels') as Record<string, number>[];
  expect(labels).toHaveLength(100);
  expect(labels.slice(0, 2)).toEqual([{ 'Keyword 000': 1 }, { 'Keyword 001': 1 }]);
  expect(labels.flatMap((label) => Object.values(label)).every((count) => count > 0)).toBe(true);
});
