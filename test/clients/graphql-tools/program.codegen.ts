// Compiled against what graphql-codegen's client preset makes.
import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
import { CreateDatasetDocument, DatasetPageDocument, FindDatasetsDocument } from './gql/graphql.ts';

export const reference: VariablesOf<typeof DatasetPageDocument> = { reference: { persistentId: 'doi:10.5072/FK2/A' }, first: 10 };
export function titleOf(page: ResultOf<typeof DatasetPageDocument>): string | null | undefined {
  return page.dataset?.latestVersion?.metadata?.citation?.title;
}
export function titlesOf(found: ResultOf<typeof FindDatasetsDocument>): string[] {
  return found.search.nodes.flatMap((node) => (node.__typename === 'DatasetHit' ? [node.datasetVersion.title] : []));
}
export const input: VariablesOf<typeof CreateDatasetDocument> = {
  input: {
    collection: { alias: 'soils' },
    version: { typed: { metadata: { citation: { title: 'A', subject: ['ARTS_AND_HUMANITIES'] } } } },
  },
};
// @ts-expect-error -- a reference has one key
export const two: VariablesOf<typeof DatasetPageDocument> = { reference: { databaseId: 3, persistentId: 'doi:10.5072/FK2/A' }, first: 10 };
