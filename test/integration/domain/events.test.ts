import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatherSubscribers, within } from '../../../src/kernel/subscribers.ts';
import { submitForReview } from '../../../src/domain/datasets/review/submit-for-review.ts';
import type { CommandContext } from '../../../src/kernel/command.ts';
import { type DomainWorld, startDomainWorld } from './domain-world.ts';

describe('the events of a command', () => {
  let world: DomainWorld;
  let collectionId: number;

  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('eventful', { published: true });
  });
  afterAll(async () => world.stop());

  const submit = (context: CommandContext, id: number) => submitForReview(context, { dataset: { id } });
  const rows = async () =>
    (await world.sql<{ kind: string; jobs: number }[]>`
      select kind, (select count(*)::int from graphile_worker._private_jobs j where (j.payload ->> 'eventId')::int = e.id) as jobs
      from outbox_event e order by id`) as readonly { kind: string; jobs: number }[];

  test('are stored with a job if they have a subscriber, and leave nothing if they have none', async () => {
    const id = await world.createDataset(collectionId);
    const other = await world.createDataset(collectionId);
    const before = await rows();
    await submit(world.as(world.superuser), id);
    expect(await rows()).toEqual(before);
    await submit(world.heard(world.superuser), other);
    expect(await rows()).toEqual([...before, { kind: 'DatasetSubmittedForReview', jobs: 1 }]);
  });

  test('are told within the transaction: what belongs to them is there or nothing is', async () => {
    const id = await world.createDataset(collectionId);
    const before = await rows();
    const context = world.heard(world.superuser);
    const { subscribers } = context.services;
    const heard: string[] = [];
    const told = gatherSubscribers([
      within('DatasetSubmittedForReview', async ({ tx }, { kind, subjectId }) => {
        const locks = await tx.execute(sql`select lock_type as type from dataset_lock where dataset_id = ${subjectId}::int`);
        heard.push(kind, ...locks.map(({ type }) => String(type)));
        throw new Error('cannot be written');
      }),
    ]);
    const services = { ...context.services, subscribers: { ...subscribers, tell: told.tell } };
    await expect(submit({ ...context, services }, id)).rejects.toThrow('cannot be written');
    expect(heard).toEqual(['DatasetSubmittedForReview', 'InReview']);
    expect(await rows()).toEqual(before);
    expect(await world.sql`select 1 from dataset_lock where dataset_id = ${id}`).toEqual([]);
  });
});
