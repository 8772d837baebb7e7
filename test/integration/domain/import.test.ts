import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandContext } from '../../../src/kernel/command.ts';
import { addDatasetType, deleteDatasetType } from '../../../src/domain/installation/dataset-type-commands.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { type DatasetImport, importDataset } from '../../../src/domain/datasets/creation/import-dataset.ts';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { removeBytes } from '../../../src/domain/files/remove-bytes.ts';
import { setDefaultLicense } from '../../../src/domain/installation/license-commands.ts';
import { localProvider } from '../../../src/adapters/identifiers/local-provider.ts';
import type { KnownPid, PidProvider, PidProviders } from '../../../src/kernel/ports/pid-provider.ts';
import { splitPersistentId } from '../../../src/model/persistent-id.ts';
import { findOrphanedBytes } from '../../../src/domain/integrity/storage-doctor/orphaned-bytes.ts';
import { checkDatasetRecords, checkPageOfRecords } from '../../../src/domain/integrity/validation/check-records.ts';
import { readJson } from '../../support/json-reader.ts';
import { superuser } from '../../support/seed.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';
import { WHOLE } from '../../../src/model/page-window.ts';

const STAGED = { fileName: 'a.txt', suppliedContentType: null, checksumAlgorithm: 'MD5', maximumBytes: null } as const;
const MD5 = '0123456789abcdef0123456789abcdef';

describe('importing datasets', () => {
  let world: DomainWorld;
  let counter = 0;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  const freshPid = () => `doi:10.5072/FK2/IMPORT${(counter += 1)}`;
  const imported = (more: Partial<DatasetImport> = {}): DatasetImport => ({
    collection: { id: world.rootId },
    datasetVersion: versionBody('Tides'),
    persistentId: freshPid(),
    ...more,
  });
  const withFile = (storageId: string) =>
    versionBody('Tides', {
      license: 'CC0 1.0',
      files: [{ label: 'a.txt', dataFile: { storageIdentifier: storageId, filesize: 1, md5: MD5 } }],
    });
  const counts = async () => {
    const [row] = await world.sql<{ nodes: number; files: number; events: number }[]>`
      select (select count(*)::int from node) as nodes, (select count(*)::int from data_file) as files, (select count(*)::int from outbox_event) as events`;
    return row;
  };

  test('at once with one identifier succeeds once; nothing is left of the others', async () => {
    const context = world.as(world.superuser);
    const persistentId = freshPid();
    const before = await counts();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcome(importDataset(context, imported({ persistentId })))));
    expect(outcomes.toSorted()).toEqual(['OK', ...Array.from({ length: 5 }, () => 'PERSISTENT_ID_TAKEN')]);
    expect((await counts())?.nodes).toBe((before?.nodes ?? 0) + 1);
  });

  test('at once with the same storage identifier all succeed, since each has a folder of its own', async () => {
    const context = world.as(world.superuser);
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => outcome(importDataset(context, imported({ datasetVersion: withFile('same-name') })))),
    );
    expect(outcomes).toEqual(['OK', 'OK', 'OK', 'OK']);
  });

  test('takes no bytes of a dataset whose identifier differs in its protocol or in case, since both have one folder', async () => {
    const context = world.as(world.superuser);
    const datasetVersion = withFile('one-folder');
    expect(await outcome(importDataset(context, imported({ persistentId: 'doi:10.5072/FK2/TWIN', datasetVersion })))).toBe('OK');
    expect(await outcome(importDataset(context, imported({ persistentId: 'hdl:10.5072/fk2/twin', datasetVersion })))).toBe(
      'BAD_USER_INPUT',
    );
  });

  test('with the same storage identifier keeps the bytes of each when the other is destroyed', async () => {
    const { storage } = world.server.application.services;
    const context = world.as(world.superuser);
    const made = [];
    for (const content of ['of the first', 'of the second']) {
      const persistentId = freshPid();
      const folder = { driver: 'local', authority: '10.5072', identifier: persistentId.replace('doi:10.5072/', '') };
      const location = { ...folder, storageId: 'common' };
      await storage.keep(await storage.stage(Readable.from([Buffer.from(content)]), STAGED), location);
      const files = [{ label: 'a.txt', dataFile: { storageIdentifier: 'local://common' } }];
      const { datasetId } = await importDataset(context, imported({ persistentId, datasetVersion: versionBody('Tides', { files }) }));
      made.push({ datasetId, folder, location, sizeBytes: content.length });
    }
    const [first, second] = made;
    if (first === undefined || second === undefined) throw new Error('There are two.');
    await destroyDataset(context, { dataset: { id: first.datasetId } });
    const removed = { ...first.folder, storageIds: ['common'] };
    expect(await removeBytes(world.db, { storage }, removed)).toEqual([]);
    expect([await storage.sizeOf(first.location), await storage.sizeOf(second.location)]).toEqual([undefined, second.sizeBytes]);
    // What the second one has is named still, whatever the event says.
    expect(await removeBytes(world.db, { storage }, { ...second.folder, storageIds: ['common'] })).toEqual(['common']);
    expect(await storage.sizeOf(second.location)).toBe(second.sizeBytes);
    const options = { graceMs: 0, folder: second.folder, mend: true, onProgress: () => {} };
    for await (const finding of findOrphanedBytes(world.db, storage, options)) expect(finding).toBeUndefined();
    expect(await storage.sizeOf(second.location)).toBe(second.sizeBytes);
  });

  test.each([
    [
      'COLLECTION_NOT_PUBLISHED',
      async () => ({ collection: { id: await world.createCollection(`closed${(counter += 1)}`) }, release: true }),
    ],
    ['DATASET_TERMS_INVALID', async () => ({ datasetVersion: versionBody('Tides', { disclaimer: 'None.' }), release: true })],
    ['DATASET_METADATA_INVALID', async () => ({ datasetVersion: versionBody('') })],
    ['BAD_USER_INPUT', async () => ({ datasetType: 'nosuch' })],
    ['BAD_USER_INPUT', async () => ({ datasetVersion: versionBody('Tides', { versionNote: 'x'.repeat(50_001) }) })],
  ])('writes nothing when it is refused with %s', async (code, make) => {
    const more = await make();
    const before = await counts();
    expect(await outcome(importDataset(world.as(world.superuser), imported(more)))).toBe(code);
    expect(await counts()).toEqual(before);
  });

  test('leaves the provider alone: the identifier counts as registered', async () => {
    const { datasetId } = await importDataset(world.as(world.superuser), imported({ release: true }));
    const [row] = await world.sql<{ state: string; events: number }[]>`
      select registration_state as state, (select count(*)::int from outbox_event where subject_id = ${datasetId} and kind like 'Pid%') as events
      from dataset where id = ${datasetId}`;
    expect(row).toEqual({ state: 'REGISTERED', events: 0 });
  });

  test('takes the bytes that lie in its folder, and destroying the dataset takes them away', async () => {
    const { storage } = world.server.application.services;
    const persistentId = freshPid();
    const location = {
      driver: 'local',
      authority: '10.5072',
      identifier: persistentId.replace('doi:10.5072/', ''),
      storageId: 'brought-1',
    };
    await storage.keep(await storage.stage(Readable.from([Buffer.from('bytes')]), STAGED), location);
    const context = world.as(world.superuser);
    const { datasetId, filesWithoutBytes } = await importDataset(
      context,
      imported({
        persistentId,
        datasetVersion: versionBody('Tides', { files: [{ label: 'a.txt', dataFile: { storageIdentifier: 'local://brought-1' } }] }),
      }),
    );
    expect(filesWithoutBytes).toEqual([]);
    const [file] = await world.sql<{ size: number; checksum: string }[]>`
      select size_bytes::int as size, checksum_value as checksum from data_file where dataset_id = ${datasetId}`;
    expect(file).toEqual({ size: 5, checksum: '4b3a6218bb3e3a7303e8a171a60fcf92' });
    await destroyDataset(context, { dataset: { id: datasetId } });
    const events =
      await world.sql`select payload from outbox_event where kind = 'FilesRemoved' and payload->>'identifier' = ${location.identifier}`;
    expect(events).toEqual([{ payload: expect.objectContaining({ storageIds: ['brought-1'] }) }]);
  });

  test('of bytes that come later needs only the size; a missing checksum is unknown', async () => {
    const files = [{ label: 'b.txt', dataFile: { storageIdentifier: 'local://brought-later', filesize: 5 } }];
    const datasetVersion = versionBody('Tides', { files });
    const { datasetId, filesWithoutBytes } = await importDataset(
      world.as(world.superuser),
      imported({ persistentId: 'doi:10.5072/FK2/LATER1', datasetVersion }),
    );
    expect(filesWithoutBytes).toHaveLength(1);
    const rows = await world.sql`
      select size_bytes::int as size, checksum_algorithm, checksum_value from data_file where dataset_id = ${datasetId}`;
    expect(rows).toEqual([{ size: 5, checksum_algorithm: 'MD5', checksum_value: 'unknown' }]);
  });

  /** A context with a provider that has to be asked. */
  function withProvider(lookup: () => Promise<KnownPid | undefined>): CommandContext {
    const context = world.as(world.superuser);
    const provider: PidProvider = {
      ...localProvider({ id: 'remote', protocol: 'doi', authority: '10.7777', separator: '/', shoulder: '' }),
      registersAtOnce: false,
      lookup,
    };
    const pids: PidProviders = {
      current: () => provider,
      all: () => [provider],
      generators: () => [provider],
      find: (): PidProvider => provider,
      parse: (text: string) => splitPersistentId(text, provider),
    };
    return { ...context, services: { ...context.services, pids } };
  }

  const providers: readonly (readonly [what: string, lookup: () => Promise<KnownPid | undefined>, code: string])[] = [
    ['knows no such identifier', async () => undefined, 'BAD_USER_INPUT'],
    ['cannot be asked', () => Promise.reject(new Error('connection refused')), 'SERVICE_UNAVAILABLE'],
    ['knows the identifier', async () => ({ state: 'findable', targetUrl: null }), 'OK'],
  ];

  test.each(providers)('asks the provider, which %s', async (_what, lookup, code) => {
    const before = await counts();
    const persistentId = `doi:10.7777/REMOTE${(counter += 1)}`;
    expect(await outcome(importDataset(withProvider(lookup), imported({ persistentId })))).toBe(code);
    expect(((await counts())?.nodes ?? 0) - (before?.nodes ?? 0)).toBe(code === 'OK' ? 1 : 0);
  });

  test('keeps an identifier that its provider has only reserved for publication', async () => {
    const context = withProvider(async () => ({ state: 'draft', targetUrl: null }));
    const { datasetId } = await importDataset(context, imported({ persistentId: `doi:10.7777/REMOTE${(counter += 1)}` }));
    const [row] = await world.sql<{ state: string }[]>`select registration_state as state from dataset where id = ${datasetId}`;
    expect(row?.state).toBe('RESERVED');
  });
});

describe('what an installation offers', () => {
  let world: DomainWorld;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  test('has one default licence, however many are made so at once', async () => {
    const context = world.as(world.superuser);
    const outcomes = await Promise.all([1, 2, 1, 2, 1, 2].map((id) => outcome(setDefaultLicense(context, { id }))));
    expect(new Set(outcomes)).toEqual(new Set(['OK']));
    const rows = await world.sql`select id from license where is_default`;
    expect(rows).toHaveLength(1);
  });

  test('keeps a dataset type of which datasets are being created', async () => {
    const context = world.as(world.superuser);
    for (let round = 0; round < 5; round += 1) {
      const name = `software${round}`;
      await addDatasetType(context, { name, linkedMetadataBlocks: [], availableLicenses: [] });
      const [created, removed] = await Promise.all([
        outcome(createDataset(context, { collection: { id: world.rootId }, datasetVersion: versionBody('Tides'), datasetType: name })),
        outcome(deleteDatasetType(context, { datasetType: { name } })),
      ]);
      const typesLeft = await world.sql`select id from dataset_type where name = ${name}`;
      const datasets = await world.sql`select id from dataset where dataset_type = ${name}`;
      expect([created, removed, typesLeft.length, datasets.length]).toEqual(
        created === 'OK' ? ['OK', 'DATASET_TYPE_IN_USE', 1, 1] : ['BAD_USER_INPUT', 'OK', 0, 0],
      );
    }
  });
});

describe('checks of stored records', () => {
  let world: DomainWorld;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  test('look at every version and every record of a file, however many', async () => {
    const context = world.as(world.superuser);
    const datasetId = await world.createDataset(world.rootId);
    const fileId = await world.addFile(datasetId, 'first.txt');
    await world.publish(datasetId);
    await world.sql`
      insert into file_metadata (dataset_id, data_file_id, valid_from, valid_to, label, restricted)
      select ${datasetId}, ${fileId}, n, n + 1, 'name ' || n, false from generate_series(2, 2500) n`;
    expect(await checkDatasetRecords(context, { id: datasetId })).toMatchObject({ status: 'VALID', violations: [] });
    await world.sql`update file_metadata set label = 'a/b' where dataset_id = ${datasetId} and valid_from = 2500`;
    await world.sql`update dataset_version set deaccession_link = 'nowhere' where dataset_id = ${datasetId}`;
    const checked = await checkDatasetRecords(context, { id: datasetId });
    expect(checked.status).toBe('INVALID');
    expect(checked.violations.map(({ entity, field, invalidValue }) => [entity, field, invalidValue])).toEqual([
      ['DatasetVersion', 'deaccessionLink', 'nowhere'],
      ['FileMetadata', 'label', 'a/b'],
    ]);
  });

  test('come in pages over GraphQL, with the number of all', async () => {
    for (let count = 0; count < 3; count += 1) await world.createDataset(world.rootId);
    const { graphql } = superuser(world.server);
    const query =
      'query ($after: String) { datasetRecordsChecks(first: 2, after: $after) { nodes { datasetDatabaseId } totalCount pageInfo { hasNextPage endCursor } } }';
    const seen: unknown[] = [];
    let after: string | null = null;
    do {
      const page = (await graphql.expectData(query, { after })).record('data.datasetRecordsChecks');
      const reader = readJson(page);
      seen.push(...reader.list('nodes').map((node) => readJson(node).at('datasetDatabaseId')));
      after = reader.at('pageInfo.hasNextPage') === true ? reader.text('pageInfo.endCursor') : null;
      expect(reader.at('totalCount')).toBeGreaterThanOrEqual(3);
    } while (after !== null);
    const ids = await world.sql<{ id: number }[]>`select id from dataset order by id`;
    expect(seen).toEqual(ids.map(({ id }) => id));
  });

  test('say so when the check itself fails, and go on with the next dataset', async () => {
    const context = world.as(world.superuser);
    const broken = await world.createDataset(world.rootId);
    const sound = await world.createDataset(world.rootId);
    await world.sql`update dataset_version set metadata = 'null'::json where dataset_id = ${broken}`;
    const checks = await checkPageOfRecords(context, { ...WHOLE, after: broken - 1, limit: 10 });
    expect(checks.map(({ datasetId, status }) => [datasetId, status])).toEqual([
      [broken, 'UNKNOWN'],
      [sound, 'VALID'],
    ]);
  });
});
