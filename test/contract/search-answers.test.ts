// Each line of the contract's tables of parameters, item keys and visibility of search. Source: collections.md 11.1.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionItemSchema } from '../../src/rest-compat/search/records/search-item-record.ts';
import { datasetItemSchema } from '../../src/rest-compat/search/records/dataset-item-record.ts';
import { fileItemSchema } from '../../src/rest-compat/search/records/file-item-record.ts';
import { searchQuery } from '../../src/rest-compat/search/routes/search-query.ts';
import { addFile, type Caller, createCollection, createUser, exampleDataset, guest, publishDataset, succeeded } from '../support/seed.ts';
import { restClient } from '../support/rest-client.ts';
import { contractTable, hasContract, namesIn } from './contract-table.ts';
import { retitled } from './cases/contract-world.ts';
import { letIn, type SearchWorld, startSearchWorld } from './search-world.ts';

let world: SearchWorld;
beforeAll(async () => {
  world = await startSearchWorld();
});
afterAll(() => world.server.stop());

type Item = Readonly<Record<string, unknown>>;

async function items(query: string, caller: Pick<Caller, 'rest'> = world.admin): Promise<readonly Item[]> {
  return succeeded(await caller.rest.get(`/api/search?${query}`)).list('data.items') as Item[];
}

const draftId = (): string => `q=id:dataset_${world.draft.id}_draft`;

describe.skipIf(!hasContract)('the tables of the contract (need ../shared/contract)', () => {
  test('name the parameters that the row takes', () => {
    const named = contractTable('#### `GET /api/search`').flatMap(([names = '']) => namesIn(names));
    expect(Object.keys(searchQuery.shape).toSorted()).toEqual(named.toSorted());
  });

  test('name the keys of items', () => {
    const rows = contractTable('Item keys (nulls omitted');
    for (const [place, schema] of [collectionItemSchema, datasetItemSchema, fileItemSchema].entries()) {
      const named = rows.flatMap((cells) => {
        const cell = cells[place + 1] ?? '–';
        // The one row whose key differs from kind to kind names it in its cells.
        return cell === '–'
          ? []
          : cells[0] === 'identifier'
            ? namesIn(cell).slice(0, 1)
            : namesIn(cells[0] ?? '').filter((name) => !name.startsWith('['));
      });
      const keys = named.filter((name) => /^[a-zA-Z_\d]+$/u.test(name) && name !== 'city');
      expect(Object.keys(schema.shape).toSorted()).toEqual([...new Set(keys)].toSorted());
    }
  });
});

describe('items', () => {
  async function picture(): Promise<Buffer> {
    return sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  }

  test('have the address of a picture that opens for the caller, and none where there is none', async () => {
    const { admin, outer, reader } = world;
    const owner = await createUser(world.server, 'painter');
    await letIn(world, outer, owner.identifier);
    const own = await createCollection(owner, { owner: outer.alias });
    const dataset = succeeded(await owner.rest.post(`/api/collections/${own.alias}/datasets`, exampleDataset('minimal')));
    const id = dataset.number('data.id');
    const image = async (query: string, caller: Pick<Caller, 'rest'>) => (await items(query, caller)).map((item) => item['image_url']);
    expect(await image(`q=id:dataset_${id}_draft`, owner)).toEqual([undefined]);
    const file = await addFile(owner, { id, persistentId: '' }, { name: 'a.png', bytes: await picture(), type: 'image/png' });
    expect(await image(`q=id:dataset_${id}_draft`, owner)).toEqual([expect.stringMatching(`/api/datasets/${id}/logo$`)]);
    await publishDataset(owner, { id, persistentId: '' });
    succeeded(
      await admin.rest.upload(`/api/collections/${outer.alias}/logo`, { name: 'l.png', bytes: await picture(), type: 'image/png' }),
    );
    for (const [query, caller, address] of [
      [`q=id:collection_${outer.id}`, guest(world.server), `/api/access/dvCardImage/${outer.id}`],
      [`q=id:dataset_${id}`, guest(world.server), `/api/datasets/${id}/logo`],
      [`q=id:datafile_${file}`, reader, `/api/access/datafile/${file}?imageThumb=true`],
    ] as const) {
      const [url] = await image(query, caller);
      expect(url, query).toEqual(expect.stringContaining(address));
      const opened = await caller.rest.get(String(url).replace(/^https?:\/\/[^/]+/u, ''));
      expect([opened.status, opened.headers.get('content-type')], query).toEqual([200, expect.stringMatching(/^image\/png/u)]);
    }
    // No bytes without a token; and what only the tables know.
    expect(await image(`q=id:datafile_${file}`, guest(world.server))).toEqual([undefined]);
    expect(await image(`q=id:datafile_${file}&query_entities=false`, reader)).toEqual([undefined]);
    expect(await image(`q=id:dataset_${id}&query_entities=false`, reader)).toEqual([undefined]);
    expect(await image(`q=id:collection_${own.id}`, reader)).toEqual([undefined]);
    succeeded(await owner.rest.delete(`/api/datasets/${id}/thumbnail`));
    expect(await image(`q=id:dataset_${id}`, owner)).toEqual([undefined]);
  });

  test('of a table have its facts, and the tags in order', async () => {
    const [item] = await items(`q=id:datafile_${world.files.table}&show_entity_ids=true`);
    expect(item).toMatchObject({
      unf: 'UNF:6:abc==',
      variables: 1,
      observations: 1,
      tabularTags: ['Survey'],
      entity_id: world.files.table,
    });
  });

  test('of a file cite the newest released version, whatever the draft is called', async () => {
    const [item] = await items(`q=id:datafile_${world.files.text}`);
    expect(item?.['dataset_citation']).toContain('Heating, Damp and Comfort');
    expect(item?.['dataset_citation']).not.toContain('Corrected');
    expect(item).toMatchObject({ categories: ['Documentation'], file_persistent_id: 'doi:10.5072/FK2/TEXT/1' });
  });

  test('of a withdrawn dataset have its reason, and neither numbers nor a place among the released', async () => {
    const { admin, outer } = world;
    const made = succeeded(await admin.rest.post(`/api/collections/${outer.alias}/datasets`, exampleDataset('minimal')));
    const id = made.number('data.id');
    await publishDataset(admin, { id, persistentId: '' });
    succeeded(await admin.rest.post(`/api/datasets/${id}/versions/1.0/deaccession`, { deaccessionReason: 'Withdrawn for a test.' }));
    const [item] = await items(`q=id:dataset_${id}_deaccessioned`);
    expect(item).toMatchObject({
      deaccession_reason: 'Withdrawn for a test.',
      publicationStatuses: ['Deaccessioned'],
      published_at: expect.any(String),
    });
    expect(item).not.toHaveProperty('majorVersion');
    expect(await items(`q=id:dataset_${id}_deaccessioned`, world.reader)).toEqual([]);
    succeeded(await admin.rest.delete(`/api/datasets/${id}/destroy`));
  });

  test('of a draft in review say so', async () => {
    succeeded(await world.admin.rest.post(`/api/datasets/${world.draft.id}/submitForReview`));
    const [item] = await items(draftId());
    expect(item?.['publicationStatuses']).toEqual(['Unpublished', 'Draft', 'In Review']);
    succeeded(await world.admin.rest.post(`/api/datasets/${world.draft.id}/returnToAuthor`, { reasonForReturn: 'A test.' }));
  });

  test('show metadata of fields that are asked for, each block once', async () => {
    const query = `q=id:dataset_${world.dataset.id}&metadata_fields=citation:keyword&metadata_fields=citation:keywordValue&metadata_fields=geospatial:*`;
    const [item] = await items(query);
    const blocks = item?.['metadataBlocks'] as Record<string, { fields: { typeName: string }[] }>;
    expect(blocks['citation']?.fields.map(({ typeName }) => typeName)).toEqual(['keyword']);
    expect(blocks['geospatial']?.fields.length).toBeGreaterThan(1);
    for (const [asked, found] of [
      ['citation:keywordValue', { citation: { displayName: 'Citation Metadata', fields: [] } }],
      ['nosuch:*', {}],
      ['citation', {}],
    ] as const) {
      expect((await items(`q=id:dataset_${world.dataset.id}&metadata_fields=${asked}`))[0]?.['metadataBlocks']).toEqual(found);
    }
  });
});

describe('pieces of text', () => {
  const matches = async (query: string) =>
    (await items(`${query}&show_relevance=true`)).map((item) => (item['matches'] as object[]).flatMap((match) => Object.keys(match)));

  test('are of names and of texts of metadata, one of each field', async () => {
    expect(await matches('q=corrected')).toEqual([['title']]);
    expect(await matches('q=nests')).toEqual([['name']]);
    expect(await matches('q=delta&type=collection')).toEqual([['name']]);
    expect(await matches(`q=brandl&fq=id:dataset_${world.draft.id}_draft`)).toEqual([['authorName']]);
  });

  test.each([
    ['the affiliation of a collection', 'q=institute&type=collection', 'dvAffiliation'],
    ['the description of a file', 'q=reeds&type=file', 'fileDescription'],
    ['values of vocabularies', 'q=subject:sciences&type=dataset', 'subject'],
  ])('are not of %s', async (_what, query, field) => {
    const found = await matches(query);
    expect(found.length).toBeGreaterThan(0);
    expect(found.flat()).not.toContain(field);
  });
});

test('counts of types ignore the types that are asked for', async () => {
  const answer = succeeded(await world.admin.rest.get('/api/search?q=*&type=file&subtree=lines-inner&show_type_counts=true'));
  expect(answer.record('data.total_count_per_object_type')).toEqual({ Collections: 0, Datasets: 2, Files: 3 });
  expect(answer.at('data.total_count')).toBe(3);
});

describe('the order', () => {
  const names = async (query: string) => (await items(`q=*&per_page=100&${query}`)).map(({ name }) => String(name));

  test('by name compares code units, and goes up unless it is told otherwise', async () => {
    const up = await names('sort=name');
    expect(up).toEqual(up.toSorted());
    expect(await names('sort=name&order=desc')).toEqual(up.toReversed());
  });

  test('by date goes down unless it is told otherwise', async () => {
    const down = await names('sort=date&type=collection');
    expect(await names('sort=date&order=asc&type=collection')).toEqual(down.toReversed());
  });

  test.each(['nameSort', 'dateSort', 'id', 'score', 'fileSizeInBytes', 'authorName_ss'])('by %s is taken', async (sort) => {
    expect((await names(`sort=${sort}`)).length).toBeGreaterThan(5);
  });

  test('by relevance has titles before descriptions, and these before all else', async () => {
    const { admin, outer } = world;
    const body = JSON.stringify(exampleDataset('minimal'));
    const notes = { typeName: 'notesText', multiple: false, typeClass: 'primitive', value: 'With a quagga' };
    const noted = JSON.parse(body) as { datasetVersion: { metadataBlocks: { citation: { fields: unknown[] } } } };
    noted.datasetVersion.metadataBlocks.citation.fields.push(notes);
    const bodies = [
      noted,
      JSON.parse(body.replace('Hourly number', 'Quagga, an hourly number')),
      JSON.parse(body.replace('Door counter', 'Quagga counter')),
    ];
    const ids: number[] = [];
    for (const sent of bodies) {
      ids.push(succeeded(await admin.rest.post(`/api/collections/${outer.alias}/datasets`, sent)).number('data.id'));
    }
    const found = (await items('q=quagga&show_entity_ids=true')).map((item) => item['entity_id']);
    expect(found).toEqual(ids.toReversed());
    for (const id of ids) succeeded(await admin.rest.delete(`/api/datasets/${id}`));
  });
});

describe('who sees', () => {
  const sees = async (caller: Pick<Caller, 'rest'>) => (await items(draftId(), caller)).length > 0;

  test('a draft: who holds a role above it, also by groups in groups, and no other', async () => {
    const { admin, outer, reader } = world;
    expect([await sees(guest(world.server)), await sees(reader)]).toEqual([false, false]);
    const assignment = await letIn(world, outer, reader.identifier);
    expect(await sees(reader)).toBe(true);
    succeeded(await admin.rest.delete(`/api/collections/${outer.alias}/assignments/${assignment}`));
    expect(await sees(reader)).toBe(false);
    const groups = `/api/collections/${outer.alias}/groups`;
    for (const alias of ['outside', 'within']) succeeded(await admin.rest.post(groups, { aliasInOwner: alias, displayName: alias }));
    succeeded(await admin.rest.post(`${groups}/within/roleAssignees`, [reader.identifier]));
    succeeded(await admin.rest.post(`${groups}/outside/roleAssignees`, [`&explicit/${outer.id}-within`]));
    await letIn(world, outer, `&explicit/${outer.id}-outside`);
    expect(await sees(reader)).toBe(true);
    succeeded(await admin.rest.delete(`${groups}/within`));
    expect(await sees(reader)).toBe(false);
  });

  test('a private URL finds what guests find', async () => {
    const made = succeeded(await world.admin.rest.post(`/api/datasets/${world.draft.id}/privateUrl`));
    const visitor = { rest: restClient(world.server.url, made.text('data.token')) };
    expect((await visitor.rest.get(`/api/datasets/${world.draft.id}/versions/:draft`)).status).toBe(200);
    expect(await sees(visitor)).toBe(false);
  });

  test('what is linked: below both collections, counted in both, until the link goes', async () => {
    const { admin, dataset, inner } = world;
    const linking = await createCollection(admin);
    const below = async (alias: string) => (await items(`q=id:dataset_${dataset.id}&subtree=${alias}&show_collections=true`))[0];
    const counted = async () => (await items(`q=id:collection_${linking.id}`))[0]?.['datasetCount'];
    expect([await below(linking.alias), await counted()]).toEqual([undefined, 0]);
    succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/link/${linking.alias}`));
    const shown = (await below(linking.alias))?.['collections'] as { alias: string }[];
    expect(shown.map(({ alias }) => alias).toSorted()).toEqual([inner.alias, 'lines', linking.alias].toSorted());
    expect(await below(inner.alias)).toBeDefined();
    expect(await counted()).toBe(1);
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/deleteLink/${linking.alias}`));
    expect([await below(linking.alias), await counted()]).toEqual([undefined, 0]);
  });

  test('a collection that is linked: it and what it holds lie below the linking one', async () => {
    const { admin, inner, dataset } = world;
    const linking = await createCollection(admin);
    succeeded(await admin.rest.put(`/api/collections/${inner.alias}/link/${linking.alias}`));
    const found = async (q: string) => (await items(`q=${q}&subtree=${linking.alias}`)).length;
    expect([
      await found(`id:collection_${inner.id}`),
      await found(`id:dataset_${dataset.id}`),
      await found(`id:collection_${linking.id}`),
    ]).toEqual([1, 1, 0]);
    expect(await world.found(`subtreePaths:"/${linking.id}"`)).toContain(`collection_${inner.id}`);
    succeeded(await admin.rest.delete(`/api/collections/${inner.alias}/deleteLink/${linking.alias}`));
  });

  test('a dataset that goes: it counts no longer', async () => {
    const { admin } = world;
    const collection = await createCollection(admin);
    const count = async () => (await items(`q=id:collection_${collection.id}`))[0]?.['datasetCount'];
    const made = succeeded(await admin.rest.post(`/api/collections/${collection.alias}/datasets`, exampleDataset('minimal')));
    const dataset = { id: made.number('data.id'), persistentId: made.text('data.persistentId') };
    expect(await count()).toBe(0);
    // Before it is published, its owner finds it by the suffix of its identifier.
    const suffix = dataset.persistentId.split('/').at(-1) ?? '';
    expect(await items(`q=${suffix}`)).toHaveLength(1);
    expect(await items(`q=dsPersistentId:"${dataset.persistentId}"`)).toHaveLength(1);
    await publishDataset(admin, dataset);
    expect(await count()).toBe(1);
    expect(await items(`q=${suffix}`, guest(world.server))).toHaveLength(1);
    succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, 'Another title')));
    expect(await items(`q=dsPersistentId:"${dataset.persistentId}"`)).toHaveLength(2);
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    expect(await count()).toBe(0);
  });
});

test('services are told whatever token is sent', async () => {
  const answer = await restClient(world.server.url, 'nosuch').get('/api/search/services');
  expect(answer.at('data')).toEqual({ services: [{ name: 'postgresql', displayName: expect.any(String) }], defaultService: 'postgresql' });
});
