import { describeOaiRepository } from '../../domain/harvesting/oai-repository.ts';
import { listOaiRecords, viewOaiRecord } from '../../domain/harvesting/oai-records.ts';
import type { OaiPlace } from '../../domain/rows.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { decodeCursor, encodeCursor, largestPage, pageSize } from '../pages.ts';
import { isSelected } from '../selection.ts';

const CURSOR = 'oaiRecords';

function placeOf(cursor: string | null | undefined): OaiPlace | null {
  const parts = decodeCursor(CURSOR, cursor);
  if (parts === undefined) return null;
  const [stampMicros = 0, datasetId = 0, boundMicros = 0] = parts.map(Number);
  return { stampMicros, datasetId, boundMicros };
}

function microsOf(moment: Date | null | undefined): number | null {
  return moment === null || moment === undefined ? null : moment.getTime() * 1000;
}

export const oaiResolvers: Resolvers = {
  Query: {
    oaiRepository: (_root, _args, context) => describeOaiRepository(context, null),
    oaiRecords: async (_root, { format, set, from, before, after, first }, context, info) => {
      const { records, readAt, next } = await listOaiRecords(context, {
        format,
        set: set ?? null,
        fromMicros: microsOf(from),
        beforeMicros: microsOf(before),
        after: placeOf(after),
        limit: pageSize(first ?? 100, largestPage(context)),
        withExports: isSelected(info, 'nodes', 'export'),
      });
      const cursor = next === undefined ? null : encodeCursor(CURSOR, [next.stampMicros, next.datasetId, next.boundMicros]);
      return { nodes: records, readAt, cursor };
    },
    oaiRecord: async (_root, { identifier, format }, context) => viewOaiRecord(context, { identifier, format: format ?? null }),
  },
  OaiRepository: {
    earliestChange: (repository) => repository.earliestChange(),
    hasSets: (repository) => repository.hasSets(),
  },
  OaiRecord: {
    changedAt: ({ stampMicros }) => new Date(Math.floor(stampMicros / 1000)),
    export: ({ metadata }) => metadata,
  },
};
