import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { deaccessionVersion } from '../../../src/domain/datasets/publication/deaccession-version.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { editMetadata } from '../../../src/domain/versions/edit-metadata.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { statementsDuring, untilQuiet } from '../../support/statements.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

describe('versions that were withdrawn', () => {
  let world: DomainWorld;
  let collectionId: number;
  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('withdrawn', { published: true });
  });
  afterAll(async () => world.stop());

  const superuser = () => world.heard(world.superuser);
  const withdraw = (id: number, version: string) =>
    deaccessionVersion(superuser(), {
      dataset: { id },
      version,
      deaccessionReason: 'Wrong',
      deaccessionForwardURL: 'https://example.org/',
    });
  const edit = (id: number, value: string) =>
    editMetadata(superuser(), { dataset: { id }, metadata: { typeName: 'title', value }, replace: true });
  const files = async (id: number) =>
    (
      await world.sql<{ version: string; labels: string[] | null }[]>`
        select v.ordinal || ' ' || v.state as version, (select array_agg(m.label order by m.label) from file_metadata m
          where m.dataset_id = v.dataset_id and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal)) as labels
        from dataset_version v where v.dataset_id = ${id} order by v.ordinal`
    ).map(({ version, labels }) => `${version}: ${(labels ?? []).join(' ')}`);

  /** Version 1 with the files a and b; version 2 without a change of its files but c, withdrawn. */
  async function withdrawnSecond(): Promise<number> {
    const id = await world.createDataset(collectionId, 'First');
    await world.addFile(id, 'a.txt');
    await world.addFile(id, 'b.txt');
    await world.publish(id);
    await world.addFile(id, 'c.txt');
    await world.sql`update file_metadata set valid_to = 2 where dataset_id = ${id} and label = 'a.txt'`;
    await edit(id, 'Second');
    await world.publish(id);
    await withdraw(id, '2.0');
    return id;
  }

  test('give way to the newest released one when a draft is made: its metadata and its files', async () => {
    const id = await withdrawnSecond();
    const draft = await editMetadata(superuser(), { dataset: { id }, metadata: { fields: [] } });
    expect(draft.title).toBe('First');
    expect(await files(id)).toEqual(['1 RELEASED: a.txt b.txt', '2 DEACCESSIONED: b.txt c.txt', '3 DRAFT: a.txt b.txt']);

    await deleteDraft(superuser(), { dataset: { id } });
    expect(await files(id)).toEqual(['1 RELEASED: a.txt b.txt', '2 DEACCESSIONED: b.txt c.txt']);
    const labels = await world.sql`select n.id from node n where n.owner_id = ${id} and n.kind = 'DATAFILE'`;
    expect(labels).toHaveLength(3);

    await edit(id, 'Third');
    expect(await outcome(publishDataset(superuser(), { dataset: { id }, type: 'minor' }))).toBe('DATASET_MINOR_VERSION_REFUSED');
    await world.publish(id);
    expect(await files(id)).toEqual(['1 RELEASED: a.txt b.txt', '2 DEACCESSIONED: b.txt c.txt', '3 RELEASED: a.txt b.txt']);
    const [third] = await world.sql`select version_number from dataset_version where dataset_id = ${id} and ordinal = 3`;
    expect(third?.['version_number']).toBe(3);
  });

  test('are the source of a draft where no version is released any more', async () => {
    const id = await withdrawnSecond();
    await withdraw(id, '1.0');
    const draft = await editMetadata(superuser(), { dataset: { id }, metadata: { fields: [] } });
    expect(draft.title).toBe('Second');
    expect((await files(id)).at(-1)).toBe('3 DRAFT: b.txt c.txt');
  });

  test('take files out of the lists of what may be downloaded, and names are free again in the draft', async () => {
    const id = await withdrawnSecond();
    await world.addFile(id, 'c.txt');
    expect((await files(id)).at(-1)).toBe('3 DRAFT: a.txt b.txt c.txt');
  });

  test('keep everything but their state; the outbox tells of them once', async () => {
    const id = await world.createDataset(collectionId, 'Kept');
    await world.publish(id);
    const row = async () =>
      (await world.sql`select to_jsonb(v) as row, v.metadata::text as metadata from dataset_version v where v.dataset_id = ${id}`)[0];
    const before = await row();
    await withdraw(id, ':latest-published');
    const after = await row();
    expect(after?.['metadata']).toBe(before?.['metadata']);
    expect(after?.['row']).toEqual({
      ...before?.['row'],
      state: 'DEACCESSIONED',
      deaccession_note: 'Wrong',
      deaccession_link: 'https://example.org/',
      internal_version_number: before?.['row'].internal_version_number + 1,
    });
    const events = await world.sql`select payload from outbox_event where kind = 'DatasetDeaccessioned' and subject_id = ${id}`;
    expect(events.map(({ payload }) => payload)).toEqual([{ versionNumber: 1, versionMinorNumber: 0, anotherReleased: false }]);
    expect(await outcome(withdraw(id, '1.0'))).toBe('DATASET_VERSION_NOT_FOUND');
    expect(await world.sql`select 1 from outbox_event where kind = 'DatasetDeaccessioned' and subject_id = ${id}`).toHaveLength(1);
  });

  test('are withdrawn once when two try it at the same time, and never while they are destroyed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await world.createDataset(collectionId, 'Twice');
      await world.publish(id);
      const results = await Promise.all([outcome(withdraw(id, '1.0')), outcome(withdraw(id, '1.0'))]);
      expect(results.sort()).toEqual(['DATASET_VERSION_NOT_FOUND', 'OK']);

      const gone = await Promise.all([outcome(edit(id, 'Late')), outcome(destroyDataset(superuser(), { dataset: { id } }))]);
      expect(gone[1]).toBe('OK');
      expect(['OK', 'DATASET_NOT_FOUND']).toContain(gone[0]);
      for (const table of ['dataset', 'node']) expect(await world.sql`select 1 from ${world.sql(table)} where id = ${id}`).toHaveLength(0);
    }
  });

  test('go with a dataset that is destroyed: files, assignments and locks, and the outbox learns of bytes and identifier', async () => {
    const id = await withdrawnSecond();
    await world.assign('@nobody', 'member', id);
    await world.lock(id, 'InReview');
    await destroyDataset(superuser(), { dataset: { id } });
    for (const [table, column] of [
      ['dataset_version', 'dataset_id'],
      ['file_metadata', 'dataset_id'],
      ['data_file', 'dataset_id'],
      ['dataset_lock', 'dataset_id'],
      ['role_assignment', 'definition_point_id'],
      ['node', 'owner_id'],
    ] as const) {
      expect(await world.sql`select 1 from ${world.sql(table)} where ${world.sql(column)} = ${id}`, table).toHaveLength(0);
    }
    const events = await world.sql<{ kind: string; payload: Record<string, unknown> }[]>`
      select kind, payload from outbox_event where subject_id = ${id} and kind in ('FilesRemoved', 'DatasetDestroyed') order by kind`;
    expect(events.map(({ kind }) => kind)).toEqual(['DatasetDestroyed', 'FilesRemoved']);
    expect(events[0]?.payload).toMatchObject({ protocol: 'doi', authority: '10.5072', wasPublished: true });
    expect(events[1]?.payload['storageIds']).toHaveLength(3);
  });

  test('an edit of one field asks as much of a dataset with many versions and files, and nothing about files', async () => {
    const cost = async (id: number): Promise<readonly string[]> => {
      await edit(id, 'Warm');
      await untilQuiet(world.server);
      return statementsDuring(world.server, () => edit(id, 'Measured'));
    };
    const small = await world.createDataset(collectionId, 'Small');
    const large = await world.createDataset(collectionId, 'Large');
    for (let version = 1; version <= 8; version += 1) {
      await world.addFile(large, `${version}.txt`);
      await world.publish(large);
    }
    const statements = await cost(large);
    expect(statements).toEqual(await cost(small));
    expect(statements.filter((text) => /file_metadata|data_file/.test(text))).toEqual([]);
  });
});
