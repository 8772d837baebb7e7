import { expect } from 'vitest';
import { type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';
import { minimal } from './native-metadata.ts';

const REASON = { reasonForReturn: 'Name the instrument.' };

async function submitted({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  succeeded(await callers.contributor.rest.post(`/api/datasets/${dataset.id}/submitForReview`));
  return dataset;
}

async function locksOf({ callers }: ContractWorld, dataset: number): Promise<readonly unknown[]> {
  return (await callers.guest.rest.get(`/api/datasets/${dataset}/locks`)).list('data');
}

function inReview(shows: string, as: ActorName, expected: Pick<ContractCase, 'status' | 'errorCode' | 'message'>): ContractCase {
  return {
    row: 'datasets.draft.put',
    shows,
    as,
    given: async (world) => ({ path: [(await submitted(world)).id], json: minimal().datasetVersion }),
    ...expected,
  };
}

/** Cases of review. Source: datasets.md 10.1, 10.2 and 16. */
export const datasetReviewCases: readonly ContractCase[] = [
  {
    row: 'datasets.submitForReview',
    shows: 'locks the draft for its author and says so',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    keys: ['inReview', 'message'],
    holds: async (answer, world, caller) => {
      expect(answer.at('data.inReview')).toBe(true);
      const id = Number(/^Dataset id (\d+) has been submitted for review\.$/.exec(answer.text('data.message'))?.[1]);
      expect(await locksOf(world, id)).toMatchObject([
        { lockType: 'InReview', user: caller.identifier.slice(1), message: 'Dataset is in review' },
      ]);
    },
  },
  {
    row: 'datasets.submitForReview',
    shows: 'takes the persistent identifier, and callers who could publish themselves',
    as: 'curator',
    given: async ({ fresh }) => ({ path: [':persistentId'], query: { persistentId: (await fresh.draft()).persistentId } }),
    status: 200,
  },
  {
    row: 'datasets.submitForReview',
    shows: 'takes the draft of a published dataset',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.edited()).id] }),
    status: 200,
  },
  {
    row: 'datasets.submitForReview',
    shows: 'is refused in review',
    as: 'contributor',
    given: async (world) => ({ path: [(await submitted(world)).id] }),
    status: 403,
    errorCode: 'DATASET_IN_REVIEW',
  },
  {
    row: 'datasets.submitForReview',
    shows: 'is refused where the newest version is published',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id] }),
    status: 403,
    errorCode: 'DATASET_ALREADY_PUBLISHED',
  },
  {
    row: 'datasets.submitForReview',
    shows: 'is refused where required metadata is missing, before anything else',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const collection = await fresh.collection();
      const answer = succeeded(await callers.owner.rest.post(`/api/collections/${collection.alias}/datasets`, minimal()));
      const levels = [{ datasetFieldTypeName: 'subtitle', required: true, include: true }];
      succeeded(await callers.owner.rest.put(`/api/collections/${collection.alias}/inputLevels`, levels));
      return { path: [answer.number('data.id')] };
    },
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
  },
  ...(['member', 'stranger', 'guest'] as const).map((as): ContractCase => ({
    row: 'datasets.submitForReview',
    shows: `needs EditDataset, which a ${as} lacks`,
    as,
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: 'datasets.submitForReview',
    shows: 'finds no dataset of an unknown number',
    as: 'contributor',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.returnToAuthor',
    shows: 'lifts the lock and keeps the reason with the version',
    as: 'curator',
    given: async (world) => ({ path: [(await submitted(world)).id], json: REASON }),
    status: 200,
    keys: ['inReview', 'message'],
    holds: async (answer, world, caller) => {
      expect(answer.at('data.inReview')).toBe(false);
      const id = Number(/^Dataset id (\d+) has been sent back to the author\(s\)\.$/.exec(answer.text('data.message'))?.[1]);
      expect(await locksOf(world, id)).toEqual([]);
      const history = await world.callers.contributor.graphql.expectData(
        'query ($id: Int!) { dataset(reference: { databaseId: $id }) { reviewHistory { nodes { action userName reason } } } }',
        { id },
      );
      expect(history.at('data.dataset.reviewHistory.nodes')).toEqual([
        { action: 'RETURNED', userName: caller.identifier.slice(1), reason: REASON.reasonForReturn },
        { action: 'SUBMITTED', userName: world.callers.contributor.identifier.slice(1), reason: null },
      ]);
    },
  },
  {
    row: 'datasets.returnToAuthor',
    shows: 'is refused where the dataset is not in review',
    as: 'curator',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], json: REASON }),
    status: 403,
    errorCode: 'DATASET_NOT_IN_REVIEW',
  },
  {
    row: 'datasets.returnToAuthor',
    shows: 'is refused the second time',
    as: 'curator',
    given: async (world) => {
      const dataset = await submitted(world);
      succeeded(await world.callers.curator.rest.post(`/api/datasets/${dataset.id}/returnToAuthor`, REASON));
      return { path: [dataset.id], json: REASON };
    },
    status: 403,
    errorCode: 'DATASET_NOT_IN_REVIEW',
  },
  ...[{}, { reasonForReturn: '' }, { reasonForReturn: '  \n' }, { reasonForReturn: null }, { reasonForReturn: 7 }, []].map(
    (json): ContractCase => ({
      row: 'datasets.returnToAuthor',
      shows: `needs a reason: ${JSON.stringify(json)}`,
      as: 'curator',
      given: async (world) => ({ path: [(await submitted(world)).id], json }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    }),
  ),
  {
    row: 'datasets.returnToAuthor',
    shows: 'needs a body',
    as: 'curator',
    given: async (world) => ({ path: [(await submitted(world)).id] }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  ...(['contributor', 'stranger', 'guest'] as const).map((as): ContractCase => ({
    row: 'datasets.returnToAuthor',
    shows: `needs PublishDataset, which a ${as} lacks`,
    as,
    given: ({ draft }) => ({ path: [draft.id], json: REASON }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: 'datasets.returnToAuthor',
    shows: 'finds no dataset of an unknown number',
    as: 'curator',
    given: () => ({ path: [987_654], json: REASON }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  inReview('is refused to the author of a dataset in review', 'contributor', {
    status: 403,
    errorCode: 'DATASET_LOCKED',
    message: 'Dataset cannot be edited due to In Review dataset lock.',
  }),
  inReview('lets a curator edit a dataset in review', 'curator', { status: 200 }),
  {
    row: 'datasets.addFile',
    shows: 'is refused to the author of a dataset in review',
    as: 'contributor',
    given: async (world) => ({ path: [(await submitted(world)).id], file: { name: 'late.txt', bytes: 'late\n' } }),
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: 'datasets.addFile',
    shows: 'lets a curator add a file to a dataset in review',
    as: 'curator',
    given: async (world) => ({ path: [(await submitted(world)).id], file: { name: 'late.txt', bytes: 'late\n' } }),
    status: 200,
  },
  {
    row: 'datasets.draft.delete',
    shows: 'is refused to the author of a dataset in review',
    as: 'contributor',
    given: async (world) => ({ path: [(await submitted(world)).id] }),
    status: 403,
    errorCode: 'DATASET_LOCKED',
    message: 'Dataset cannot be edited due to In Review dataset lock.',
  },
  {
    row: 'datasets.publish',
    shows: 'publishes a dataset in review, and its lock is gone',
    as: 'curator',
    given: async (world) => ({ path: [(await submitted(world)).id], query: { type: 'major' } }),
    status: 200,
    holds: async (answer, world) => expect(await locksOf(world, answer.number('data.id'))).toEqual([]),
  },
];
