import { z } from 'zod';
import { DatasetMoveDocument } from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { booleanParameter, collectionReference, datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

export const datasetMoveRoutes: readonly Route[] = [
  route({
    id: 'datasets.move',
    method: 'POST',
    path: '/api/datasets/{id}/move/{targetCollectionAlias}',
    summary: 'Moves the dataset with its files into another collection.',
    auth: 'token',
    query: z.object({ ...persistentIdQuery.shape, forceMove: booleanParameter }),
    statuses: { COLLECTION_NOT_FOUND: 400 },
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_NOT_PUBLISHED', 'DATASET_NOT_FOUND', 'DATASET_MOVE_REFUSED', 'DATASET_MOVE_UNDOES'],
    answer: messageAnswer,
    operation: DatasetMoveDocument,
    variables: ({ path, query }) => ({
      input: {
        dataset: datasetReference(path.id, query),
        target: collectionReference(path.targetCollectionAlias),
        force: query.forceMove,
      },
    }),
    reply: () => ({ message: 'Dataset moved successfully.' }),
  }),
];
