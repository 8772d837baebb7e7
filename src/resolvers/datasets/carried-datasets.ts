import { carryDataset } from '../../domain/datasets/carrying/carry-dataset.ts';
import { listCarriedFiles, viewCarriedDataset } from '../../domain/datasets/carrying/view-carried-dataset.ts';
import { type CarriedPartsPlace, listCarriedTableParts } from '../../domain/datasets/carrying/view-carried-table.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import { CARRIED_TABLE_PARTS } from '../../vocabulary/ingest.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { decodeCursor, encodeCursor, MAXIMUM_PAGE, pageSize } from '../pages.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { requireDataset } from './datasets.ts';

const CURSOR = 'carriedFiles';
const PARTS_CURSOR = 'carriedParts';
const FIRST_PART: CarriedPartsPlace = { kind: 'variable', editsId: 0, place: -1 };

function placeOf(cursor: string | null | undefined): CarriedPartsPlace {
  const parts = decodeCursor(PARTS_CURSOR, cursor);
  if (parts === undefined) return FIRST_PART;
  const [sent, editsId, place] = parts;
  return { kind: CARRIED_TABLE_PARTS.find((kind) => kind === sent) ?? 'variable', editsId: Number(editsId), place: Number(place) };
}

export const carriedDatasetResolvers: Resolvers = {
  Query: {
    carriedDataset: (_root, { reference }, context) => viewCarriedDataset(context, { dataset: datasetKeyOf(reference) }),
  },
  Mutation: {
    carryDataset: async (_root, { input }, context) => {
      const { datasetId, filesWithoutBytes } = await carryDataset(context, {
        collection: collectionKey(input.collection),
        upload: input.dataset,
      });
      return { dataset: await requireDataset(context, datasetId), filesWithoutBytes };
    },
  },
  CarriedDataset: {
    databaseId: ({ dataset }) => dataset.id,
    persistentId: ({ dataset }) => persistentIdText(dataset),
    files: async (carried, { first, after: cursor }, context) => {
      const [after = 0] = decodeCursor(CURSOR, cursor) ?? [];
      const { records, next } = await listCarriedFiles(context, carried, { after: Number(after), limit: pageSize(first ?? MAXIMUM_PAGE) });
      return { records: [...records], endCursor: next === null ? null : encodeCursor(CURSOR, [next]) };
    },
    tableParts: async (carried, { file, first, after }, context) => {
      const page = { after: placeOf(after), limit: pageSize(first ?? MAXIMUM_PAGE) };
      const { parts, next } = await listCarriedTableParts(context, carried, file, page);
      return { parts: [...parts], endCursor: next === null ? null : encodeCursor(PARTS_CURSOR, [next.kind, next.editsId, next.place]) };
    },
  },
};
