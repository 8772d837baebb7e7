import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { findExportState } from '../../../src/db/queries/exports/kept-exports.ts';
import { askOai, elements, texts } from '../../support/oai-client.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let db: Database;

beforeAll(async () => {
  server = await startTestServer();
  ({ db } = server.application);
  admin = superuser(server);
  succeeded(await admin.rest.send('/api/admin/settings/:OAIServerEnabled', { method: 'PUT', raw: 'true' }));
  collection = await createCollection(admin);
});
afterAll(async () => server.stop());

async function published(): Promise<SeededDataset> {
  const dataset = await createDataset(admin, collection);
  await addFile(admin, dataset);
  await publishDataset(admin, dataset);
  return dataset;
}

/** The text of a dataset in a list; null for a deleted record, undefined without a record. */
async function listed(dataset: SeededDataset, format: string): Promise<string | null | undefined> {
  const { text, errors } = await askOai(server.url, { verb: 'ListRecords', metadataPrefix: format });
  expect(errors).toEqual([]);
  const record = text.split('<record>').find((part) => part.includes(`<identifier>${dataset.persistentId}</identifier>`));
  if (record === undefined) return undefined;
  return record.includes('<header status="deleted">') ? null : /<metadata>([^]*)<\/metadata>/.exec(record)?.[1];
}

/** What is told of a dataset by itself, which is compared with the present state each time. */
async function exported(dataset: SeededDataset, format: string): Promise<string> {
  const answer = succeeded(await admin.rest.get(`/api/datasets/export?exporter=${format}&persistentId=${dataset.persistentId}`));
  return answer.body.replace(/^<\?xml[^>]*\?>\s*/, '');
}

async function isStamped(dataset: SeededDataset, format: string): Promise<boolean> {
  const [row] = await db.execute<{ stamped: boolean }>(sql`
    select e.export_revision = r.export_revision as stamped from metadata_export e join oai_record r on r.dataset_id = e.dataset_id
    where e.dataset_id = ${dataset.id} and e.exporter = ${format}`);
  return row?.stamped === true;
}

const setting = async (name: string, raw: string): Promise<void> =>
  void succeeded(await admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw }));

/** A change of a published dataset, or of what is outside it, and what of it harvesters see in a format. */
interface Change {
  readonly format: string;
  readonly change: (dataset: SeededDataset) => Promise<unknown>;
  /** Empty where the formats for harvesters have nothing of it. */
  readonly seen: string;
}

const changes: Readonly<Record<string, Change>> = {
  'another version is published': {
    format: 'oai_dc',
    change: async (dataset) => {
      const title = { fields: [{ typeName: 'title', value: 'Seen anew' }] };
      succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, title));
      await publishDataset(admin, dataset);
    },
    seen: '<dc:title>Seen anew<',
  },
  'a collection above gets another name': {
    format: 'oai_dc',
    change: async () => succeeded(await admin.rest.put(`/api/collections/${collection.alias}/attribute/name?value=Renamed%20above`)),
    seen: '',
  },
  'it moves to another collection': {
    format: 'oai_dc',
    change: async (dataset) => {
      const { alias } = await createCollection(admin);
      succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/move/${alias}`));
    },
    seen: '',
  },
  'its licence gets another address': {
    format: 'oai_datacite',
    change: (dataset) =>
      db.execute(sql`
        update license set uri = 'https://license.example.org/changed' where id in (select license_id from dataset_version where dataset_id = ${dataset.id})`),
    seen: 'https://license.example.org/changed',
  },
  'it becomes one of another type': {
    format: 'service_json',
    change: (dataset) => db.execute(sql`update dataset set dataset_type = 'software' where id = ${dataset.id}`),
    seen: '"datasetType":"software"',
  },
  'a setting changes what leaves the installation': {
    format: 'service_json',
    change: () => setting(':ExcludeEmailFromExport', 'true'),
    seen: '',
  },
  'a file gets an embargo': {
    format: 'service_json',
    change: async (dataset) => {
      await setting(':MaxEmbargoDurationInMonths', '-1');
      const [file] = await db.execute<{ id: number }>(sql`select id from data_file where dataset_id = ${dataset.id}`);
      const embargo = { dateAvailable: '2999-01-01', fileIds: [file?.id] };
      succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/files/actions/:set-embargo`, embargo));
    },
    seen: '2999-01-01',
  },
  'all exports are forgotten': {
    format: 'oai_dc',
    change: async () => succeeded(await admin.rest.get('/api/admin/metadata/clearExportTimestamps')),
    seen: '',
  },
};

const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

async function keptId(dataset: SeededDataset, format: string): Promise<number | undefined> {
  const [row] = await db.execute<{ id: number }>(
    sql`select id from metadata_export where dataset_id = ${dataset.id} and exporter = ${format}`,
  );
  return row?.id;
}

describe('a list of records never tells of what was before', () => {
  it.each(Object.entries(changes))('%s', async (_name, { format, change, seen }) => {
    const dataset = await published();
    const before = await listed(dataset, format);
    const kept = await keptId(dataset, format);
    expect(await listed(dataset, format)).toBe(before);
    expect(await keptId(dataset, format)).toBe(kept);
    await change(dataset);
    const after = (await listed(dataset, format)) ?? '';
    expect(await keptId(dataset, format)).not.toBe(kept);
    expect(after).toContain(seen);
    expect(seen === '' || before?.includes(seen) === false).toBe(true);
    const alone = await exported(dataset, format);
    // JSON is escaped for the element that it is put into.
    expect(format === 'service_json' ? unescaped(after.replace(/^<json[^>]*>|<\/json>$/g, '')) : after).toBe(alone);
    expect(await isStamped(dataset, format)).toBe(true);
  });

  it('not on the day on which an embargo ends', async () => {
    const dataset = await published();
    await listed(dataset, 'oai_dc');
    await db.execute(sql`update metadata_export set stale_on = current_date, first_piece = 'stale' where dataset_id = ${dataset.id}`);
    expect(await listed(dataset, 'oai_dc')).not.toContain('stale');
  });

  it('not after a withdrawal or a destruction', async () => {
    const [withdrawn, destroyed] = [await published(), await published()];
    for (const dataset of [withdrawn, destroyed]) expect(await listed(dataset, 'oai_dc')).toContain('<oai_dc:dc');
    const reason = { deaccessionReason: 'It was wrong.' };
    succeeded(await admin.rest.post(`/api/datasets/${withdrawn.id}/versions/:latest-published/deaccession`, reason));
    succeeded(await admin.rest.delete(`/api/datasets/${destroyed.id}/destroy`));
    for (const dataset of [withdrawn, destroyed]) expect(await listed(dataset, 'oai_dc')).toBeNull();
  });
});

describe('the stamp of an export', () => {
  it('is given anew to one that was changed and changed back, and to one that has none', async () => {
    const dataset = await published();
    const before = await listed(dataset, 'oai_dc');
    for (const value of ['software', 'dataset']) await db.execute(sql`update dataset set dataset_type = ${value} where id = ${dataset.id}`);
    expect(await isStamped(dataset, 'oai_dc')).toBe(false);
    const [kept] = await db.execute(sql`select id from metadata_export where dataset_id = ${dataset.id} and exporter = 'oai_dc'`);
    expect(await listed(dataset, 'oai_dc')).toBe(before);
    expect(await isStamped(dataset, 'oai_dc')).toBe(true);
    await db.execute(
      sql`update metadata_export set export_revision = null, owner_ids = null, surroundings_key = null where dataset_id = ${dataset.id}`,
    );
    expect(await listed(dataset, 'oai_dc')).toBe(before);
    expect(await isStamped(dataset, 'oai_dc')).toBe(true);
    const [after] = await db.execute(sql`select id from metadata_export where dataset_id = ${dataset.id} and exporter = 'oai_dc'`);
    expect(after).toEqual(kept);
  });

  it('lasts while drafts are begun, saved and discarded', async () => {
    const dataset = await published();
    await listed(dataset, 'oai_dc');
    succeeded(
      await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields: [{ typeName: 'title', value: 'Draft' }] }),
    );
    expect(await isStamped(dataset, 'oai_dc')).toBe(true);
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/versions/:draft`));
    expect(await isStamped(dataset, 'oai_dc')).toBe(true);
  });

  it('has a page read by one statement', async () => {
    await published();
    for (let time = 0; time < 2; time += 1) await askOai(server.url, { verb: 'ListRecords', metadataPrefix: 'oai_dc' });
    server.takeStatements();
    const { root } = await askOai(server.url, { verb: 'ListRecords', metadataPrefix: 'oai_dc' });
    expect(elements(root, 'record').length).toBeGreaterThan(1);
    expect(texts(root, 'identifier').length).toBeGreaterThan(1);
    expect(server.takeStatements().filter((text) => /oai_record|metadata_export/.test(text))).toHaveLength(1);
  });

  it('changes with whatever column changes the state', async () => {
    const dataset = await published();
    const states = async (tx: Pick<Database, 'execute'> & Parameters<typeof findExportState>[0]) => {
      const [version] = await tx.execute<{ id: number }>(sql`select id from dataset_version where dataset_id = ${dataset.id}`);
      return findExportState(tx, version?.id ?? 0, '');
    };
    const columns = await db.execute<{ table: string; column: string; type: string }>(sql`
      select table_name as table, column_name as column, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name in ('dataset', 'dataset_version', 'node') and column_name not in ('id', 'dataset_id', 'kind')`);
    /** Another value of a column. */
    const others: Readonly<Record<string, (column: SQL) => SQL>> = {
      text: (column) => sql`coalesce(${column}, '') || 'x'`,
      integer: (column) => sql`coalesce(${column}, 0) + 1`,
      boolean: (column) => sql`not ${column}`,
      date: () => sql`'2999-01-01'::date`,
      'timestamp with time zone': () => sql`'2999-01-01'::timestamptz`,
      ARRAY: (column) => sql`array_append(${column}, 1)`,
      json: () => sql`'{"changed": {}}'::json`,
    };
    const missed: string[] = [];
    let moved = 0;
    class Undone extends Error {}
    for (const { table, column, type } of columns) {
      const other = others[type];
      // Those of enumerations: the state of a version, which tests of publications change, and that of a registration.
      if (other === undefined) continue;
      const of = table === 'dataset_version' ? sql`dataset_id` : sql`id`;
      const changed = db.transaction(async (tx) => {
        const before = await states(tx);
        await tx.execute(
          sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${other(sql`${sql.identifier(column)}`)} where ${of} = ${dataset.id}`,
        );
        const after = await states(tx);
        if (before?.stateKey !== after?.stateKey) moved += 1;
        if (before?.stateKey !== after?.stateKey && before?.exportRevision === after?.exportRevision) missed.push(`${table}.${column}`);
        throw new Undone();
      });
      await changed.catch((error: unknown) => {
        // A value that the table refuses changes nothing.
        const refused = error instanceof Error && /violates/.test(error.cause instanceof Error ? error.cause.message : error.message);
        if (!(error instanceof Undone) && !refused) throw error;
      });
    }
    expect(missed).toEqual([]);
    expect(moved).toBeGreaterThan(12);
  });
});
