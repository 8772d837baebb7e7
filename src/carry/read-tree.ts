import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { type CarryClient, CarryRefusal } from './carry-client.ts';
import {
  CARRIED,
  type CarriedCollection,
  carriedAnswer,
  collectionSchema,
  type DatasetLine,
  DATASETS,
  datasetsAnswer,
  RECORD,
  recordAnswer,
  TREE,
  treeAnswer,
} from './carry-operations.ts';

interface Page {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** A collection and everything below it, each before what it holds. @throws StartupError when there is none */
export async function readTree(client: CarryClient, alias: string): Promise<CarriedCollection[]> {
  const found: CarriedCollection[] = [];
  let page: Page | undefined;
  while (page === undefined || page.hasNextPage) {
    const answer: z.infer<typeof treeAnswer> = await client.ask(treeAnswer, TREE, { reference: { alias }, after: page?.endCursor });
    const { collection } = answer;
    if (collection === null) throw new StartupError(`There is no collection ${alias}.`);
    if (found.length === 0) found.push(collectionSchema.parse(collection));
    found.push(...collection.descendants.nodes);
    page = collection.descendants.pageInfo;
  }
  return found;
}

/** The ids of the datasets of a collection itself. */
export async function listDatasets(client: CarryClient, alias: string): Promise<number[]> {
  const ids: number[] = [];
  let page: Page | undefined;
  while (page === undefined || page.hasNextPage) {
    const answer: z.infer<typeof datasetsAnswer> = await client.ask(datasetsAnswer, DATASETS, {
      reference: { alias },
      after: page?.endCursor,
    });
    if (answer.collection === null) throw new StartupError(`There is no collection ${alias}.`);
    const { nodes, pageInfo } = answer.collection.contents;
    ids.push(...nodes.map(({ databaseId }) => databaseId));
    page = pageInfo;
  }
  return ids;
}

/** A dataset with all its files. @throws CarryRefusal */
export async function readDataset(
  client: CarryClient,
  reference: { readonly databaseId: number } | { readonly persistentId: string },
): Promise<Omit<DatasetLine, 'collection'>> {
  const { carriedDataset: first } = await client.ask(carriedAnswer, CARRIED, { reference });
  const files = [...first.files.records];
  let after = first.files.endCursor;
  while (after !== null) {
    const { carriedDataset: next } = await client.ask(carriedAnswer, CARRIED, { reference, after });
    files.push(...next.files.records);
    after = next.files.endCursor;
  }
  return { dataset: first.record, files };
}

/** How often a dataset is read until nothing changes it meanwhile. */
const MOST_READINGS = 10;

/**
 * A dataset and its files as they were at one moment, with `more` that is read of them: the record, which changes with every edit, is the same
 * before and after. @throws CarryRefusal
 */
export async function readSettledDataset(
  client: CarryClient,
  databaseId: number,
  more: (read: Omit<DatasetLine, 'collection'>) => Promise<void>,
): Promise<Omit<DatasetLine, 'collection'>> {
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const read = await readDataset(client, { databaseId });
    await more(read);
    const { carriedDataset: after } = await client.ask(recordAnswer, RECORD, { reference: { databaseId } });
    if (isDeepStrictEqual(read.dataset, after.record)) return read;
  }
  throw new CarryRefusal('CONFLICT', `The dataset ${databaseId} was changed whenever it was read.`);
}
