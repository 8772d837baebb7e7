import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyNewFiles } from '../../src/domain/versions/verify-new-files.ts';
import { publishDataset } from '../../src/domain/versions/publish-dataset.ts';
import { DomainError } from '../../src/errors/domain-error.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset as publishOverRest,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterEach(async () => {
  for (const name of [':FileValidationOnPublishEnabled', ':DatasetChecksumValidationSizeLimit', ':DataFileChecksumValidationSizeLimit']) {
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
