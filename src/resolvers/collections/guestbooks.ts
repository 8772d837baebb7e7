import {
  countUseOfGuestbooks,
  createGuestbook,
  enableGuestbook,
  listGuestbooks,
  viewGuestbook,
} from '../../domain/collections/guestbooks/guestbook-commands.ts';
import {
  assignGuestbook,
  removeGuestbook,
  setGuestbookTime,
  viewGuestbookTime,
} from '../../domain/collections/guestbooks/guestbook-of-dataset.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { connectionOfWhole } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

export const guestbookResolvers: Resolvers = {
  Query: {
    guestbook: (_root, { databaseId }, context) => viewGuestbook(context, { id: databaseId }),
  },
  Mutation: {
    createGuestbook: async (_root, { input }, context) => ({
      guestbook: await createGuestbook(context, {
        collection: collectionKey(input.collection),
        name: input.name,
        enabled: input.enabled ?? true,
        nameRequired: input.nameRequired ?? false,
        emailRequired: input.emailRequired ?? false,
        institutionRequired: input.institutionRequired ?? false,
        positionRequired: input.positionRequired ?? false,
        questions: (input.questions ?? []).map(({ question, type, required, hidden, displayOrder, options }) => ({
          question,
          type,
          required: required ?? false,
          hidden: hidden ?? false,
          displayOrder: displayOrder ?? 0,
          options: [...(options ?? [])],
        })),
      }),
    }),
    enableGuestbook: async (_root, { input: { collection, guestbookDatabaseId, enabled } }, context) => ({
      guestbook: await enableGuestbook(context, { collection: collectionKey(collection), guestbookId: guestbookDatabaseId, enabled }),
    }),
    assignGuestbook: async (_root, { input: { dataset, guestbookDatabaseId } }, context) => {
      const { datasetId, former } = await assignGuestbook(context, { dataset: datasetKeyOf(dataset), guestbookId: guestbookDatabaseId });
      return { dataset: await requireDataset(context, datasetId), formerGuestbookDatabaseId: former };
    },
    setGuestbookTime: async (_root, { input: { dataset, atRequest } }, context) => ({
      guestbookTime: await setGuestbookTime(context, { dataset: datasetKeyOf(dataset), atRequest: atRequest ?? null }),
    }),
    removeGuestbook: async (_root, { input: { dataset } }, context) => {
      const { datasetId, former } = await removeGuestbook(context, { dataset: datasetKeyOf(dataset) });
      return { dataset: await requireDataset(context, datasetId), formerGuestbookDatabaseId: former };
    },
  },
  Dataset: {
    guestbookTime: ({ key }, _args, context) => viewGuestbookTime(context, { dataset: key }),
  },
  Collection: {
    guestbooks: async ({ key: collection }, { includeInherited, ...args }, context) => {
      const guestbooks = await listGuestbooks(context, { collection, inherited: includeInherited ?? false });
      const guestbookIds = guestbooks.map(({ id }) => id);
      // Counted together, and once.
      let counted: ReturnType<typeof countUseOfGuestbooks> | undefined;
      const count = () => (counted ??= countUseOfGuestbooks(context, { collection, guestbookIds }));
      const rows = guestbooks.map((guestbook, place) => ({
        guestbook,
        use: async () => (await count())[place] ?? { datasets: 0, responses: 0 },
      }));
      return connectionOfWhole(context, args, { name: 'guestbooks', rows, keyOf: ({ guestbook: { id } }) => id, item: (row) => row });
    },
  },
  Guestbook: {
    databaseId: ({ id }) => id,
    questions: ({ questions }) =>
      questions.map(({ id, questionType, options, ...question }) => ({
        ...question,
        databaseId: id,
        type: questionType,
        options: [...options],
      })),
    createdAt: ({ createdAt }) => new Date(createdAt),
    collectionDatabaseId: ({ collectionId }) => collectionId,
  },
  CollectionGuestbook: {
    usageCount: async ({ use }) => (await use()).datasets,
    responseCount: async ({ use }) => (await use()).responses,
  },
};
