import { z } from 'zod';
import { type DatasetKey, type DatasetWithGrants, updateDataset } from '../../db/queries/datasets.ts';
import type { FileRow } from '../../db/queries/file-columns.ts';
import {
  countDataFilesOf,
  findDuplicate,
  findFileRecord,
  insertDataFile,
  insertFileRecord,
  listLabels,
} from '../../db/queries/file-records.ts';
import { insertNode } from '../../db/queries/nodes.ts';
import { findVersion, updateVersion, type VersionRow } from '../../db/queries/versions.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import type { StagedFile } from '../../storage/file-storage.ts';
import { humanSize } from '../../storage/human-size.ts';
import { type CommandContext, command, query, type Scope } from '../command.ts';
import { lockDataset, loadDataset } from '../datasets/dataset-subject.ts';
import type { DomainServices } from '../services.ts';
import { ensureDraft, requireWorkingVersion } from '../versions/ensure-draft.ts';
import { requireAccessTerms } from '../versions/version-terms.ts';
import { line, longText } from '../text-limits.ts';
import { chooseContentType, detectContentType } from './detect-content-type.ts';
import { cleanCategories } from './file-categories.ts';
import { cleanDirectoryLabel, directoryLabelProblems, labelProblems, nextFreeName } from './file-path.ts';

/** What an upload has to keep to. */
export interface UploadRules {
  readonly maximumBytes: number | null;
  readonly checksumAlgorithm: StagedFile['checksum']['algorithm'];
}

/** The rules of this installation for new files. Source: files.md 16.1, 17. */
export function uploadRules(services: DomainServices): UploadRules {
  const limits = services.settings.get(':MaxFileUploadSizeInBytes');
  return {
    maximumBytes: limits?.[services.storage.driver] ?? limits?.['default'] ?? null,
    checksumAlgorithm: services.settings.get(':FileFixityChecksumAlgorithm') ?? 'MD5',
  };
}

async function refuseFullDataset(
  context: { readonly actor: CommandContext['actor'] },
  dataset: DatasetWithGrants,
  count: () => Promise<number>,
): Promise<void> {
  const limit = dataset.datasetFileCountLimit ?? dataset.inheritedFileCountLimit;
  if (limit === null || context.actor.superuser || (await count()) < limit) return;
  throw new DomainError('FILE_LIMIT_REACHED', `The dataset has reached the maximum number of files allowed, ${limit}.`);
}

/** Checks before any byte is read whether the actor may add a file now, and says what the upload has to keep to. */
export const admitUpload = query({
  name: 'admitUpload',
  subject: loadDataset,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (context, { dataset }, _key: DatasetKey): Promise<UploadRules> => {
    await refuseFullDataset(context, dataset, async () => (await countDataFilesOf(context.db, [dataset.id])).get(dataset.id) ?? 0);
    return uploadRules(context.services);
  },
});

/** Text that every label which could collide begins with: the name without extension and trailing number. */
function stemOf(label: string): string {
  const dot = label.lastIndexOf('.');
  return (dot > 0 ? label.slice(0, dot) : label).replace(/-\d+$/, '');
}

async function freeLabel(scope: Scope, datasetId: number, directoryLabel: string | null, label: string): Promise<string> {
  const taken = new Set(await listLabels(scope.tx, datasetId, directoryLabel, stemOf(label)));
  return nextFreeName(label, (candidate) => taken.has(candidate));
}

async function refuseDuplicate(scope: Scope, working: VersionRow, file: StagedFile): Promise<void> {
  const existing = await findDuplicate(scope.tx, working, file.checksum);
  if (existing === undefined) return;
  throw new DomainError('DUPLICATE_FILE', `This file has the same content as ${existing} in the dataset.`, {
    problems: [{ pointer: '/file', message: `has the same content as ${existing}` }],
  });
}

const staged = z.custom<StagedFile>();

/** Adds a staged file to the draft, which is made if there is none; its record. Source: files.md 4. */
export const addFile = command({
  name: 'addFile',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    file: staged,
    label: z.string().nullish(),
    directoryLabel: z.string().nullish(),
    description: longText.nullish(),
    categories: z.array(line).max(1000, 'must not be more than 1000').nullish(),
    restrict: z.boolean().nullish(),
    provFreeForm: longText.nullish(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, input): Promise<{ dataset: DatasetWithGrants; version: VersionRow; file: FileRow }> => {
    const { tx, services, actor } = scope;
    const { file } = input;
    await refuseFullDataset(scope, dataset, async () => (await countDataFilesOf(tx, [dataset.id])).get(dataset.id) ?? 0);
    const { maximumBytes } = uploadRules(services);
    if (maximumBytes !== null && file.sizeBytes > maximumBytes) {
      throw new DomainError('FILE_TOO_LARGE', `The file has ${humanSize(file.sizeBytes)}; the limit is ${humanSize(maximumBytes)}.`);
    }
    const working = await requireWorkingVersion(scope, dataset.id);
    await refuseDuplicate(scope, working, file);

    const label = input.label ?? file.fileName;
    const directoryLabel = cleanDirectoryLabel(input.directoryLabel ?? null);
    const problems: Problem[] = [...labelProblems(label, '/label'), ...directoryLabelProblems(directoryLabel, '/directoryLabel')];
    if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join(' '), { problems });
    const restricted = input.restrict ?? false;
    if (restricted && services.settings.get(':PublicInstall') === true) {
      throw new DomainError('BAD_USER_INPUT', 'This installation does not restrict files.', {
        problems: [{ pointer: '/restrict', message: 'must not be true here' }],
      });
    }
    requireAccessTerms(working, restricted);

    const draft = await ensureDraft(scope, dataset.id);
    const storageId = services.storage.newStorageId();
    const location = { authority: dataset.authority, identifier: dataset.identifier, storageId };
    const place = await insertNode(tx, { kind: 'DATAFILE', owner: dataset, creatorId: actor.account?.id ?? null, permissionRoot: false });
    await insertDataFile(tx, {
      id: place.id,
      datasetId: dataset.id,
      contentType: chooseContentType(file.suppliedContentType, await detectContentType(label, file.head)),
      sizeBytes: file.sizeBytes,
      checksumAlgorithm: file.checksum.algorithm,
      checksumValue: file.checksum.value,
      storageDriver: services.storage.driver,
      storageId,
      restricted,
    });
    await insertFileRecord(tx, {
      datasetId: dataset.id,
      dataFileId: place.id,
      validFrom: draft.ordinal,
      label: await freeLabel(scope, dataset.id, directoryLabel, label),
      directoryLabel,
      description: input.description ?? '',
      restricted,
      categories: cleanCategories(input.categories ?? []),
      provFreeForm: input.provFreeForm || null,
    });
    await updateVersion(tx, draft.id, {});
    await updateDataset(tx, dataset.id, {});
    // The bytes move into place last, and before the commit: a row is never without its bytes.
    scope.afterRollback(() => services.storage.remove(location));
    await services.storage.keep(file, location);
    scope.note({ file: place.id });

    const version = await findVersion(tx, dataset.id, { states: ['DRAFT'] });
    const record = await findFileRecord(tx, place.id, draft.ordinal);
    if (version === undefined || record === undefined) throw new Error('The file was not stored.');
    return { dataset, version, file: record };
  },
});
