/** Versions, and what they say of files, found again by their ids: many cost as many statements as one. */
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import type { VersionFileKey } from '../../db/queries/files/file-records.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { VersionState } from '../../vocabulary/datasets.ts';
import { query, type ReadContext, type Requirement } from '../../kernel/command.ts';

/** What seeing a version in each state takes. Source: datasets.md 1.2. */
const VIEWING: Readonly<Record<VersionState, Requirement>> = {
  DRAFT: 'ViewUnpublishedDataset',
  RELEASED: 'Public',
  DEACCESSIONED: 'EditDataset',
};

interface ReadScope {
  readonly context: ReadContext;
}

/** A version with its dataset. */
export interface VersionOfDataset {
  readonly version: VersionRow;
  readonly dataset: DatasetWithGrants;
}

async function loadVersion({ context }: ReadScope, id: number) {
  const version = await context.loaders.version.load(id);
  const dataset = version === undefined ? undefined : await context.loaders.dataset.load(version.datasetId);
  if (version === undefined || dataset === undefined) {
    throw new DomainError('DATASET_VERSION_NOT_FOUND', `There is no dataset version ${id}.`);
  }
  return { nodeId: dataset.id, datasetId: dataset.id, granted: dataset.granted, version, dataset };
}

/** A version by its id. */
export const viewVersionById = query({
  name: 'viewVersionById',
  subject: loadVersion,
  requires: ({ version }) => VIEWING[version.state],
  run: (_context, { version, dataset }, _id: number): VersionOfDataset => ({ version, dataset }),
});

/** What a version says of a file, under the rule of the version. */
export const viewVersionFile = query({
  name: 'viewVersionFile',
  subject: async (scope: ReadScope, key: VersionFileKey) => {
    const [found, file] = await Promise.all([loadVersion(scope, key.versionId), scope.context.loaders.versionFile.load(key)]);
    if (file === undefined) throw new DomainError('FILE_NOT_FOUND', `Version ${key.versionId} has no file record ${key.recordId}.`);
    return { ...found, file };
  },
  requires: ({ version }) => VIEWING[version.state],
  run: (_context, { version, dataset, file }): VersionOfDataset & { readonly file: FileRow } => ({ version, dataset, file }),
});
