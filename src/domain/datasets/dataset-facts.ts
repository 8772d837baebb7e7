/** Small facts of a dataset that clients need before they show it. Source: datasets.md 14.1. */
import { z } from 'zod';
import { findDatasetMoments, hasOpenFile, sumDatasetBytes } from '../../db/queries/datasets/dataset-facts.ts';
import { type DatasetKey, updateDataset } from '../../db/queries/datasets/datasets.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import type { VersionFacts } from '../../db/queries/versions/versions.ts';
import { holdsPermission } from '../../kernel/actor.ts';
import { command, type CommandContext, query, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { isKnownReadable } from '../files/shown-bytes.ts';
import { loadAskedDataset, lockDataset, maySeeDraft } from '../subjects/dataset-subject.ts';

/** Tags that files can have where the setting `:FileCategories` names none. */
const DEFAULT_CATEGORIES: readonly string[] = ['Documentation', 'Data', 'Code'];
/** Fields that a summary shows where the setting `:CustomDatasetSummaryFields` names none. */
const DEFAULT_SUMMARY_FIELDS: readonly string[] = ['dsDescription', 'subject', 'keyword', 'publication', 'notesText'];

function chosen(named: readonly string[] | undefined, defaults: readonly string[]): readonly string[] {
  return named === undefined || named.length === 0 ? defaults : named;
}

/** Categories for files of a dataset: those of the installation, then further ones of its files that the actor may see. */
export const listAvailableFileCategories = query({
  name: 'listAvailableFileCategories',
  subject: loadAskedDataset,
  requires: 'Public',
  run: async (context: ReadContext, { dataset }, _key: DatasetKey): Promise<string[]> => {
    const part = maySeeDraft(context, dataset) ? 'categories' : 'releasedCategories';
    const { [part]: own } = await context.loaders.datasetAsides.load({ datasetId: dataset.id, part });
    return [...new Set([...chosen(context.services.settings.get(':FileCategories'), DEFAULT_CATEGORIES), ...own])];
  },
});

/** Names of the metadata fields that a summary of a dataset shows, in order. */
export const listSummaryFields = query({
  name: 'listSummaryFields',
  subject: noSubject,
  requires: 'Public',
  run: ({ services }: CommandContext, _subject, _input: Readonly<Record<string, never>>): string[] => [
    ...chosen(services.settings.get(':CustomDatasetSummaryFields'), DEFAULT_SUMMARY_FIELDS),
  ],
});

/** Whether the actor may read the bytes of any file of a version that they were shown; `read` are those of its files that were read with it. */
export const hasDownloadableFile = detail({
  name: 'hasDownloadableFile',
  run: async (context: ReadContext, version: VersionFacts, read: readonly FileRow[] | null): Promise<boolean> => {
    const { actor, db, loaders } = context;
    if (read?.some(({ dataFile }) => isKnownReadable(actor, version, dataFile)) === true) return true;
    const granted = (await loaders.nodeGrants.load(version.datasetId))?.granted ?? 0;
    return hasOpenFile(db, {
      datasetId: version.datasetId,
      ordinal: version.ordinal,
      identities: actor.identities,
      viewsUnpublished: holdsPermission(actor, granted, 'ViewUnpublishedDataset'),
      downloadsRestricted: holdsPermission(actor, granted, 'DownloadFile'),
    });
  },
  sent: () => undefined,
});

/** Limits the number of files of a dataset, or takes that limit back, so that those of its collections count; the id of the dataset. */
export const setDatasetFileLimit = command({
  name: 'setDatasetFileLimit',
  input: z.object({ dataset: z.custom<DatasetKey>(), limit: z.int32().min(0, 'must not be negative').nullish() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ tx, note }, { dataset }, { limit }): Promise<number> => {
    await updateDataset(tx, dataset.id, { datasetFileCountLimit: limit ?? null });
    note({ limit: limit ?? null });
    return dataset.id;
  },
});

/** Timestamps of the events of a dataset that the actor may know. */
export interface DatasetTimestamps {
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
  readonly lastMajorReleaseAt: Date | null;
  /** What only those may know who see drafts; null for others. */
  readonly internal: {
    readonly updatedAt: Date;
    readonly permissionsChangedAt: Date | null;
    readonly registeredAt: Date | null;
  } | null;
}

/** Moments in the life of a dataset; null for those who may not see it. */
export const findDatasetTimestamps = query({
  name: 'findDatasetTimestamps',
  subject: loadAskedDataset,
  requires: 'Public',
  run: async (context, { dataset }, _key: DatasetKey): Promise<DatasetTimestamps | null> => {
    const seesDraft = maySeeDraft(context, dataset);
    if (dataset.publishedAt === null && !seesDraft) return null;
    const { lastMajorReleaseAt, updatedAt, permissionsChangedAt } = await findDatasetMoments(context.db, dataset.id);
    return {
      createdAt: dataset.createdAt,
      publishedAt: dataset.publishedAt,
      lastMajorReleaseAt,
      internal: seesDraft ? { updatedAt, permissionsChangedAt, registeredAt: dataset.registeredAt } : null,
    };
  },
});

/** Bytes that the files of a dataset take, published or not. */
export const datasetStorageSize = query({
  name: 'datasetStorageSize',
  subject: loadAskedDataset,
  requires: 'ViewUnpublishedDataset',
  run: (context, { dataset }, _key: DatasetKey): Promise<number> => sumDatasetBytes(context.db, dataset.id),
});
