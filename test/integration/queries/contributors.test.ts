import { afterAll, beforeAll, expect, test } from 'vitest';
import { listContributors } from '../../../src/db/queries/versions/version-differences.ts';
import { editMetadata } from '../../../src/domain/versions/edit-metadata.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

test('contributors of a version are those who worked on it while it was a draft, each once, first ones first', async () => {
  const collectionId = await world.createCollection('contributors', { published: true });
  const [anna, bob, carl] = [await world.createUser('anna'), await world.createUser('bob'), await world.createUser('carl')];
  for (const { identifier } of [anna, bob, carl]) await world.assign(identifier, 'admin', collectionId);
  const id = await world.createDataset(collectionId, 'Contributed', anna);
  const edit = (actor: typeof anna, value: string) =>
    editMetadata(world.as(actor), { dataset: { id }, metadata: { typeName: 'alternativeTitle', value: [value] } });
  await edit(bob, 'One');
  await edit(anna, 'Two');
  await world.publish(id);
  const file = await world.addFile(id, 'late.txt', { actor: carl });
  await edit(bob, 'Three');
  // The record of a change of a file is about the file; one of another kind counts for nothing.
  await world.sql`insert into audit_record (actor, command, subject_id, request_id) values
    ('@anna', 'updateFileMetadata', ${file}, 'r'), ('@admin', 'viewSomething', ${id}, 'r')`;

  const versions = await world.sql<{ id: number }[]>`select id from dataset_version where dataset_id = ${id} order by ordinal`;
  const names = await listContributors(
    world.db,
    versions.map((version) => version.id),
    ['editDatasetMetadata', 'addFile', 'updateFileMetadata'],
  );
  expect(versions.map((version) => names.get(version.id))).toEqual([
    ['Test anna', 'Test bob'],
    ['Test carl', 'Test bob', 'Test anna'],
  ]);
});
