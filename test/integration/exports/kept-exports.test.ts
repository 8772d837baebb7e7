import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropExports } from '../../../src/db/queries/exports/kept-exports.ts';
import { storeFilePids } from '../../../src/db/queries/identifiers/file-registration.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let reader: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  reader = guest(server);
  collection = await createCollection(admin);
});
afterAll(async () => server.stop());

async function published(files = 1): Promise<SeededDataset> {
  const dataset = await createDataset(admin, collection);
  for (let file = 0; file < files; file += 1) await addFile(admin, dataset, { name: `file-${file}.txt` });
  await publishDataset(admin, dataset);
  return dataset;
}

async function exported(dataset: SeededDataset, exporter: string, caller = reader, version = ''): Promise<RestAnswer> {
  return succeeded(await caller.rest.get(`/api/datasets/export?exporter=${exporter}&persistentId=${dataset.persistentId}${version}`));
}

async function fileIn(dataset: SeededDataset): Promise<number> {
  const [file] = await server.application.db.execute<{ id: number }>(sql`select id from data_file where dataset_id = ${dataset.id}`);
  return file?.id ?? 0;
}

async function keptIds(dataset: SeededDataset): Promise<readonly number[]> {
  const rows = await server.application.db.execute<{ id: number }>(
    sql`select id from metadata_export where dataset_id = ${dataset.id} order by id`,
  );
  return rows.map(({ id }) => id);
}

describe('an export', () => {
  it('is made once, whatever the number of requests at the same time', async () => {
    const dataset = await published();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exported(dataset, 'ddi')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const kept = await keptIds(dataset);
    expect(kept).toHaveLength(1);
    await exported(dataset, 'ddi');
    expect(await keptIds(dataset)).toEqual(kept);
  });

  it('is made anew when a collection above gets another name', async () => {
    const dataset = await published();
    await exported(dataset, 'OAI_ORE');
    const name = `Renamed ${dataset.id}`;
    succeeded(await admin.rest.put(`/api/collections/${collection.alias}/attribute/name?value=${encodeURIComponent(name)}`));
    expect((await exported(dataset, 'OAI_ORE')).body).toContain(JSON.stringify(name));
    expect(await keptIds(dataset)).toHaveLength(1);
  });

  it('is made anew when a setting changes what leaves the installation', async () => {
    const dataset = await published();
    expect((await exported(dataset, 'service_json')).body).toContain('datasetContactEmail');
    succeeded(await admin.rest.send('/api/admin/settings/:ExcludeEmailFromExport', { method: 'PUT', raw: 'true' }));
    try {
      expect((await exported(dataset, 'service_json')).body).not.toContain('datasetContactEmail');
    } finally {
      succeeded(await admin.rest.delete('/api/admin/settings/:ExcludeEmailFromExport'));
    }
  });

  it('is made anew when a file gets an embargo beside the versions', async () => {
    const dataset = await published();
    await exported(dataset, 'OAI_ORE');
    succeeded(await admin.rest.send('/api/admin/settings/:MaxEmbargoDurationInMonths', { method: 'PUT', raw: '-1' }));
    const embargo = { dateAvailable: '2999-01-01', fileIds: [await fileIn(dataset)] };
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/files/actions/:set-embargo`, embargo));
    expect((await exported(dataset, 'OAI_ORE')).body).toContain('"dvcore:dateAvailable":"2999-01-01"');
  });

  it('is forgotten when the files of its version get identifiers', async () => {
    const dataset = await published();
    await exported(dataset, 'Datacite');
    const { db } = server.application;
    const id = await fileIn(dataset);
    const persistentId = `${dataset.persistentId}/ABC123`;
    await db.transaction((tx) => storeFilePids(tx, dataset.id, [{ id, persistentId }], true));
    expect((await exported(dataset, 'Datacite')).body).toContain(`relationType="HasPart">${persistentId.replace('doi:', '')}<`);
  });

  it('is made anew when a file is found to be of another type', async () => {
    const dataset = await published();
    await exported(dataset, 'service_json');
    const { db } = server.application;
    const id = await fileIn(dataset);
    await db.execute(sql`update data_file set content_type = 'application/octet-stream' where id = ${id}`);
    await db.execute(sql`delete from outbox_event where kind = 'MetadataExportsDue' and subject_id = ${dataset.id}`);
    succeeded(await admin.rest.post(`/api/files/${id}/redetect`));
    const due = sql`select 1 from outbox_event where kind = 'MetadataExportsDue' and subject_id = ${dataset.id} and state = 'PENDING'`;
    expect(await db.execute(due)).toHaveLength(1);
    expect((await exported(dataset, 'service_json')).body).toContain('"contentType":"text/plain"');
  });

  it('is kept while drafts are begun, saved, given files and discarded', async () => {
    succeeded(await admin.rest.put(`/api/collections/${collection.alias}`, { datasetFileCountLimit: 100 }));
    const dataset = await published();
    const file = await fileIn(dataset);
    const formats = ['ddi', 'OAI_ORE', 'service_json'] as const;
    const before = await Promise.all(formats.map((format) => exported(dataset, format)));
    const kept = await keptIds(dataset);
    const title = [{ typeName: 'title', value: 'Changed' }];
    succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields: title }));
    await addFile(admin, dataset, { name: 'another.txt' });
    const draft = `/api/datasets/${dataset.id}/versions/:draft`;
    const edit = { description: 'Another', categories: ['Data'] };
    const form = new FormData();
    form.set('jsonData', JSON.stringify(edit));
    succeeded(await admin.rest.send(`/api/files/${file}/metadata`, { method: 'POST', raw: form }));
    for (const [index, format] of formats.entries()) expect((await exported(dataset, format)).body).toBe(before[index]?.body);
    succeeded(await admin.rest.delete(draft));
    for (const [index, format] of formats.entries()) expect((await exported(dataset, format)).body).toBe(before[index]?.body);
    expect(await keptIds(dataset)).toEqual(kept);
  });

  it('is answered by one statement in all, and by one for requests at the same time', async () => {
    const dataset = await published();
    const { body } = await exported(dataset, 'ddi');
    server.takeStatements();
    expect((await exported(dataset, 'ddi')).body).toBe(body);
    expect(server.takeStatements()).toHaveLength(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => exported(dataset, 'ddi')));
    expect(answers.every((answer) => answer.body === body)).toBe(true);
    expect(server.takeStatements().length).toBeLessThan(6);
  });

  it('is not answered from memory once its text was replaced', async () => {
    const dataset = await published();
    const { body } = await exported(dataset, 'ddi');
    await exported(dataset, 'ddi');
    const { db } = server.application;
    await db.transaction((tx) => dropExports(tx, dataset.id));
    await db.execute(
      sql`update file_metadata set label = 'renamed.txt', record_version = record_version + 1 where dataset_id = ${dataset.id}`,
    );
    const anew = (await exported(dataset, 'ddi')).body;
    expect(anew).not.toBe(body);
    expect(anew).toContain('renamed.txt');
  });

  it('is the same over GraphQL, by id and by identifier', async () => {
    const dataset = await published();
    const { body } = await exported(dataset, 'dcterms');
    const text = 'query ($reference: DatasetReference!) { dataset(reference: $reference) { export(format: "dcterms") { text url } } }';
    for (const reference of [{ databaseId: dataset.id }, { persistentId: dataset.persistentId }]) {
      expect((await reader.graphql.expectData(text, { reference })).at('data.dataset.export.text')).toBe(body);
    }
  });

  it('of a draft is not kept', async () => {
    const dataset = await createDataset(admin, collection);
    await exported(dataset, 'ddi', admin, '&version=:draft');
    expect(await keptIds(dataset)).toEqual([]);
  });

  it('is sent in pieces when it is long, and is the whole', async () => {
    const dataset = await published(2);
    const long = 'word & '.repeat(60_000);
    await server.application.db.execute(sql`update file_metadata set description = ${long} where dataset_id = ${dataset.id}`);
    const answer = await exported(dataset, 'oai_ddi');
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.body)));
    expect(answer.body.split(long.replaceAll('&', '&amp;'))).toHaveLength(3);
    const [{ pieces } = { pieces: 0 }] = await server.application.db.execute<{ pieces: number }>(
      sql`select count(*)::int as pieces from metadata_export_piece p join metadata_export e on e.id = p.export_id where e.dataset_id = ${dataset.id}`,
    );
    expect(pieces).toBeGreaterThan(1);
  });

  it('is forgotten with its dataset', async () => {
    const dataset = await published();
    await exported(dataset, 'ddi');
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    expect(await keptIds(dataset)).toEqual([]);
  });
});
