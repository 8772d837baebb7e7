import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { command } from '../../kernel/command.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { removeDataset } from './remove-dataset.ts';

/** Removes a dataset for good, whatever its state and its locks; its id. Source: datasets.md 8. */
export const destroyDataset = command({
  name: 'destroyDataset',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async (scope, { dataset }): Promise<number> => {
    await removeDataset(scope, dataset);
    return dataset.id;
  },
});
