import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { PermissionMask } from '../../permission-set.ts';
import { effectivePermissions } from '../../kernel/actor.ts';
import { query } from '../../kernel/command.ts';
import { loadDataset } from '../subjects/dataset-subject.ts';

/** What the actor may do with a dataset, whether or not the actor may see it. Source: datasets.md 14.1. */
export const findOwnDatasetPermissions = query({
  name: 'findOwnDatasetPermissions',
  subject: loadDataset,
  requires: 'Public',
  run: ({ actor }, { granted }, _key: DatasetKey): PermissionMask => effectivePermissions(actor, granted),
});
