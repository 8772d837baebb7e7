/** The rows of the table: what is asked of our server, what of its reference, and the ratio that is wanted. */
import { z } from 'zod';
import type { LoadRequest } from './load.ts';
import type { IdRange, Seeded } from './seed.ts';

/** The same question to both sides. */
export interface Question {
  readonly ours: LoadRequest;
  readonly reference: LoadRequest;
}

export interface Scenario {
  readonly name: string;
  /** `ours`: our own server, asked something else. */
  readonly reference: 'hand-written' | 'express' | 'postgraphile' | 'ours';
  /** Least ratio of our throughput to the reference's; null where the row is shown without a target. */
  readonly wanted: number | null;
  /** Connections that are kept busy; 32 when absent. */
  readonly connections?: number;
  /** What of an answer has to be the same on both sides; all of it when absent. */
  readonly compared?: (answer: unknown) => unknown;
  /** The same of the reference's answer where that has another shape. */
  readonly referenceCompared?: (answer: unknown) => unknown;
  readonly draw: () => Question;
}

const DATASET_QUERY = `query ($id: Int!) {
  dataset(reference: { databaseId: $id }) {
    databaseId persistentId persistentUrl publisher publicationDate datasetType
    latestVersion {
      databaseId state versionNumber versionMinorNumber title createdAt updatedAt releasedAt
      license { name uri }
      metadataBlocks { name displayName fields { typeName multiple typeClass value } }
      files(first: 100) {
        nodes {
          databaseId label directoryLabel description restricted categories
          dataFile { databaseId contentType sizeBytes storageIdentifier checksum { type value } creationDate publicationDate }
        }
      }
    }
  }
}`;

/** A page of 20 datasets with versions and fields. */
export const LIST_QUERY = `query ($alias: String!, $after: String) {
  collection(reference: { alias: $alias }) {
    contents(first: 20, after: $after) {
      nodes {
        ... on Dataset {
          databaseId persistentId publicationDate
          latestVersion {
            versionNumber versionMinorNumber title releasedAt
            metadataBlocks { name fields { typeName value } }
          }
        }
      }
      pageInfo { hasNextPage }
    }
  }
}`;

const CURSORS_QUERY = `query ($alias: String!, $after: String) {
  collection(reference: { alias: $alias }) {
    contents(first: 100, after: $after) {
      edges { cursor node { ... on Dataset { databaseId } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const cursorPage = z.object({
  data: z.object({
    collection: z.object({
      contents: z.object({
        edges: z.array(z.object({ cursor: z.string(), node: z.object({ databaseId: z.number() }) })),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
      }),
    }),
  }),
});

/** A place in the list as each side names it. */
export interface ListPosition {
  readonly cursor: string;
  readonly id: number;
}

/** Pages of 100 that positions are taken from. */
interface PageRange {
  /** Pages that are passed over. */
  readonly skipped: number;
  readonly count: number;
}

/** The first 10,000 datasets of a list. */
const FIRST_PAGES: PageRange = { skipped: 0, count: 100 };

/** Positions in a collection, found as any client finds them; none so near the end that a page would be short. */
export async function readPositions(serverUrl: string, alias: string, pages = FIRST_PAGES): Promise<ListPosition[]> {
  const positions: ListPosition[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages.skipped + pages.count; page += 1) {
    const response: Response = await fetch(`${serverUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: CURSORS_QUERY, variables: { alias, after } }),
    });
    const { edges, pageInfo } = cursorPage.parse(await response.json()).data.collection.contents;
    if (page >= pages.skipped) positions.push(...edges.map(({ cursor, node }) => ({ cursor, id: node.databaseId })));
    if (!pageInfo.hasNextPage) return positions.slice(0, -20);
    after = pageInfo.endCursor;
  }
  return positions;
}

/** The same numbers in each run, so that runs can be compared. */
export function randomNumbers(): (count: number) => number {
  let state = 20_261_121;
  return (count) => {
    // Lehmer's generator: https://doi.org/10.1145/63039.63042
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
}

/** A plain read. */
export const get = (path: string): LoadRequest => ({ method: 'GET', path });
/** A GraphQL operation. */
export const graphql = (query: string, variables: Readonly<Record<string, unknown>>): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

const contentsAnswer = z.object({ data: z.array(z.object({ id: z.number() })) });

/** Answers that differ in words alone have the same ids. */
function idsOf(answer: unknown): number[] {
  return contentsAnswer.parse(answer).data.map(({ id }) => id);
}

const TYPE_CLASSES: Readonly<Record<string, string>> = {
  PRIMITIVE: 'primitive',
  COMPOUND: 'compound',
  CONTROLLED_VOCABULARY: 'controlledVocabulary',
};

/** An answer with the classes of fields as they are stored and as references give them; clients of GraphQL get them in capitals. */
export function withStoredClasses(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key === 'typeClass' && typeof value === 'string' ? (TYPE_CLASSES[value] ?? value) : value,
  );
}

/** Makes the rows for a seeded database. */
export async function prepareScenarios(serverUrl: string, seeded: Seeded): Promise<Scenario[]> {
  const positions = await readPositions(serverUrl, seeded.largeAlias);
  const below = randomNumbers();
  const idOf = ({ first, count }: IdRange): number => first + below(count);
  return [
    {
      name: 'REST GET /api/datasets/{id}',
      reference: 'hand-written',
      wanted: 0.55,
      draw: () => {
        const id = idOf(seeded.datasets);
        return { ours: get(`/api/datasets/${id}`), reference: get(`/dataset/${id}`) };
      },
    },
    {
      name: 'REST GET /api/collections/{id}/contents, 20 entries',
      reference: 'hand-written',
      wanted: 0.6,
      draw: () => {
        const id = idOf(seeded.smallCollections);
        return { ours: get(`/api/collections/${id}/contents`), reference: get(`/contents/${id}`) };
      },
    },
    {
      name: 'In the words of Dataverse: contents of 20 entries, against our own',
      reference: 'ours',
      // No more than 1.1 times the cost.
      wanted: 0.91,
      compared: idsOf,
      draw: () => {
        const id = idOf(seeded.smallCollections);
        return { ours: get(`/api/dataverses/${id}/contents`), reference: get(`/api/collections/${id}/contents`) };
      },
    },
    {
      name: 'GraphQL dataset query over HTTP',
      reference: 'hand-written',
      wanted: 0.2,
      compared: withStoredClasses,
      draw: () => {
        const id = idOf(seeded.datasets);
        return { ours: graphql(DATASET_QUERY, { id }), reference: get(`/dataset-query/${id}`) };
      },
    },
    {
      name: 'GraphQL list of 20 datasets with versions and fields',
      reference: 'hand-written',
      wanted: 0.65,
      draw: () => {
        const position = positions[below(positions.length)];
        if (position === undefined) throw new Error('The large collection has no datasets.');
        return {
          ours: graphql(LIST_QUERY, { alias: seeded.largeAlias, after: position.cursor }),
          reference: get(`/list-query/${seeded.largeAlias}/${position.id}`),
        };
      },
    },
    {
      name: 'Smallest route, GET /api/info/version, all routes mounted',
      reference: 'express',
      wanted: 0.67,
      draw: () => ({ ours: get('/api/info/version'), reference: get('/api/info/version') }),
    },
  ];
}
