import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../src/kernel/actor.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { linkDataset } from '../../../src/domain/datasets/link-dataset.ts';
import { createPrivateUrl, withdrawPrivateUrl } from '../../../src/domain/datasets/review/private-url.ts';
import { setDatasetLabelSet } from '../../../src/domain/datasets/review/label-sets.ts';
import { returnToAuthor } from '../../../src/domain/datasets/review/return-to-author.ts';
import { setCurationStatus } from '../../../src/domain/datasets/review/set-curation-status.ts';
import { submitForReview } from '../../../src/domain/datasets/review/submit-for-review.ts';
import { assignDatasetRole } from '../../../src/domain/access/roles/dataset-assignments.ts';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';

/** Each race is run this often: which side comes first is for the scheduler to say. */
const ROUNDS = 5;

describe('review and curation', () => {
  let world: DomainWorld;
  let collectionId: number;
  let author: Actor;
  let curator: Actor;
  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('reviewed', { published: true });
    author = await world.createUser('author');
    curator = await world.createUser('curator');
    await world.assign('@author', 'contributor', collectionId);
    await world.assign('@curator', 'curator', collectionId);
  });
  afterAll(async () => world.stop());

  const race = async (...work: Promise<unknown>[]) => (await Promise.all(work.map(outcome))).sort();
  const submit = (id: number, actor = author) => submitForReview(world.heard(actor), { dataset: { id } });
  const giveBack = (id: number, reason = 'Name the instrument.') => returnToAuthor(world.heard(curator), { dataset: { id }, reason });
  const publish = (id: number) => publishDataset(world.as(curator), { dataset: { id }, type: 'major' });
  const events = (id: number) =>
    world.sql<{ kind: string; payload: Record<string, unknown> }[]>`
      select kind, payload from outbox_event where subject_id = ${id} and kind <> 'DatasetPublished' order by id`;
  const history = (id: number) =>
    world.sql<{ action: string; reason: string | null }[]>`
      select e.action, e.reason from review_event e inner join dataset_version v on v.id = e.dataset_version_id
      where v.dataset_id = ${id} order by e.id`;

  test('submitted twice at once, a draft is in review once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      expect(await race(submit(id), submit(id))).toEqual(['DATASET_IN_REVIEW', 'OK']);
      expect(await history(id)).toHaveLength(1);
    }
  });

  test('returned and published at once, a draft is published and no lock is left', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      await submit(id);
      const [returned, published] = await Promise.all([outcome(giveBack(id)), outcome(publish(id))]);
      expect(published).toBe('OK');
      expect(['OK', 'DATASET_NOT_IN_REVIEW']).toContain(returned);
      expect(await world.sql`select id from dataset_lock where dataset_id = ${id}`).toEqual([]);
    }
  });

  test('submitted and published at once, a draft is published, and no lock of review outlives it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const [submitted, published] = await Promise.all([outcome(submit(id)), outcome(publish(id))]);
      expect(published).toBe('OK');
      expect(['OK', 'DATASET_ALREADY_PUBLISHED']).toContain(submitted);
      expect(await world.sql`select id from dataset_lock where dataset_id = ${id}`).toEqual([]);
    }
  });

  test('the story of a review is kept with the version, and each step is told', async () => {
    const id = await world.createDataset(collectionId);
    const [before] = await world.sql<{ updatedAt: Date }[]>`
      update dataset_version set updated_at = now() - interval '1 hour' where dataset_id = ${id} returning updated_at as "updatedAt"`;
    await submit(id);
    const [after] = await world.sql<{ updatedAt: Date }[]>`select updated_at as "updatedAt" from dataset_version where dataset_id = ${id}`;
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0);
    await giveBack(id, 'Zeile 1\nZeile 2 „ä“');
    await submit(id, curator);
    await publish(id);
    expect(await history(id)).toEqual([
      { action: 'SUBMITTED', reason: null },
      { action: 'RETURNED', reason: 'Zeile 1\nZeile 2 „ä“' },
      { action: 'SUBMITTED', reason: null },
    ]);
    expect((await events(id)).map(({ kind }) => kind)).toEqual([
      'DatasetSubmittedForReview',
      'DatasetReturnedToAuthor',
      'DatasetSubmittedForReview',
      'MetadataExportsDue',
    ]);
    expect((await events(id))[1]?.payload).toMatchObject({ reason: 'Zeile 1\nZeile 2 „ä“', returnedById: curator.account?.id });
  });

  test('a refused step is neither kept nor told', async () => {
    const id = await world.createDataset(collectionId);
    expect(await outcome(giveBack(id))).toBe('DATASET_NOT_IN_REVIEW');
    expect(await outcome(returnToAuthor(world.as(author), { dataset: { id }, reason: 'No.' }))).toBe('PERMISSION_DENIED');
    await submit(id);
    expect(await outcome(giveBack(id, 'x'.repeat(50_001)))).toBe('BAD_USER_INPUT');
    expect(await history(id)).toHaveLength(1);
    expect(await events(id)).toHaveLength(1);
  });

  test('a draft goes with its review and curation, and the next one begins without', async () => {
    const id = await world.createDataset(collectionId);
    await world.publish(id);
    await updateDraft(world.as(curator), { dataset: { id }, datasetVersion: versionBody('Second') });
    await submit(id);
    await createPrivateUrl(world.as(curator), { dataset: { id }, anonymized: false });
    await deleteDraft(world.as(curator), { dataset: { id } });
    expect(await history(id)).toEqual([]);
    expect(await world.sql`select id from role_assignment where private_url_token is not null and definition_point_id = ${id}`).toEqual([]);
    await updateDraft(world.as(author), { dataset: { id }, datasetVersion: versionBody('Third') });
    expect(await outcome(submit(id))).toBe('OK');
  });

  test('the same label set twice at once is there once; clearing it twice at once clears it once', async () => {
    const admin = world.as(world.superuser);
    await putSetting(admin, { name: ':AllowedCurationLabels', value: '{"Set":["Checked","Doubtful"]}' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      await setDatasetLabelSet(admin, { dataset: { id }, name: 'Set' });
      const label = (text: string | null) => setCurationStatus(world.heard(curator), { dataset: { id }, label: text });
      expect(await race(label('Checked'), label('Checked'))).toEqual(['CURATION_STATUS_REFUSED', 'OK']);
      expect(await race(label(null), label(null))).toEqual(['CURATION_STATUS_REFUSED', 'OK']);
      expect((await events(id)).map(({ payload }) => payload['label'])).toEqual(['Checked', null]);
    }
  });

  test('made twice at once, there is one private URL; withdrawn twice at once, it is withdrawn once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const make = () => createPrivateUrl(world.as(curator), { dataset: { id }, anonymized: false });
      const withdraw = () => withdrawPrivateUrl(world.as(curator), { dataset: { id } });
      expect(await race(make(), make())).toEqual(['OK', 'PRIVATE_URL_REFUSED']);
      expect(await race(withdraw(), withdraw())).toEqual(['OK', 'PRIVATE_URL_NOT_FOUND']);
    }
  });

  test('a private URL made while the draft is published does not outlive it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await world.createDataset(collectionId);
      const [made, published] = await Promise.all([
        outcome(createPrivateUrl(world.as(curator), { dataset: { id }, anonymized: false })),
        outcome(publish(id)),
      ]);
      expect(published).toBe('OK');
      expect(['OK', 'PRIVATE_URL_REFUSED']).toContain(made);
      expect(await world.sql`select id from role_assignment where private_url_token is not null and definition_point_id = ${id}`).toEqual(
        [],
      );
    }
  });

  test('linked twice at once, a dataset is linked once; given a role twice at once, an assignee has it once', async () => {
    const linkingId = await world.createCollection('linking', { published: true });
    const admin = world.as(world.superuser);
    const id = await world.createDataset(collectionId);
    const link = () => linkDataset(admin, { dataset: { id }, collection: { id: linkingId } });
    expect(await race(link(), link())).toEqual(['LINK_REFUSED', 'OK']);
    const give = () => assignDatasetRole(admin, { dataset: { id }, assignee: '@author', roleAlias: 'curator' });
    expect(await race(give(), give())).toEqual(['OK', 'ROLE_ALREADY_GRANTED']);
  });

  test('a dataset linked while its collection moves into the linking one is not linked to what holds it', async () => {
    const admin = world.as(world.superuser);
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await world.createCollection(`target-${round}`, { published: true });
      const holder = await world.createCollection(`holder-${round}`, { published: true });
      const id = await world.createDataset(holder);
      await Promise.all([
        outcome(moveCollection(admin, { collection: { id: holder }, target: { id: target }, force: false })),
        outcome(linkDataset(admin, { dataset: { id }, collection: { id: target } })),
      ]);
      const [wrong] = await world.sql`
        select l.id from node_link l inner join node n on n.id = l.linked_node_id
        where n.id = ${id} and l.linking_collection_id = any(n.path)`;
      expect(wrong).toBeUndefined();
    }
  });
});
