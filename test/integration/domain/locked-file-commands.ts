import { createTableIngester } from '../../../src/adapters/tables/table-ingester.ts';
import { addArchive } from '../../../src/domain/files/add-file.ts';
import { addAuxiliaryFile, admitAuxiliaryFile } from '../../../src/domain/files/auxiliary/add-auxiliary-file.ts';
import { auxiliaryTag } from '../../../src/domain/files/auxiliary/auxiliary-tag.ts';
import { removeAuxiliaryFile } from '../../../src/domain/files/auxiliary/remove-auxiliary-file.ts';
import { changeFileCategories } from '../../../src/domain/files/change-categories.ts';
import { setFileEmbargo, unsetFileEmbargo } from '../../../src/domain/files/file-embargo.ts';
import { setFileRetention, unsetFileRetention } from '../../../src/domain/files/file-retention.ts';
import { detectFileType, storeDetectedType } from '../../../src/domain/files/redetect-file.ts';
import { describeNetcdf } from '../../../src/domain/files/netcdf/extract-ncml.ts';
import { removeFiles } from '../../../src/domain/files/remove-file.ts';
import { admitReplacement, replaceFile } from '../../../src/domain/files/replace-file.ts';
import { changeTabularTags } from '../../../src/domain/files/tabular-tags.ts';
import { updateFilesMetadata } from '../../../src/domain/files/update-file-metadata.ts';
import { setDatasetQuota } from '../../../src/domain/files/quotas/storage-quota-commands.ts';
import { INGESTED_TYPE } from '../../../src/model/ingested-type.ts';
import { admitStorageCleaning, noteStorageCleaning } from '../../../src/domain/integrity/storage-doctor/clean-dataset-folder.ts';
import { reingestFile } from '../../../src/domain/ingest/reingest-file.ts';
import { readVariablesEdit, storeVariableEdits } from '../../../src/domain/ingest/edit-variables.ts';
import { uningestFile } from '../../../src/domain/ingest/uningest-file.ts';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import type { LockedCommand, LockTarget } from './locked-command.ts';

async function addOwnFile({ datasetId, world }: LockTarget): Promise<void> {
  await world.addFile(datasetId, 'own.txt', { content: `own bytes ${datasetId}` });
}

async function ownFile({ datasetId, world }: LockTarget): Promise<{ readonly id: number }> {
  const [row] = await world.sql<{ id: number }[]>`select id from data_file where dataset_id = ${datasetId} order by id desc limit 1`;
  return { id: row?.id ?? 0 };
}

const onOwnFile = (run: LockedCommand['run']): LockedCommand => ({ column: 'edit', editor: true, prepare: addOwnFile, run });

const onOwnTable = (run: LockedCommand['run']): LockedCommand => ({
  ...onOwnFile(run),
  prepare: async (target) => {
    await addOwnFile(target);
    await target.world
      .sql`insert into data_table (data_file_id, case_quantity, variable_quantity, unf) values (${(await ownFile(target)).id}, 1, 1, 'UNF:6:x')`;
  },
});

const onDatableFile = (run: LockedCommand['run']): LockedCommand => ({
  ...onOwnFile(run),
  prepare: async (target) => {
    await addOwnFile(target);
    const { world } = target;
    for (const name of [':MaxEmbargoDurationInMonths', ':MinRetentionDurationInMonths']) {
      await putSetting(world.as(world.superuser), { name, value: '-1' });
    }
  },
});

async function ownFiles(target: LockTarget) {
  return { dataset: { id: target.datasetId }, fileIds: [(await ownFile(target)).id] };
}

/** Commands that replace files, or change many. Source: files.md 2, datasets.md 11.3. */
export const lockedFileCommands: Readonly<Record<string, LockedCommand>> = {
  addArchive: {
    column: 'edit',
    editor: true,
    run: async (context, { datasetId, world }) =>
      addArchive(context, {
        dataset: { id: datasetId },
        files: [{ bytes: await world.stage(`entry ${datasetId}`, 'a.txt'), directoryLabel: null }],
      }),
  },
  admitReplacement: onOwnFile(async (context, target) => admitReplacement(context, await ownFile(target))),
  replaceFile: onOwnFile(async (context, target) =>
    replaceFile(context, { file: await ownFile(target), bytes: await target.world.stage(`new ${target.datasetId}`, 'new.txt') }),
  ),
  admitAuxiliaryFile: onOwnFile(async (context, target) =>
    admitAuxiliaryFile(context, { file: await ownFile(target), formatTag: 'dp', formatVersion: '1' }),
  ),
  addAuxiliaryFile: onOwnFile(async (context, target) =>
    addAuxiliaryFile(context, {
      file: await ownFile(target),
      formatTag: 'dp',
      formatVersion: '1',
      bytes: await target.world.stage(`made of ${target.datasetId}`, 'preview.txt'),
      storageTag: auxiliaryTag(context.services.storage.newStorageId()),
    }),
  ),
  removeAuxiliaryFile: onOwnFile(async (context, target) => {
    const file = await ownFile(target);
    await target.world.sql`
      insert into auxiliary_file (data_file_id, format_tag, format_version, is_public, content_type, size_bytes, storage_tag, checksum_algorithm, checksum_value)
      values (${file.id}, 'dp', '1', false, 'text/plain', 1, ${`aux-${file.id}`}, 'MD5', 'x') on conflict do nothing`;
    return removeAuxiliaryFile(context, { file, formatTag: 'dp', formatVersion: '1' });
  }),
  describeNetcdf: {
    column: 'edit',
    superuser: true,
    prepare: addOwnFile,
    run: async (context, target) => describeNetcdf(context, await ownFile(target)),
  },
  detectFileType: onOwnFile(async (context, target) => detectFileType(context, await ownFile(target))),
  storeDetectedType: onOwnFile(async (context, target) =>
    storeDetectedType(context, { file: await ownFile(target), contentType: 'text/csv' }),
  ),
  uningestFile: {
    column: 'edit',
    prepare: async (target) => {
      await addOwnFile(target);
      await target.world.sql`
        insert into ingest_request (data_file_id, dataset_id, user_account_id, state, told)
        select ${(await ownFile(target)).id}, ${target.datasetId}, id, 'FAILED', true from user_account where superuser limit 1`;
    },
    run: async (context, target) => uningestFile(context, { file: await ownFile(target) }),
  },
  reingestFile: {
    column: 'delete',
    superuser: true,
    prepare: async (target) => {
      await addOwnFile(target);
      await target.world.sql`update data_file set content_type = 'text/csv' where id = ${(await ownFile(target)).id}`;
    },
    run: async (context, target) => {
      const tables = createTableIngester({ timeLimitMs: 60_000, folder: target.world.server.dataDir });
      const services = { ...context.services, tables };
      return reingestFile({ ...context, services }, { file: await ownFile(target) });
    },
  },
  changeFileCategories: onOwnFile(async (context, target) =>
    changeFileCategories(context, { file: await ownFile(target), categories: ['Data'], replace: false }),
  ),
  changeTabularTags: onOwnFile(async (context, target) => {
    const file = await ownFile(target);
    await target.world.sql`update data_file set content_type = ${INGESTED_TYPE} where id = ${file.id}`;
    return changeTabularTags(context, { file, tags: ['Survey'], replace: false });
  }),
  readVariablesEdit: onOwnFile(async (context, target) => readVariablesEdit(context, { file: await ownFile(target), ddi: '<x/>' })),
  storeVariableEdits: onOwnTable(async (context, target) =>
    storeVariableEdits(context, { file: await ownFile(target), sent: { variables: new Map(), groups: [] } }),
  ),
  updateFilesMetadata: onOwnFile(async (context, target) =>
    updateFilesMetadata(context, {
      dataset: { id: target.datasetId },
      files: [{ dataFileId: (await ownFile(target)).id, description: 'Changed' }],
    }),
  ),
  removeFiles: onOwnFile(async (context, target) =>
    removeFiles(context, { dataset: { id: target.datasetId }, fileIds: [(await ownFile(target)).id] }),
  ),
  setFileEmbargo: onDatableFile(async (context, target) =>
    setFileEmbargo(context, { ...(await ownFiles(target)), dateAvailable: '9999-12-31' }),
  ),
  unsetFileEmbargo: onDatableFile(async (context, target) => unsetFileEmbargo(context, await ownFiles(target))),
  setFileRetention: onDatableFile(async (context, target) =>
    setFileRetention(context, { ...(await ownFiles(target)), dateUnavailable: '9999-12-31' }),
  ),
  unsetFileRetention: onDatableFile(async (context, target) => unsetFileRetention(context, await ownFiles(target))),
  admitStorageCleaning: {
    column: 'edit',
    editor: true,
    run: (context, { datasetId }) => admitStorageCleaning(context, { id: datasetId }),
  },
  noteStorageCleaning: {
    column: 'never',
    editor: true,
    run: (context, { datasetId }) => noteStorageCleaning(context, { dataset: { id: datasetId }, strays: ['a'] }),
  },
  setDatasetStorageQuota: {
    column: 'never',
    superuser: true,
    run: (context, { datasetId }) => setDatasetQuota(context, { dataset: { id: datasetId }, quotaBytes: 1000 }),
  },
};
