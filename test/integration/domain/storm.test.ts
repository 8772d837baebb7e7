import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollection } from '../../../src/domain/collections/create-collection.ts';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { addFile } from '../../../src/domain/files/add-file.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { deleteDataset } from '../../../src/domain/datasets/delete-dataset.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { viewDatasetWithLatest } from '../../../src/domain/datasets/view-dataset.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';
import { withLoaders } from './with-loaders.ts';
import { seededRandom } from './seeded-random.ts';

const WORKERS = 10;
const STEPS = 30;

/** What a command may answer here; a fault of ours or a deadlock is no code and fails in `outcome`. */
const ALLOWED = new Set([
  'OK',
  'DATASET_NOT_FOUND',
  'COLLECTION_NOT_FOUND',
  'COLLECTION_NOT_EMPTY',
  'COLLECTION_NOT_PUBLISHED',
  'COLLECTION_ALREADY_PUBLISHED',
  'COLLECTION_ALIAS_TAKEN',
  'DATASET_ALREADY_PUBLISHED',
  'DATASET_MINOR_VERSION_REFUSED',
  'DATASET_UPDATE_CURRENT_REFUSED',
  'DATASET_DRAFT_NOT_FOUND',
  'DUPLICATE_FILE',
  'ROLE_ALREADY_GRANTED',
]);

describe('many requests on few objects', () => {
  let world: DomainWorld;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  test.each([1, 2, 3])('answer with documented codes only and leave a consistent database, seed %i', async (seed) => {
    const collections = await Promise.all(
      [1, 2].map((number) => world.createCollection(`storm-${seed}-${number}`, { published: number === 1 })),
    );
    const datasets: number[] = [];
    for (const id of collections) datasets.push(await world.createDataset(id), await world.createDataset(id));
    const outcomes = new Set<string>();

    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        const random = seededRandom(seed * 1000 + worker);
        const context = world.as(world.superuser);
        for (let number = 0; number < STEPS; number += 1) {
          const dataset = { id: random.pick(datasets) };
          const collection = { id: random.pick(collections) };
          const alias = `storm-${seed}-child-${random.below(4)}`;
          const actions: readonly (() => Promise<unknown>)[] = [
            () => updateDraft(context, { dataset, datasetVersion: versionBody(`${worker}-${number}`, {}) }),
            () => publishDataset(context, { dataset, type: random.pick(['major', 'minor', 'updatecurrent']) }),
            () => deleteDraft(context, { dataset }),
            () => viewDatasetWithLatest(withLoaders(context), { dataset, asked: { files: 100, metadata: true, granted: false } }),
            async () => addFile(context, { dataset, file: await world.stage(`content ${random.below(5)}`, `name${random.below(3)}.txt`) }),
            async () => datasets.push((await createDataset(context, { collection, datasetVersion: versionBody('New') })).id),
            () => deleteDataset(context, { dataset }),
            () => createCollection(context, { owner: collection, alias, name: alias, contacts: [{ contactEmail: 'a@example.org' }] }),
            () => deleteCollection(context, { collection: random.chance(0.8) ? { alias } : collection }),
            () => publishCollection(context, { collection }),
            () => assignRole(context, { collection, assignee: ':AllUsers', roleAlias: random.pick(['member', 'curator']) }),
          ];
          outcomes.add(await outcome(random.pick(actions)()));
        }
      }),
    );

    expect([...outcomes].filter((code) => !ALLOWED.has(code))).toEqual([]);
    expect(outcomes).toContain('OK');
    const [faults] = await world.sql`
      select
        (select count(*)::int from dataset d where not exists (select 1 from dataset_version v where v.dataset_id = d.id)) as "without version",
        (select count(*)::int from dataset_version v where state = 'DRAFT'
           and ordinal < (select max(ordinal) from dataset_version w where w.dataset_id = v.dataset_id)) as "draft not newest",
        (select count(*)::int from data_file f where not exists (select 1 from file_metadata m where m.data_file_id = f.id)) as "file without record",
        (select count(*)::int from file_metadata m where m.valid_from > (select max(ordinal) from dataset_version v where v.dataset_id = m.dataset_id)
           or m.valid_to > (select max(ordinal) from dataset_version v where v.dataset_id = m.dataset_id)) as "record beyond versions",
        (select count(*)::int from node n where kind = 'DATASET' and not exists (select 1 from dataset d where d.id = n.id)) as "node without dataset",
        (select count(*)::int from node n where (published_at is not null) <> exists (
           select 1 from dataset_version v where v.dataset_id = n.id and v.state = 'RELEASED') and kind = 'DATASET') as "published without version",
        (select count(*)::int from (select m.data_file_id from file_metadata m join dataset_version v on v.dataset_id = m.dataset_id
           and v.ordinal >= m.valid_from and (m.valid_to is null or v.ordinal < m.valid_to)
           group by m.data_file_id, v.id having count(*) > 1) twice) as "record twice in a version"`;
    expect(
      Object.values(faults ?? {}).reduce((sum: number, count) => sum + Number(count), 0),
      JSON.stringify(faults),
    ).toBe(0);
  });
});
