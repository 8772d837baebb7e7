import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFile } from '../../../src/domain/files/remove-file.ts';
import { restrictFile } from '../../../src/domain/files/restrict-file.ts';
import { updateFileMetadata } from '../../../src/domain/files/update-file-metadata.ts';
import { viewFileInVersion } from '../../../src/domain/files/view-file-in-version.ts';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
let collectionId: number;
beforeAll(async () => {
  world = await startDomainWorld();
  collectionId = await world.createCollection('edits', { published: true });
});
afterAll(() => world.stop());

const admin = () => world.as(world.superuser);

/** A dataset published as 1.0 with three files; the ids of the dataset and of the first file. */
async function published(): Promise<{ readonly id: number; readonly file: number }> {
  const id = await world.createDataset(collectionId);
  const file = await world.addFile(id, 'a.txt');
  await world.addFile(id, 'b.txt');
  await world.addFile(id, 'c.txt');
  await world.publish(id);
  return { id, file };
}

async function rows(datasetId: number): Promise<number> {
  const [counted] = await world.sql<{ count: number }[]>`select count(*)::int from file_metadata where dataset_id = ${datasetId}`;
  return counted?.count ?? 0;
}

async function bytesRestricted(file: number): Promise<boolean | undefined> {
  const [row] = await world.sql<{ restricted: boolean }[]>`select restricted from data_file where id = ${file}`;
  return row?.restricted;
}

const labelIn = async (file: number, version: string) =>
  (await viewFileInVersion(admin(), { file: { id: file }, version, includeDeaccessioned: false })).file.label;

describe('an edit of a published file', () => {
  test('writes one row whatever it changes and however often, and leaves the published version as it is', async () => {
    const { id, file } = await published();
    expect(await rows(id)).toBe(3);
    await updateFileMetadata(admin(), { file: { id: file }, label: 'later.txt' });
    const again = await updateFileMetadata(admin(), { file: { id: file }, description: 'Twice', label: 'latest.txt' });
    expect(await rows(id)).toBe(4);
    expect(again.file.recordVersion).toBe(3);
    expect([await labelIn(file, '1.0'), await labelIn(file, ':draft')]).toEqual(['a.txt', 'latest.txt']);
  });

  test('goes with the draft', async () => {
    const { id, file } = await published();
    await updateFileMetadata(admin(), { file: { id: file }, label: 'later.txt' });
    await removeFile(admin(), { file: { id: file } });
    await deleteDraft(admin(), { dataset: { id } });
    expect(await rows(id)).toBe(3);
    expect(await labelIn(file, ':latest')).toBe('a.txt');
  });

  test('gives the name free for another file of the draft', async () => {
    const { id, file } = await published();
    await updateFileMetadata(admin(), { file: { id: file }, label: 'moved.txt' });
    const other = await world.addFile(id, 'd.txt');
    await updateFileMetadata(admin(), { file: { id: other }, label: 'a.txt' });
    expect(await labelIn(other, ':draft')).toBe('a.txt');
    expect(await outcome(updateFileMetadata(admin(), { file: { id: file }, label: 'a.txt' }))).toBe('FILE_PATH_TAKEN');
  });

  test('that is refused makes no draft', async () => {
    const { id, file } = await published();
    expect(await outcome(updateFileMetadata(admin(), { file: { id: file }, label: 'b.txt' }))).toBe('FILE_PATH_TAKEN');
    const refused = { file: { id: file }, restrict: true, enableAccessRequest: false };
    expect(await outcome(restrictFile(admin(), refused))).toBe('DATASET_TERMS_INVALID');
    expect(await world.sql`select id from dataset_version where dataset_id = ${id} and state = 'DRAFT'`).toHaveLength(0);
    expect(await rows(id)).toBe(3);
  });

  test('starts from the released version where the newest one is withdrawn', async () => {
    const { id, file } = await published();
    await updateFileMetadata(admin(), { file: { id: file }, label: 'wrong.txt' });
    await world.publish(id);
    await world.deaccession(id);
    await updateFileMetadata(admin(), { file: { id: file }, description: 'Right' });
    expect(await labelIn(file, ':draft')).toBe('a.txt');
  });
});

describe('a restriction', () => {
  test('of a file that was never published holds for its bytes at once', async () => {
    const id = await world.createDataset(collectionId);
    const file = await world.addFile(id, 'a.txt');
    await restrictFile(admin(), { file: { id: file }, restrict: true, enableAccessRequest: true });
    expect(await bytesRestricted(file)).toBe(true);
  });

  test('of a published file holds for its bytes from the next publication on', async () => {
    const { id, file } = await published();
    await restrictFile(admin(), { file: { id: file }, restrict: true, enableAccessRequest: true });
    expect(await bytesRestricted(file)).toBe(false);
    await world.publish(id);
    expect(await bytesRestricted(file)).toBe(true);
  });

  test('stores the terms of access that are sent with it, and clears them without', async () => {
    const { id, file } = await published();
    const terms = () =>
      world.sql`select terms->>'termsOfAccess' as text, file_access_request as asked from dataset_version where dataset_id = ${id} and state = 'DRAFT'`;
    await restrictFile(admin(), { file: { id: file }, restrict: true, enableAccessRequest: false, termsOfAccess: 'Ask us.' });
    expect([...(await terms())]).toEqual([{ text: 'Ask us.', asked: false }]);
    await restrictFile(admin(), { file: { id: file }, restrict: false });
    await restrictFile(admin(), { file: { id: file }, restrict: true, enableAccessRequest: true });
    expect([...(await terms())]).toEqual([{ text: null, asked: true }]);
  });

  test('is refused where the installation is public, and can still be lifted', async () => {
    const { file } = await published();
    await restrictFile(admin(), { file: { id: file }, restrict: true, enableAccessRequest: true });
    await putSetting(admin(), { name: ':PublicInstall', value: 'true' });
    try {
      expect(await outcome(restrictFile(admin(), { file: { id: file }, restrict: false }))).toBe('OK');
      const restrict = { file: { id: file }, restrict: true };
      expect(await outcome(restrictFile(admin(), { ...restrict, enableAccessRequest: true }))).toBe('BAD_USER_INPUT');
      expect(await outcome(updateFileMetadata(admin(), restrict))).toBe('BAD_USER_INPUT');
    } finally {
      await putSetting(admin(), { name: ':PublicInstall', value: 'false' });
    }
  });
});

describe('a removal', () => {
  test('of a file that only the draft holds takes its records, and asks for its bytes to be deleted', async () => {
    const { id } = await published();
    const file = await world.addFile(id, 'd.txt');
    expect(await removeFile(admin(), { file: { id: file } })).toEqual({ fileId: file, bytesDeleted: true });
    expect(await world.sql`select id from node where id = ${file}`).toHaveLength(0);
    expect(await world.sql`select id from outbox_event where kind = 'FilesRemoved' and subject_id = ${id}`).toHaveLength(1);
  });

  test('of a published file leaves published versions as they are', async () => {
    const { id, file } = await published();
    await updateFileMetadata(admin(), { file: { id: file }, label: 'later.txt' });
    expect(await removeFile(admin(), { file: { id: file } })).toEqual({ fileId: file, bytesDeleted: false });
    expect(await outcome(labelIn(file, ':draft'))).toBe('FILE_NOT_FOUND');
    expect(await labelIn(file, '1.0')).toBe('a.txt');
    expect(await rows(id)).toBe(3);
  });
});
