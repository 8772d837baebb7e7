import { search, type SearchHit } from '../../domain/search/search.ts';
import { listSimilar, suggestNames } from '../../domain/search/suggest.ts';
import { countDatasetsShown, listShownIn } from '../../domain/search/shown-places.ts';
import { NODE_KINDS } from '../../vocabulary/collections.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Resolvers, ResolversParentTypes } from '../generated/resolver-types.ts';
import { collectionModel, datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { decodeCursor, encodeCursor, largestPage, pageSize, sliceOf } from '../pages.ts';
import { collectionKey } from '../references.ts';
import { isIncluded } from '../selection.ts';

const CURSOR = 'hits';
const SIMILAR = 5;
const SUGGESTED = 10;
/** Farther ones are refused by the search itself. */
const ANY_SLICE = 2_147_483_647;

/** A hit with its addresses. */
export function hitModel(hit: SearchHit, { services }: Pick<RequestContext, 'services'>): ResolversParentTypes['SearchHit'] {
  const { documentId, score, statuses, sortDate } = hit.document;
  const facts = { documentId, score, publicationStatuses: [...statuses], sortDate: new Date(sortDate), highlights: hit.highlights };
  const { siteUrl } = services.installation;
  if (hit.kind === 'COLLECTION') {
    const { alias } = hit.collection;
    const [url, apiUrl] = [`${siteUrl}/collection/${alias}`, `${siteUrl}/api/collections/${alias}`];
    return { ...facts, url, apiUrl, collection: collectionModel(hit.collection) };
  }
  const dataset = datasetModel(hit.dataset, services);
  const datasetVersion = versionModel(dataset, hit.version);
  if (hit.kind === 'DATASET') {
    return { ...facts, url: dataset.persistentUrl, apiUrl: `${siteUrl}/api/datasets/${hit.document.nodeId}`, datasetVersion };
  }
  const { nodeId, variableCount, observationCount } = hit.document;
  const [url, apiUrl] = [`${siteUrl}/api/access/datafile/${nodeId}`, `${siteUrl}/api/files/${nodeId}`];
  return {
    ...facts,
    url,
    apiUrl,
    variableCount,
    observationCount,
    datasetVersion,
    citedVersion: versionModel(dataset, hit.cited),
    fileMetadata: fileMetadataModel(datasetVersion, hit.file),
  };
}

export const searchResolvers: Resolvers = {
  SearchHit: { __resolveType: (hit) => ('collection' in hit ? 'CollectionHit' : 'fileMetadata' in hit ? 'FileHit' : 'DatasetHit') },
  Collection: {
    datasetCount: ({ row }, _args, context) => (row.publishedAt === null ? null : countDatasetsShown(context, row.id)),
  },
  Dataset: {
    shownIn: async ({ row }, _args, context) => (await listShownIn(context, row.id)).map(collectionModel),
    similar: async ({ row }, { first }, context) =>
      (await listSimilar(context, row.id, first ?? SIMILAR)).map((similar) => datasetModel(similar, context.services)),
  },
  Query: {
    searchNames: (_root, { beginning, first }, context) => suggestNames(context, { beginning, first: first ?? SUGGESTED }),
    searchServices: (_root, _args, { services }) => services.search.services,
    search: async (_root, { query, filters, kinds, within, near, orderBy, first, after, offset, service }, context, info) => {
      const place = decodeCursor(CURSOR, after);
      const start = place === undefined ? sliceOf({ offset }, ANY_SLICE).offset : Number(place[0]) + 1;
      const size = pageSize(first, largestPage(context));
      const found = await search(context, {
        query,
        filters: filters ?? [],
        kinds: kinds ?? NODE_KINDS,
        within: (within ?? []).map(collectionKey),
        circle: near ?? undefined,
        sort: orderBy?.field ?? null,
        descending: orderBy?.direction ? orderBy.direction === 'DESC' : null,
        offset: start,
        limit: size,
        service: service ?? null,
        withFacets: isIncluded(info, 'facets') || isIncluded(info, 'facetsEstimated'),
        withAlternatives: isIncluded(info, 'spellingAlternatives'),
        withHighlights: isIncluded(info, 'nodes', 'highlights') || isIncluded(info, 'edges', 'node', 'highlights'),
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
        facetsEstimated: found.facetsEstimated,
        cutShort: found.cut,
        spellingAlternatives: found.alternatives.map(({ word, alternatives }) => ({ word, alternatives: [...alternatives] })),
      };
    },
  },
};
