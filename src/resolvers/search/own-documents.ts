import { listOwn } from '../../domain/search/own-documents.ts';
import { NODE_KINDS } from '../../vocabulary/collections.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { isIncluded } from '../selection.ts';
import { hitModel } from './search.ts';

const PAGE = 10;

export const ownDocumentResolvers: Resolvers = {
  Viewer: {
    ownHits: async (_viewer, { query, roles, kinds, statuses, complete, userName, page, first }, context, info) => {
      const found = await listOwn(context, {
        query: query ?? '*',
        roleIds: roles ?? null,
        kinds: kinds ?? NODE_KINDS,
        statuses: statuses ?? null,
        complete: complete ?? null,
        userName: userName ?? null,
        page: page ?? 1,
        limit: first ?? PAGE,
        withHighlights: isIncluded(info, 'nodes', 'hit', 'highlights'),
      });
      const { COLLECTION, DATASET, DATAFILE } = found.countsByKind;
      return {
        nodes: found.hits.map(({ hit, ...facts }) => ({ ...facts, roleNames: [...facts.roleNames], hit: hitModel(hit, context) })),
        page: found.page,
        totalCount: found.totalCount,
        countsByKind: { collections: COLLECTION, datasets: DATASET, files: DATAFILE },
        statuses: found.statuses.map(({ value, count }) => ({ value, label: value, count })),
        roles: [...found.roles],
        cutShort: found.cut,
      };
    },
  },
};
