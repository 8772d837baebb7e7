/** The rows about few things of great size. They are measured after the others, on a database that is filled further for them. */
import { isChosen } from './options.ts';
import { get, graphql, LIST_QUERY, randomNumbers, readPositions, type Scenario } from './scenarios.ts';
import type { LargeSizes, SeededLarge } from './seed-large.ts';

const ANCESTORS_QUERY = `query ($id: Int!) {
  collection(reference: { databaseId: $id }) {
    databaseId
    ancestors { databaseId alias name }
  }
}`;

const TOTAL_QUERY = 'query ($reference: CollectionReference!) { collection(reference: $reference) { contents(first: 1) { totalCount } } }';

/** Datasets of a page of which positions are read. */
const POSITION_PAGE = 100;

const NAMES = {
  firstPage: 'Large: GraphQL first 20 of a long list, with versions and fields',
  middlePage: 'Large: GraphQL 20 in the middle of the list, against its first page',
  total: 'Large: GraphQL total of a long list, against that of 1,000 datasets',
  thousand: 'Large: REST contents, 1,000 entries',
  storageSize: 'Large: REST storage size of the whole tree',
  ancestors: 'Large: GraphQL ancestors of the deepest collections',
} as const;

/** Whether a choice of rows has one of these. */
export function hasLargeScenario(only: string): boolean {
  return Object.values(NAMES).some((name) => isChosen(name, only));
}

/** Makes the rows for a database that was filled for them. */
export async function prepareLargeScenarios(
  serverUrl: string,
  { listAlias, thousands, tree }: SeededLarge,
  sizes: LargeSizes,
): Promise<Scenario[]> {
  const middle = Math.floor(sizes.listDatasets / 2 / POSITION_PAGE);
  const positions = await readPositions(serverUrl, listAlias, { skipped: middle, count: 10 });
  const below = randomNumbers();
  const firstPage = graphql(LIST_QUERY, { alias: listAlias, after: null });
  return [
    {
      name: NAMES.firstPage,
      reference: 'hand-written',
      wanted: 0.35,
      draw: () => ({ ours: firstPage, reference: get(`/list-query/${listAlias}/0`) }),
    },
    {
      name: NAMES.middlePage,
      reference: 'ours',
      // No more than one and a half times the cost.
      wanted: 0.67,
      draw: () => {
        const position = positions[below(positions.length)];
        if (position === undefined) throw new Error('The long list has no middle.');
        return { ours: graphql(LIST_QUERY, { alias: listAlias, after: position.cursor }), reference: firstPage };
      },
    },
    {
      name: NAMES.total,
      reference: 'ours',
      // No more than 1.2 times the cost.
      wanted: 0.83,
      draw: () => ({
        ours: graphql(TOTAL_QUERY, { reference: { alias: listAlias } }),
        reference: graphql(TOTAL_QUERY, { reference: { databaseId: thousands.first + below(thousands.count) } }),
      }),
    },
    {
      name: NAMES.thousand,
      reference: 'hand-written',
      wanted: 0.5,
      draw: () => {
        const id = thousands.first + below(thousands.count);
        return { ours: get(`/api/collections/${id}/contents`), reference: get(`/contents/${id}`) };
      },
    },
    {
      name: NAMES.storageSize,
      reference: 'hand-written',
      wanted: null,
      draw: () => ({
        ours: { ...get(`/api/collections/${tree.first}/storagesize`), asSuperuser: true },
        reference: get(`/storage-size/${tree.first}`),
      }),
    },
    {
      name: NAMES.ancestors,
      reference: 'hand-written',
      wanted: null,
      draw: () => {
        const id = tree.first + tree.count - 1 - below(Math.ceil(tree.count / 2));
        return { ours: graphql(ANCESTORS_QUERY, { id }), reference: get(`/ancestors/${id}`) };
      },
    },
  ];
}
