import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlClient } from '../../support/graphql-client.ts';
import { readJson } from '../../support/json-reader.ts';
import { restClient } from '../../support/rest-client.ts';
import { type Caller, createCollection, type SeededCollection, succeeded, superuser, uniqueName } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';
import { blockTable, type TableField } from '../../unit/metadata/block-tables.ts';
import { blockOf, fieldsOf, type SecondServer, sendDataset, sendTable, startSecond } from './load-world.ts';

/** Loads beside each other, beside other processes and beside depositors. */
let server: TestServer;
let second: SecondServer;
let admin: Caller;
let elsewhere: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  second = await startSecond(server);
  admin = superuser(server);
  elsewhere = { ...admin, rest: restClient(second.url, SUPERUSER_TOKEN), graphql: graphqlClient(second.url, SUPERUSER_TOKEN) };
  collection = await createCollection(admin);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

function name(): string {
  return uniqueName('block').replace('-', '');
}

function tableOf(block: string, field: Partial<TableField> = {}, values: readonly string[] = []): string {
  return blockTable({
    blocks: [[block, '', `Block ${block}`]],
    fields: [{ name: `${block}F`, block, ...field }],
    values: values.map((value, order) => [`${block}F`, value, '', String(order)]),
  });
}

describe('another process', () => {
  test('keeps values of a block that was loaded a moment ago', async () => {
    for (let round = 0; round < 5; round += 1) {
      const block = name();
      succeeded(await sendTable(admin, tableOf(block)));
      const field = { typeName: `${block}F`, multiple: false, typeClass: 'primitive', value: 'kept' };
      const created = succeeded(await sendDataset(elsewhere, collection, field));
      expect(await fieldsOf(admin, created.number('data.id'), block)).toEqual([field]);
    }
  });

  test('finds the block, and enables it and its facet, at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const block = name();
      succeeded(await sendTable(admin, tableOf(block, { facetable: true })));
      const { rest } = elsewhere;
      const answers = [
        await rest.post(`/api/collections/${collection.alias}/facets`, [`${block}F`]),
        await rest.post(`/api/collections/${collection.alias}/metadatablocks`, ['citation', block]),
        await rest.get(`/api/metadatablocks/${block}`),
        await rest.get(`/api/admin/datasetfield/${block}F`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  });

  test('takes more deposits at once than it has connections, each of which meets the new block', async () => {
    const block = name();
    const field = { typeName: `${block}F`, multiple: false, typeClass: 'primitive', value: 'kept' };
    succeeded(await sendTable(admin, tableOf(block)));
    const created = await Promise.all(Array.from({ length: 30 }, () => sendDataset(elsewhere, collection, field)));
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
  });

  test('knows new vocabulary values at once', async () => {
    const block = name();
    succeeded(await sendTable(admin, tableOf(block, { vocabulary: true }, ['Old'])));
    succeeded(await elsewhere.rest.get(`/api/metadatablocks/${block}`));
    succeeded(await sendTable(admin, blockTable({ values: [[`${block}F`, 'New', '', '1']] })));
    const field = { typeName: `${block}F`, multiple: false, typeClass: 'controlledVocabulary', value: 'New' };
    expect((await sendDataset(elsewhere, collection, field)).status).toBe(201);
  });
});

describe('two loads at once', () => {
  test('of one new block make one block with the fields of both', async () => {
    const block = name();
    const callers = [admin, elsewhere, admin, elsewhere];
    const answers = await Promise.all(callers.map((caller, index) => sendTable(caller, tableOf(block, { name: `${block}F${index}` }))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await server.application.services.blocks.refresh();
    expect(
      blockOf(server, block)
        .fields.map((field) => field.name)
        .toSorted(),
    ).toEqual([0, 1, 2, 3].map((index) => `${block}F${index}`));
  });

  test('of one field into two blocks put it into one of them', async () => {
    const block = name();
    const load = (caller: Caller, own: string) =>
      sendTable(caller, blockTable({ blocks: [[own, '', own]], fields: [{ name: `${block}F`, block: own }] }));
    const answers = await Promise.all([load(admin, `${block}X`), load(elsewhere, `${block}Y`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await server.application.services.blocks.refresh();
    const lengths = [`${block}X`, `${block}Y`].map((own) => blockOf(server, own).fields.length);
    expect(new Set(lengths)).toEqual(new Set([0, 1]));
  });
});

describe('a load beside depositors', () => {
  test('never leaves a version whose values do not fit the definitions', async () => {
    for (let round = 0; round < 8; round += 1) {
      const block = name();
      succeeded(await sendTable(admin, tableOf(block)));
      const single = { typeName: `${block}F`, multiple: false, typeClass: 'primitive', value: 'one' };
      const [load, ...datasets] = await Promise.all([
        sendTable(round % 2 === 0 ? admin : elsewhere, tableOf(block, { multiple: true })),
        sendDataset(admin, collection, single),
        sendDataset(elsewhere, collection, single),
      ]);
      await server.application.services.blocks.refresh();
      const [field] = blockOf(server, block).fields;
      const stored = datasets.filter(({ status }) => status === 201);
      // Either the definition changed before any value was stored, or a value was there and the load was refused.
      expect({ loaded: load?.status, multiple: field?.multiple, stored: stored.length }).toEqual(
        load?.status === 200 ? { loaded: 200, multiple: true, stored: 0 } : { loaded: 400, multiple: false, stored: stored.length },
      );
      expect(load?.status === 400 && stored.length === 0).toBe(false);
      for (const dataset of stored) {
        const fields = await fieldsOf(admin, dataset.number('data.id'), block);
        expect(readJson(fields).at('0.multiple')).toBe(false);
      }
    }
  });
});

describe('answers that are kept', () => {
  const targets = [
    '/api/metadatablocks/journal',
    '/api/metadatablocks/6',
    '/api/metadatablocks?returnDatasetFieldTypes=true',
    '/api/datasetfields/facetables',
  ];

  test.each(targets)('%s is the same again, and another one after a load', async (target) => {
    const first = await admin.rest.get(target);
    const again = await admin.rest.get(target);
    expect(again.body).toBe(first.body);
    expect(again.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    const title = uniqueName('Volume');
    const fields = [{ name: 'journalVolume', block: 'journal', parent: 'journalVolumeIssue', title, facetable: true }];
    succeeded(await sendTable(admin, blockTable({ fields })));
    expect((await admin.rest.get(target)).body).toContain(title);
  });

  test('are not kept for a request that depends on the collections', async () => {
    const target = '/api/metadatablocks?onlyDisplayedOnCreate=true';
    const block = name();
    succeeded(await sendTable(admin, tableOf(block, { required: true })));
    const listed = async () => (await admin.rest.get(target)).list('data').map((one) => readJson(one).text('name'));
    expect(await listed()).not.toContain(block);
    succeeded(await admin.rest.post(`/api/collections/${collection.alias}/metadatablocks`, ['citation', block]));
    expect(await listed()).toContain(block);
    succeeded(await admin.rest.post(`/api/collections/${collection.alias}/metadatablocks`, ['citation']));
  });
});
