import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCollection } from '../../../src/domain/collections/create-collection.ts';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { addFile } from '../../../src/domain/files/add-file.ts';
import { addLicense } from '../../../src/domain/installation/license-commands.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { createBuiltinUser } from '../../../src/domain/access/accounts/create-builtin-user.ts';
import { submitForReview } from '../../../src/domain/datasets/review/submit-for-review.ts';
import { deaccessionVersion } from '../../../src/domain/datasets/publication/deaccession-version.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { editMetadata } from '../../../src/domain/versions/edit-metadata.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { setLicense } from '../../../src/domain/versions/set-terms.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';

/** Each race is run this often: which side comes first is for the scheduler to say. */
const ROUNDS = 6;

describe('two requests at once', () => {
  let world: DomainWorld;
  let collectionId: number;

  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('races', { published: true });
  });
  afterAll(async () => world.stop());

  const superuser = () => world.as(world.superuser);
  const race = async (...work: Promise<unknown>[]) => (await Promise.all(work.map(outcome))).sort();

  test('of two publications one wins and the other finds the version published', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const publish = () => publishDataset(superuser(), { dataset: { id }, type: 'major' });
      expect(await race(publish(), publish())).toEqual(['DATASET_ALREADY_PUBLISHED', 'OK']);
      const versions = await world.sql`select version_number from dataset_version where dataset_id = ${id}`;
      expect(versions).toHaveLength(1);
    }
  });

  test('of two updates from the same reading one wins and the other is stale', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const [read] = await world.sql<{ updatedAt: Date }[]>`
        update dataset_version set updated_at = now() - interval '1 hour' where dataset_id = ${id} returning updated_at as "updatedAt"`;
      const update = (title: string) =>
        updateDraft(superuser(), { dataset: { id }, datasetVersion: versionBody(title), ifUnmodifiedSince: read?.updatedAt });
      expect(await race(update('One'), update('Two'))).toEqual(['DATASET_STALE', 'OK']);
    }
  });

  test('of two editors with the same entity tag one wins, and what both add without one stays', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const [version] = await world.sql<{ id: number }[]>`select id from dataset_version where dataset_id = ${id}`;
      const edit = (value: string, ifMatch?: string[]) =>
        editMetadata(superuser(), { dataset: { id }, metadata: { typeName: 'alternativeTitle', value: [value] }, ifMatch });
      const tag = [`${version?.id}-1`];
      expect(await race(edit('One', tag), edit('Two', tag))).toEqual(['OK', 'PRECONDITION_FAILED']);
      expect(await race(edit('Three'), edit('Four'))).toEqual(['OK', 'OK']);
      const [saved] = await world.sql<{ metadata: string }[]>`select metadata::text from dataset_version where dataset_id = ${id}`;
      for (const value of ['Three', 'Four']) expect(saved?.metadata).toContain(`"${value}"`);
    }
  });

  test('an edit while the draft is published goes into the publication or into the next draft', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const edit = editMetadata(superuser(), { dataset: { id }, metadata: { typeName: 'subtitle', value: 'Edited' } });
      expect(await race(publishDataset(superuser(), { dataset: { id }, type: 'major' }), edit)).toEqual(['OK', 'OK']);
      const versions = await world.sql<{ state: string; edited: boolean }[]>`
        select state, metadata::text like '%Edited%' as edited from dataset_version where dataset_id = ${id} order by ordinal`;
      expect([['RELEASED true'], ['RELEASED false', 'DRAFT true']]).toContainEqual(
        versions.map(({ state, edited }) => `${state} ${edited}`),
      );
    }
  });

  test('a licence that is removed while it is chosen is refused like one that never was', async () => {
    const id = await world.createDataset(collectionId);
    const license = 'Short-lived';
    const { id: licenseId } = await addLicense(superuser(), {
      name: license,
      uri: 'https://licenses.example/short-lived',
      shortDescription: 'Soon gone',
      active: true,
      sortOrder: 9,
    });
    const chosen = await world.sql.begin(async (removal) => {
      await removal`delete from license where id = ${licenseId}`;
      const choices = [
        outcome(setLicense(superuser(), { dataset: { id }, license })),
        outcome(createDataset(superuser(), { collection: { id: collectionId }, datasetVersion: versionBody('Tides', { license }) })),
      ];
      const areWaiting = async (): Promise<boolean> => {
        const waiting = await world.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length === choices.length;
      };
      await vi.waitUntil(areWaiting, { timeout: 150_000 });
      return { choices };
    });
    expect(await Promise.all(chosen.choices)).toEqual(['LICENSE_NOT_FOUND', 'BAD_USER_INPUT']);
  });

  test('publishing while the draft is deleted leaves a published dataset or none', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const results = await Promise.all([
        outcome(publishDataset(superuser(), { dataset: { id }, type: 'major' })),
        outcome(deleteDraft(superuser(), { dataset: { id } })),
      ]);
      const states = await world.sql<{ state: string }[]>`select state from dataset_version where dataset_id = ${id}`;
      expect([
        ['OK', 'DATASET_DRAFT_NOT_FOUND', 'RELEASED'],
        ['DATASET_NOT_FOUND', 'OK'],
      ]).toContainEqual([...results, ...states.map(({ state }) => state)]);
    }
  });

  test('publishing while the dataset is destroyed leaves nothing of it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      await world.addFile(id, 'doomed.txt');
      const [published, destroyed] = await Promise.all([
        outcome(publishDataset(superuser(), { dataset: { id }, type: 'major' })),
        outcome(destroyDataset(superuser(), { dataset: { id } })),
      ]);
      expect(destroyed).toBe('OK');
      expect(['OK', 'DATASET_NOT_FOUND']).toContain(published);
      const [left] = await world.sql<{ count: number }[]>`
        select (select count(*) from node where path @> array[${id}]::int[])::int + (select count(*) from dataset_version where dataset_id = ${id})::int
          + (select count(*) from dataset_lock where dataset_id = ${id})::int as count`;
      expect(left?.count).toBe(0);
    }
  });

  test('a version that is withdrawn while its next draft begins stays withdrawn, and the draft has what it had', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const fileId = await world.addFile(id, 'kept.txt');
      await world.publish(id);
      const edit = editMetadata(superuser(), { dataset: { id }, metadata: { typeName: 'subtitle', value: 'Edited' } });
      expect(await race(world.deaccession(id), edit)).toEqual(['OK', 'OK']);
      const versions = await world.sql<{ state: string; ordinal: number }[]>`
        select state, ordinal from dataset_version where dataset_id = ${id} order by ordinal`;
      expect(versions.map(({ state }) => state)).toEqual(['DEACCESSIONED', 'DRAFT']);
      const records = await world.sql<{ id: number }[]>`
        select data_file_id as id from file_metadata where dataset_id = ${id} and valid_from <= 2 and (valid_to is null or valid_to > 2)`;
      expect(records.map((record) => record.id)).toEqual([fileId]);
    }
  });

  test('a version that is withdrawn while the next is published decides whether that may be a minor one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      await world.publish(id);
      await editMetadata(superuser(), { dataset: { id }, metadata: { typeName: 'subtitle', value: 'Edited' } });
      const type = round % 2 === 0 ? 'minor' : 'major';
      const [published, withdrawn] = await Promise.all([
        outcome(publishDataset(superuser(), { dataset: { id }, type })),
        outcome(deaccessionVersion(superuser(), { dataset: { id }, version: '1.0', deaccessionReason: 'Wrong' })),
      ]);
      const versions = await world.sql<{ text: string }[]>`
        select state || coalesce(' ' || version_number || '.' || version_minor_number, '') as text from dataset_version
        where dataset_id = ${id} order by ordinal`;
      expect([['OK', 'OK', 'DEACCESSIONED 1.0', type === 'minor' ? 'RELEASED 1.1' : 'RELEASED 2.0']]).toContainEqual([
        published,
        withdrawn,
        ...versions.map(({ text }) => text),
      ]);
    }
  });

  test('a draft that is submitted while it is published leaves no review behind', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const [published, submitted] = await Promise.all([
        outcome(publishDataset(superuser(), { dataset: { id }, type: 'major' })),
        outcome(submitForReview(superuser(), { dataset: { id } })),
      ]);
      expect(published).toBe('OK');
      expect(['OK', 'DATASET_ALREADY_PUBLISHED']).toContain(submitted);
      expect(await world.sql`select 1 from dataset_lock where dataset_id = ${id}`).toHaveLength(0);
    }
  });

  test('two publications of different kinds give one version', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      await world.publish(id);
      await editMetadata(superuser(), { dataset: { id }, metadata: { typeName: 'subtitle', value: 'Edited' } });
      const kinds = ['minor', 'major', 'updatecurrent'] as const;
      const answers = await race(...kinds.map((type) => publishDataset(superuser(), { dataset: { id }, type })));
      expect(answers).toEqual(['DATASET_ALREADY_PUBLISHED', 'DATASET_ALREADY_PUBLISHED', 'OK']);
      const versions = await world.sql<{ state: string }[]>`select state from dataset_version where dataset_id = ${id}`;
      expect(versions.every(({ state }) => state === 'RELEASED')).toBe(true);
      expect(versions.length).toBeLessThanOrEqual(2);
    }
  });

  test('two first edits of a published dataset share one draft', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      await world.publish(id);
      const update = (title: string) => updateDraft(superuser(), { dataset: { id }, datasetVersion: versionBody(title) });
      expect(await race(update('One'), update('Two'), update('Three'))).toEqual(['OK', 'OK', 'OK']);
      const versions = await world.sql`select id from dataset_version where dataset_id = ${id}`;
      expect(versions).toHaveLength(2);
    }
  });

  test('of two uploads of the same name one is numbered', async () => {
    const id = await world.createDataset(collectionId);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `tides-of-${'x'.repeat(round + 1)}.csv`;
      expect(await race(world.addFile(id, name), world.addFile(id, name))).toEqual(['OK', 'OK']);
      const labels = await world.sql<{ label: string }[]>`
        select label from file_metadata where dataset_id = ${id} and starts_with(label, ${name.slice(0, -4)}) order by label`;
      expect(labels.map(({ label }) => label)).toEqual([name.replace('.csv', '-1.csv'), name]);
    }
  });

  test('of two uploads of the same bytes one is a duplicate, and its bytes are not kept', async () => {
    const id = await world.createDataset(collectionId);
    for (let round = 0; round < ROUNDS; round += 1) {
      const content = `the same ${round}`;
      const add = async (name: string) => addFile(superuser(), { dataset: { id }, file: await world.stage(content, name) });
      expect(await race(add(`a${round}.txt`), add(`b${round}.txt`))).toEqual(['DUPLICATE_FILE', 'OK']);
    }
  });

  test('an alias goes to one of two collections, in any case', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const create = (alias: string) =>
        createCollection(superuser(), { owner: { id: collectionId }, alias, name: alias, contacts: [{ contactEmail: 'a@example.org' }] });
      expect(await race(create(`Alias${round}`), create(`alias${round}`))).toEqual(['COLLECTION_ALIAS_TAKEN', 'OK']);
    }
  });

  test('a collection is deleted or gets a child, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createCollection(`short-lived-${round}`);
      const child =
        round % 2 === 0
          ? createDataset(superuser(), { collection: { id }, datasetVersion: versionBody('Late') })
          : createCollection(superuser(), {
              owner: { id },
              alias: `late-${round}`,
              name: 'Late',
              contacts: [{ contactEmail: 'a@example.org' }],
            });
      const results = await Promise.all([outcome(deleteCollection(superuser(), { collection: { id } })), outcome(child)]);
      expect([
        ['OK', 'COLLECTION_NOT_FOUND'],
        ['COLLECTION_NOT_EMPTY', 'OK'],
      ]).toContainEqual(results);
    }
  });

  test('creating waits for a deletion in progress and finds the collection gone', async () => {
    for (const kind of ['dataset', 'collection'] as const) {
      const id = await world.createCollection(`doomed-${kind}`);
      const connection = await world.sql.reserve();
      try {
        await connection`begin`;
        await connection`select id from node where id = ${id} for update`;
        const child = outcome(
          kind === 'dataset'
            ? createDataset(superuser(), { collection: { id }, datasetVersion: versionBody('Late') })
            : createCollection(superuser(), {
                owner: { id },
                alias: `of-doomed`,
                name: 'Late',
                contacts: [{ contactEmail: 'a@example.org' }],
              }),
        );
        await waitForBlocked(world);
        await connection`delete from node where id = ${id}`;
        await connection`commit`;
        expect(await child).toBe('COLLECTION_NOT_FOUND');
      } finally {
        connection.release();
      }
    }
  });

  test('two creations in one collection do not wait for each other', async () => {
    const connection = await world.sql.reserve();
    try {
      await connection`begin`;
      await connection`select id from node where id = ${collectionId} for key share`;
      expect(await outcome(world.createDataset(collectionId))).toBe('OK');
    } finally {
      await connection`rollback`;
      connection.release();
    }
  });

  test('the same role is given once', async () => {
    await world.createUser('grantee');
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createCollection(`roles-${round}`);
      const assign = () => assignRole(superuser(), { collection: { id }, assignee: '@Grantee', roleAlias: 'member' });
      expect(await race(assign(), assign())).toEqual(['OK', 'ROLE_ALREADY_GRANTED']);
    }
  });

  test('a collection is published once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createCollection(`publish-${round}`);
      const publish = () => publishCollection(superuser(), { collection: { id } });
      expect(await race(publish(), publish())).toEqual(['COLLECTION_ALREADY_PUBLISHED', 'OK']);
    }
  });

  test('a user name and an e-mail address go to one of two accounts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const create = (userName: string, email: string) =>
        createBuiltinUser(superuser(), { userName, firstName: 'A', lastName: 'B', email, password: 'correct-horse-7' });
      expect(await race(create(`twin${round}`, `t${round}a@example.org`), create(`TWIN${round}`, `t${round}b@example.org`))).toEqual([
        'OK',
        'USER_NAME_TAKEN',
      ]);
      expect(await race(create(`one${round}`, `Mail${round}@example.org`), create(`two${round}`, `mail${round}@example.org`))).toEqual([
        'OK',
        'USER_EMAIL_TAKEN',
      ]);
    }
  });
});

/** Resolves once some statement of the database waits for a lock. */
async function waitForBlocked(world: DomainWorld): Promise<void> {
  for (;;) {
    const [row] = await world.sql<{ waiting: boolean }[]>`
      select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`;
    if (row?.waiting === true) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
