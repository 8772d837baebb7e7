import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyNewFiles } from '../../src/domain/datasets/publication/verify-new-files.ts';
import { publishDataset } from '../../src/domain/datasets/publication/publish-dataset.ts';
import { DomainError } from '../../src/errors/domain-error.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  exampleDataset,
  publishDataset as publishOverRest,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { readJson } from '../support/json-reader.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { validatorsFolder, writeValidator } from '../support/validator-program.ts';
import { eventually } from './storage/storage-world.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterEach(async () => {
  const sizes = [':DatasetChecksumValidationSizeLimit', ':DataFileChecksumValidationSizeLimit'];
  const programs = [':DatasetMetadataValidatorScript', ':CollectionMetadataValidatorScript'];
  for (const name of [':FileValidationOnPublishEnabled', ...sizes, ...programs]) {
    await admin.rest.delete(`/api/admin/settings/${name}`);
  }
});
afterAll(async () => server.stop());

const set = async (name: string, raw: string) => succeeded(await admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw }));
const publish = ({ id }: SeededDataset, type = 'major') => admin.rest.post(`/api/datasets/${id}/actions/:publish?type=${type}`);
const locksOf = async ({ id }: SeededDataset) => (await admin.rest.get(`/api/datasets/${id}/locks`)).list('data');
const stateOf = async ({ id }: SeededDataset) => (await admin.rest.get(`/api/datasets/${id}/versions/:latest`)).text('data.versionState');

/** Where the bytes of a file lie. */
async function pathOf(fileId: number): Promise<string> {
  const [row] = await server.application.db.execute<{ authority: string; identifier: string; storageId: string }>(
    sql`select d.authority, d.identifier, f.storage_id as "storageId" from data_file f join dataset d on d.id = f.dataset_id where f.id = ${fileId}`,
  );
  return join(server.dataDir, 'files', row?.authority ?? '', row?.identifier ?? '', row?.storageId ?? '');
}

describe('the bytes that a publication makes public', () => {
  it.each([
    ['changed', (path: string) => writeFile(path, 'other byte')],
    ['cut short', (path: string) => writeFile(path, '1')],
    ['gone', (path: string) => rm(path)],
  ])('stop it when they were %s: the draft stays, locked until a superuser has looked', async (_how, damage) => {
    const dataset = await createDataset(admin, collection);
    const file = await addFile(admin, dataset, { name: 'data.txt', bytes: 'true bytes' });
    await addFile(admin, dataset);
    await damage(await pathOf(file));
    const refused = await publish(dataset);
    expect([refused.status, refused.errorCode]).toEqual([403, 'FILE_VALIDATION_FAILED']);
    expect(refused.message).toContain(`file ${file}`);
    expect(await stateOf(dataset)).toBe('DRAFT');
    expect(await locksOf(dataset)).toMatchObject([{ lockType: 'FileValidationFailed', message: expect.stringContaining(`file ${file}`) }]);
    expect((await publish(dataset)).errorCode).toBe('DATASET_LOCKED');

    await writeFile(await pathOf(file), 'true bytes');
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/locks`));
    expect((await publish(dataset)).status).toBe(200);
    expect(await stateOf(dataset)).toBe('RELEASED');
  });

  it('are read once: what was public before is left to the verification in the background', async () => {
    const dataset = await createDataset(admin, collection);
    const file = await addFile(admin, dataset, { bytes: 'first bytes' });
    await publishOverRest(admin, dataset);
    await addFile(admin, dataset);
    await writeFile(await pathOf(file), 'other bytes');
    expect((await publish(dataset)).status).toBe(200);
  });

  it('are not read where the installation does not want it, or they are too many', async () => {
    const settings = [
      [':FileValidationOnPublishEnabled', 'false'],
      [':DatasetChecksumValidationSizeLimit', '5'],
      [':DataFileChecksumValidationSizeLimit', '5'],
    ] as const;
    for (const [name, value] of settings) {
      await set(name, value);
      const dataset = await createDataset(admin, collection);
      await writeFile(await pathOf(await addFile(admin, dataset, { bytes: 'true bytes' })), 'other byte');
      expect((await publish(dataset)).status).toBe(200);
      await admin.rest.delete(`/api/admin/settings/${name}`);
    }
  });

  it('are not read for a publication that is refused anyway', async () => {
    const dataset = await createDataset(admin, await createCollection(admin, { published: false }));
    await rm(await pathOf(await addFile(admin, dataset)));
    expect((await publish(dataset)).errorCode).toBe('COLLECTION_NOT_PUBLISHED');
    expect(await locksOf(dataset)).toEqual([]);
  });

  it('have all to be verified: one that comes meanwhile refuses the publication', async () => {
    const dataset = await createDataset(admin, collection);
    await addFile(admin, dataset);
    const context = server.systemContext();
    const verified = await verifyNewFiles(context, dataset.id, 'major');
    await addFile(admin, dataset);
    const attempt = publishDataset(context, { dataset: { id: dataset.id }, type: 'major', verified });
    await expect(attempt).rejects.toThrow(DomainError);
    await expect(attempt).rejects.toMatchObject({ code: 'FILES_NOT_VERIFIED' });
    expect(await stateOf(dataset)).toBe('DRAFT');
  });
});

describe('the metadata that a program judges', () => {
  const inFolder = (name: string) => join(validatorsFolder(server.dataDir), name);
  const judge = async (kind: 'Dataset' | 'Collection', script: string) =>
    set(`:${kind}MetadataValidatorScript`, await writeValidator(validatorsFolder(server.dataDir), `judge-${Math.random()}`, script));
  const isThere = (name: string) =>
    readFile(inFolder(name)).then(
      () => true,
      () => false,
    );
  const edit = ({ id }: SeededDataset, title: string) =>
    admin.rest.put(`/api/datasets/${id}/editMetadata?replace=true`, { fields: [{ typeName: 'title', value: title }] });

  it('is the dataset with its draft and files, as native JSON', async () => {
    const dataset = await createDataset(admin, collection);
    await addFile(admin, dataset, { name: 'b.txt' });
    await addFile(admin, dataset, { name: 'a.txt' });
    await judge('Dataset', `cp "$1" ${inFolder('dataset.json')}`);
    const before = (await admin.rest.get(`/api/datasets/${dataset.id}/versions/:latest`)).record('data');
    expect((await publish(dataset)).status).toBe(200);
    const seen = readJson(JSON.parse(await readFile(inFolder('dataset.json'), 'utf8')));
    const { datasetVersion, ...facts } = seen.record('');
    expect(facts).toMatchObject({ id: dataset.id, protocol: 'doi', datasetType: 'dataset', userIdentifier: '@admin' });
    const { id, datasetPersistentId, metadataBlocks, license, fileAccessRequest, lastUpdateTime } = before;
    expect(datasetVersion).toMatchObject({ id, datasetPersistentId, versionState: 'DRAFT', fileAccessRequest, lastUpdateTime });
    expect(seen.record('datasetVersion')['metadataBlocks']).toEqual(metadataBlocks);
    expect(seen.record('datasetVersion')['license']).toEqual(license);
    expect(seen.list('datasetVersion.files')).toMatchObject([{ label: 'a.txt', dataFile: { filename: 'a.txt' } }, { label: 'b.txt' }]);
  });

  it('is that of a collection as it would be after the change', async () => {
    const { alias, id } = await createCollection(admin, { published: false });
    await judge('Collection', `cp "$1" ${inFolder('collection.json')}; ! grep -q Bad "$1"`);
    expect((await admin.rest.put(`/api/collections/${alias}`, { name: 'Good', affiliation: 'Lab' })).status).toBe(200);
    const record = (await admin.rest.get(`/api/collections/${alias}`)).record('data');
    const seen = JSON.parse(await readFile(inFolder('collection.json'), 'utf8'));
    const { effectiveRequiresFilesToPublishDataset: _inherited, ...own } = record;
    expect(seen).toEqual({ ...own, userIdentifier: '@admin' });
    const update =
      'mutation ($id: Int!) { updateCollection(input: { collection: { databaseId: $id }, name: "Bad" }) { collection { id } } }';
    expect((await admin.graphql.send(update, { id })).code).toBe('EXTERNAL_VALIDATION_FAILED');
    expect((await admin.rest.get(`/api/collections/${alias}`)).record('data')).toEqual(record);
  });

  it.each([
    ['rules added to others', { inputLevels: [{ datasetFieldTypeName: 'subject', required: true, include: true }] }],
    ['rules cleared', { inputLevels: [] }],
    ['blocks of its own', { metadataBlockNames: ['citation', 'geospatial'], facetIds: ['subject'] }],
    ['the blocks of its owner again', { inheritMetadataBlocksFromParent: true, inheritFacetsFromParent: true }],
  ])('is that of a collection as it then is stored, with %s', async (_what, choices) => {
    const { alias } = await createCollection(admin, { published: false });
    const first = {
      metadataBlockNames: ['citation'],
      facetIds: ['authorName'],
      inputLevels: [{ datasetFieldTypeName: 'geographicCoverage', required: true, include: true }],
    };
    succeeded(await admin.rest.put(`/api/collections/${alias}`, first));
    await judge('Collection', `cp "$1" ${inFolder('collection.json')}`);
    succeeded(await admin.rest.put(`/api/collections/${alias}`, choices));
    const { effectiveRequiresFilesToPublishDataset: _inherited, ...own } = (await admin.rest.get(`/api/collections/${alias}`)).record(
      'data',
    );
    expect(JSON.parse(await readFile(inFolder('collection.json'), 'utf8'))).toEqual({ ...own, userIdentifier: '@admin' });
  });

  it('is judged while others may change it, and then anew as it has become: what was not judged is not published', async () => {
    const dataset = await createDataset(admin, collection);
    const wait = `touch ${inFolder('judging')}; while [ ! -e ${inFolder('go')} ]; do sleep 0.05; done`;
    await judge('Dataset', `${wait}; ! grep -q Unfit "$1"`);
    const publishing = publish(dataset);
    await eventually(() => isThere('judging'));
    // No transaction is open meanwhile, so that this does not wait for the program.
    expect((await edit(dataset, 'Unfit')).status).toBe(200);
    await writeFile(inFolder('go'), '');
    expect((await publishing).errorCode).toBe('EXTERNAL_VALIDATION_FAILED');
    expect(await stateOf(dataset)).toBe('DRAFT');
    succeeded(await edit(dataset, 'Fit'));
    expect((await publish(dataset)).status).toBe(200);
  });

  it('is given up on when it is another one each time: nothing is published, and the request may be sent again', async () => {
    const dataset = await createDataset(admin, collection);
    const runs = inFolder('runs');
    await judge('Dataset', `echo >> ${runs}; n=$(wc -l < ${runs}); while [ ! -e ${runs}$n ]; do sleep 0.05; done`);
    const publishing = publish(dataset);
    for (const run of [1, 2, 3]) {
      await eventually(async () => (await readFile(runs, 'utf8').catch(() => '')).length === run);
      succeeded(await edit(dataset, `Title ${run}`));
      await writeFile(`${runs}${run}`, '');
    }
    expect((await publishing).errorCode).toBe('CONCURRENT_CHANGE');
    expect(await stateOf(dataset)).toBe('DRAFT');
  });

  it('is judged before the bytes are read, and only of what nothing else refuses', async () => {
    await judge('Dataset', `touch ${inFolder('asked')}; exit 1`);
    const closed = await createDataset(admin, await createCollection(admin, { published: false }));
    expect((await publish(closed)).errorCode).toBe('COLLECTION_NOT_PUBLISHED');
    expect(await isThere('asked')).toBe(false);
    const damaged = await createDataset(admin, collection);
    await rm(await pathOf(await addFile(admin, damaged)));
    expect((await publish(damaged)).errorCode).toBe('EXTERNAL_VALIDATION_FAILED');
    expect(await locksOf(damaged)).toEqual([]);
  });

  it('is judged of an import that is released at once: refused, nothing is imported', async () => {
    await judge('Dataset', `cp "$1" ${inFolder('import.json')}; ! grep -q FK2/UNFIT "$1"`);
    const send = (identifier: string, release: string) =>
      admin.rest.post(
        `/api/collections/${collection.alias}/datasets/:import?pid=doi:10.5072/FK2/${identifier}&release=${release}`,
        exampleDataset('minimal'),
      );
    expect((await send('UNFIT', 'yes')).errorCode).toBe('EXTERNAL_VALIDATION_FAILED');
    expect((await send('UNFIT', 'no')).status).toBe(201);
    expect((await send('FIT', 'yes')).status).toBe(201);
    const seen = readJson(JSON.parse(await readFile(inFolder('import.json'), 'utf8')));
    expect(seen.text('datasetVersion.metadataBlocks.citation.fields.0.typeName')).toBe('title');
  });

  it('is not asked for a plan, which says that it will be', async () => {
    const dataset = await createDataset(admin, collection);
    const plan = async () =>
      (
        await admin.graphql.expectData(
          'query($id: Int!) { dataset(reference: {databaseId: $id}) { publishPlan(type: MAJOR) { possible externallyValidated } } }',
          { id: dataset.id },
        )
      ).record('data.dataset.publishPlan');
    expect(await plan()).toEqual({ possible: true, externallyValidated: false });
    await judge('Dataset', 'exit 1');
    expect(await plan()).toEqual({ possible: true, externallyValidated: true });
  });

  it('stays unpublished when the program was taken away after it had been set', async () => {
    const dataset = await createDataset(admin, collection);
    await judge('Dataset', 'exit 0');
    await rm(validatorsFolder(server.dataDir), { recursive: true });
    const refused = await publish(dataset);
    expect([refused.status, refused.errorCode]).toEqual([503, 'EXTERNAL_VALIDATION_UNAVAILABLE']);
    expect(refused.body).not.toContain(server.dataDir);
    expect(await stateOf(dataset)).toBe('DRAFT');
  });

  it('stays unpublished when what was set past the server names no program', async () => {
    const dataset = await createDataset(admin, collection);
    const { db, services } = server.application;
    await db.execute(sql`insert into setting (name, value) values (':DatasetMetadataValidatorScript', 'check.sh')`);
    await services.settings.refresh();
    expect((await publish(dataset)).errorCode).toBe('EXTERNAL_VALIDATION_UNAVAILABLE');
    expect(await stateOf(dataset)).toBe('DRAFT');
  });
});
