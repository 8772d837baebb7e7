import { search, type SearchHit } from '../../domain/search/search.ts';
import { NODE_KINDS } from '../../vocabulary/collections.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { collectionModel, datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { decodeCursor, encodeCursor, largestPage, pageSize, sliceOf } from '../pages.ts';
import { collectionKey } from '../references.ts';
import { isSelected } from '../selection.ts';

const CURSOR = 'hits';
/** Farther ones are refused by the search itself. */
const ANY_SLICE = 2_147_483_647;

function hitModel(hit: SearchHit, { services }: Pick<RequestContext, 'services'>) {
  const { documentId, score, statuses } = hit.document;
  const facts = { documentId, score, publicationStatuses: [...statuses] };
  if (hit.kind === 'COLLECTION') return { ...facts, collection: collectionModel(hit.collection) };
  const datasetVersion = versionModel(datasetModel(hit.dataset, services), hit.version);
  if (hit.kind === 'DATASET') return { ...facts, datasetVersion };
  return { ...facts, datasetVersion, fileMetadata: fileMetadataModel(datasetVersion, hit.file) };
}

export const searchResolvers: Resolvers = {
  SearchHit: { __resolveType: (hit) => ('collection' in hit ? 'CollectionHit' : 'fileMetadata' in hit ? 'FileHit' : 'DatasetHit') },
  Query: {
    search: async (_root, { query, filters, kinds, within, near, orderBy, direction, first, after, offset }, context, info) => {
      const place = decodeCursor(CURSOR, after);
      const start = place === undefined ? sliceOf({ offset }, ANY_SLICE).offset : Number(place[0]) + 1;
      const size = pageSize(first, largestPage(context));
      const found = await search(context, {
        query,
        filters: filters ?? [],
        kinds: kinds ?? NODE_KINDS,
        within: (within ?? []).map(collectionKey),
        circle: near ?? undefined,
        sort: orderBy ?? null,
        descending: direction === null || direction === undefined ? null : direction === 'DESC',
        offset: start,
        limit: size,
        withFacets: isSelected(info, 'facets'),
      });
      const edges = found.hits.map((hit, position) => ({ cursor: encodeCursor(CURSOR, [start + position]), node: hitModel(hit, context) }));
      const { COLLECTION, DATASET, DATAFILE } = found.countsByKind;
      return {
        edges,
        nodes: edges.map(({ node }) => node),
        pageInfo: {
          hasNextPage: start + size < found.totalCount,
          hasPreviousPage: start > 0,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
        totalCount: found.totalCount,
        countsByKind: { collections: COLLECTION, datasets: DATASET, files: DATAFILE },
        facets: found.facets,
      };
    },
  },
};
