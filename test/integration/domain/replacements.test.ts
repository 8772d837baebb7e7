import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceFile } from '../../../src/domain/files/replace-file.ts';
import { viewFileInVersion } from '../../../src/domain/files/view-file-in-version.ts';
import { updateFilesMetadata } from '../../../src/domain/files/update-file-metadata.ts';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { setCollectionQuota } from '../../../src/domain/files/quotas/storage-quota-commands.ts';
import { addFile } from '../../../src/domain/files/add-file.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
let collectionId: number;
beforeAll(async () => {
  world = await startDomainWorld();
  collectionId = await world.createCollection('replacements', { published: true });
});
afterAll(() => world.stop());

const admin = () => world.as(world.superuser);

async function replace(file: number, name: string): Promise<number> {
  const bytes = await world.stage(`content of ${name} for ${file}`, name);
  const { file: record } = await replaceFile(admin(), { file: { id: file }, bytes });
  return record.dataFile.id;
}

/** Root and previous file of a file. */
async function lineage(file: number): Promise<readonly [root: number | null, previous: number | null] | undefined> {
  const [row] = await world.sql<{ root: number | null; previous: number | null }[]>`
    select root_data_file_id as root, previous_data_file_id as previous from data_file where id = ${file}`;
  return row === undefined ? undefined : [row.root, row.previous];
}

describe('a chain of replacements', () => {
  test('of published files keeps one root', async () => {
    const dataset = await world.createDataset(collectionId);
    const one = await world.addFile(dataset, 'a.txt');
    await world.publish(dataset);
    const two = await replace(one, 'b.txt');
    await world.publish(dataset);
    const three = await replace(two, 'c.txt');
    expect([await lineage(one), await lineage(two), await lineage(three)]).toEqual([
      [one, null],
      [one, one],
      [one, two],
    ]);
  });

  test('leaves out what was never published: its place goes to the file that replaced it', async () => {
    const dataset = await world.createDataset(collectionId);
    const one = await world.addFile(dataset, 'a.txt');
    await world.publish(dataset);
    const two = await replace(one, 'b.txt');
    const three = await replace(two, 'c.txt');
    expect([await lineage(two), await lineage(three)]).toEqual([undefined, [one, one]]);
    const [removed] = await world.sql<{ kind: string }[]>`
      select kind from outbox_event where subject_id = ${dataset} and kind = 'FilesRemoved' order by id desc limit 1`;
    expect(removed?.kind).toBe('FilesRemoved');
  });

  test('hands the persistent identifier of an unpublished file on', async () => {
    const dataset = await world.createDataset(collectionId);
    const one = await world.addFile(dataset, 'a.txt');
    await world.sql`update data_file set persistent_id = 'doi:10.5072/FK2/HANDED' where id = ${one}`;
    const two = await replace(one, 'b.txt');
    const rows = await world.sql<{ id: number }[]>`select id from data_file where persistent_id = 'doi:10.5072/FK2/HANDED'`;
    expect(rows.map(({ id }) => id)).toEqual([two]);
  });

  test('goes back with the draft', async () => {
    const dataset = await world.createDataset(collectionId);
    const one = await world.addFile(dataset, 'a.txt');
    await world.publish(dataset);
    const two = await replace(one, 'a.txt');
    await deleteDraft(admin(), { dataset: { id: dataset } });
    expect(await lineage(two)).toBeUndefined();
    const now = await viewFileInVersion(admin(), { file: { id: one }, version: ':latest', includeDeaccessioned: false });
    expect(now.file.label).toBe('a.txt');
  });

  test('leaves published versions their file, under the name that the new one takes too', async () => {
    const dataset = await world.createDataset(collectionId);
    const one = await world.addFile(dataset, 'a.txt');
    await world.publish(dataset);
    const two = await replace(one, 'a.txt');
    await world.publish(dataset);
    const label = async (file: number, version: string) =>
      (await viewFileInVersion(admin(), { file: { id: file }, version, includeDeaccessioned: false })).file.label;
    expect([await label(one, '1.0'), await label(two, '2.0')]).toEqual(['a.txt', 'a.txt']);
    expect(await outcome(label(one, '2.0'))).toBe('FILE_NOT_FOUND');
  });
});

test('the name under which an ingested file was uploaded counts as taken, in its folder', async () => {
  const dataset = await world.createDataset(collectionId);
  const ingested = await world.addFile(dataset, 'pets.tab');
  await world.sql`update data_file set content_type = 'text/tab-separated-values' where id = ${ingested}`;
  await world.sql`insert into saved_original (data_file_id, file_name) values (${ingested}, 'pets.csv')`;
  const added = await addFile(admin(), { dataset: { id: dataset }, file: await world.stage('a,b', 'pets.csv') });
  const elsewhere = await addFile(admin(), {
    dataset: { id: dataset },
    file: await world.stage('c,d', 'pets.csv'),
    directoryLabel: 'more',
  });
  expect([added.file.label, elsewhere.file.label]).toEqual(['pets-1.csv', 'pets.csv']);
});

describe('files that exchange their places', () => {
  test('are changed in the draft alone, and the version counts as saved once', async () => {
    const dataset = await world.createDataset(collectionId);
    const [a, b] = [await world.addFile(dataset, 'a.txt'), await world.addFile(dataset, 'b.txt')];
    await world.publish(dataset);
    const { version } = await updateFilesMetadata(admin(), {
      dataset: { id: dataset },
      files: [
        { dataFileId: a, label: 'b.txt' },
        { dataFileId: b, label: 'a.txt' },
      ],
    });
    const labels = async (name: string) =>
      Promise.all(
        [a, b].map(
          async (id) => (await viewFileInVersion(admin(), { file: { id }, version: name, includeDeaccessioned: false })).file.label,
        ),
      );
    expect([await labels('1.0'), await labels(':draft')]).toEqual([
      ['a.txt', 'b.txt'],
      ['b.txt', 'a.txt'],
    ]);
    expect(version.internalVersionNumber).toBe(2);
  });
});

describe('a storage quota', () => {
  test('holds against uploads to several datasets at once', async () => {
    const limited = await world.createCollection('limited', { published: true });
    const datasets = [await world.createDataset(limited), await world.createDataset(limited), await world.createDataset(limited)];
    await putSetting(admin(), { name: ':UseStorageQuotas', value: 'true' });
    await setCollectionQuota(admin(), { collection: { id: limited }, quotaBytes: 250 });
    const outcomes = await Promise.all(
      datasets.map(async (id) =>
        outcome(addFile(admin(), { dataset: { id }, file: await world.stage(`${id}`.padEnd(100, 'x'), 'a.txt') })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['OK', 'OK', 'STORAGE_QUOTA_EXCEEDED']);
  });
});
