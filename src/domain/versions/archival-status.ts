/** What an archive tells of its copy of a version. Source: datasets.md 14.1. */
import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { type ArchivalCopyRow, deleteArchivalCopy, findArchivalCopy, putArchivalCopy } from '../../db/queries/versions/archival-copies.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { longText } from '../../model/text-limits.ts';
import { ARCHIVAL_STATES } from '../../vocabulary/datasets.ts';
import { loadDataset, lockDataset } from '../subjects/dataset-subject.ts';
import { requireVersion } from './require-version.ts';

function statusNotFound(version: string): DomainError {
  return new DomainError('ARCHIVAL_STATUS_NOT_FOUND', `No archive has told of a copy of version ${version}.`);
}

/** Which version of which dataset. */
export interface ArchivedVersion {
  readonly dataset: DatasetKey;
  readonly version: string;
}

const archivedVersion = { dataset: z.custom<DatasetKey>(), version: z.string() };

/** What is known of the copy of a version. @throws DomainError DATASET_VERSION_NOT_FOUND | ARCHIVAL_STATUS_NOT_FOUND */
export const viewArchivalStatus = query({
  name: 'viewArchivalStatus',
  sent: ({ version }: ArchivedVersion) => version,
  subject: (scope, { dataset }: ArchivedVersion) => loadDataset(scope, dataset),
  requires: 'Superuser',
  run: async ({ db }, { dataset }, { version }): Promise<ArchivalCopyRow> => {
    const { id } = await requireVersion(db, dataset.id, version);
    const found = await findArchivalCopy(db, id);
    if (found === undefined) throw statusNotFound(version);
    return found;
  },
});

/**
 * Records what an archive tells. Works under any lock: a workflow archives while it publishes.
 * @throws DomainError BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND
 */
export const setArchivalStatus = command({
  name: 'setArchivalStatus',
  input: z.object({ ...archivedVersion, status: z.enum(ARCHIVAL_STATES), message: longText }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'Superuser',
  run: async ({ tx, note }, { dataset }, { version, status, message }): Promise<ArchivalCopyRow> => {
    const { id } = await requireVersion(tx, dataset.id, version);
    note({ version: id, status });
    return putArchivalCopy(tx, id, status, message);
  },
});

/** Forgets what an archive told. @throws DomainError DATASET_VERSION_NOT_FOUND | ARCHIVAL_STATUS_NOT_FOUND */
export const deleteArchivalStatus = command({
  name: 'deleteArchivalStatus',
  input: z.object(archivedVersion),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'Superuser',
  run: async ({ tx, note }, { dataset }, { version }): Promise<number> => {
    const { id } = await requireVersion(tx, dataset.id, version);
    if (!(await deleteArchivalCopy(tx, id))) throw statusNotFound(version);
    note({ version: id });
    return id;
  },
});
