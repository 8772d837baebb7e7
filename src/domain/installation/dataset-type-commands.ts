/** The kinds of datasets of an installation. Source: datasets.md 14.1. */
import { z } from 'zod';
import {
  type DatasetTypeKey,
  type DatasetTypeRow,
  deleteDatasetTypeRow,
  findDatasetType,
  holdDatasetType,
  insertDatasetTypeUnlessTaken,
  isDatasetTypeInUse,
  listDatasetTypeRows,
  replaceTypeBlocks,
  replaceTypeLicenses,
} from '../../db/queries/installation/dataset-types.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { DEFAULT_DATASET_TYPE } from '../../vocabulary/datasets.ts';
import { command, query } from '../../kernel/command.ts';
import { findLicense } from './find-license.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { line } from '../../model/text-limits.ts';

export type { DatasetTypeKey, DatasetTypeRow } from '../../db/queries/installation/dataset-types.ts';

async function requireType(db: Queryable, key: DatasetTypeKey): Promise<DatasetTypeRow> {
  const found = await findDatasetType(db, key);
  if (found !== undefined) return found;
  throw new DomainError('DATASET_TYPE_NOT_FOUND', `There is no dataset type ${'id' in key ? key.id : key.name}.`);
}

/** The type, locked against changes and use by others until the transaction ends. */
async function lockType(db: Queryable, key: DatasetTypeKey): Promise<DatasetTypeRow> {
  await holdDatasetType(db, key, 'use');
  return requireType(db, key);
}

/** All dataset types, by id. */
export const listDatasetTypes = query({
  name: 'listDatasetTypes',
  subject: noSubject,
  requires: 'Public',
  run: ({ db }, _subject, _input: null): Promise<DatasetTypeRow[]> => listDatasetTypeRows(db),
});

/** One dataset type. @throws DomainError DATASET_TYPE_NOT_FOUND */
export const viewDatasetType = query({
  name: 'viewDatasetType',
  subject: noSubject,
  requires: 'Public',
  run: ({ db }, _subject, key: DatasetTypeKey): Promise<DatasetTypeRow> => requireType(db, key),
});

const names = z.array(line).max(1000, 'must not be more than 1000');

function refuseUnknown(kind: string, pointer: string, unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  throw new DomainError('BAD_USER_INPUT', `There is no ${kind} ${unknown.join(', ')}.`, {
    problems: unknown.map((name) => ({ pointer, message: `names no ${kind}: ${name}` })),
  });
}

/** Allows the licences of these names, and no others, to a dataset type. @throws DomainError BAD_USER_INPUT naming those that are unknown */
async function allowLicenses(db: Queryable, id: number, pointer: string, licenses: readonly string[]): Promise<void> {
  const found = await Promise.all(licenses.map((name) => findLicense(db, name)));
  refuseUnknown(
    'licence',
    pointer,
    licenses.filter((_name, at) => found[at] === undefined),
  );
  await replaceTypeLicenses(db, id, [...new Set(found.flatMap((license) => license?.id ?? []))]);
}

/** Adds a dataset type. @throws DomainError BAD_USER_INPUT | DATASET_TYPE_TAKEN */
export const addDatasetType = command({
  name: 'addDatasetType',
  input: z.object({
    name: line.trim().min(1, 'must not be blank').regex(/\D/, 'must not consist of digits only, which would be an id'),
    linkedMetadataBlocks: names,
    availableLicenses: names,
  }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, input): Promise<DatasetTypeRow> => {
    const id = await insertDatasetTypeUnlessTaken(tx, input.name);
    if (id === undefined) {
      throw new DomainError('DATASET_TYPE_TAKEN', `There is already a dataset type ${input.name}.`, {
        problems: [{ pointer: '/name', message: 'belongs to another dataset type' }],
      });
    }
    refuseUnknown('metadata block', '/linkedMetadataBlocks', await replaceTypeBlocks(tx, id, input.linkedMetadataBlocks));
    await allowLicenses(tx, id, '/availableLicenses', input.availableLicenses);
    note({ datasetType: id, name: input.name });
    return requireType(tx, { id });
  },
});

/** What a dataset type was and has become. */
export interface DatasetTypeChange {
  readonly before: DatasetTypeRow;
  readonly after: DatasetTypeRow;
}

/** Links metadata blocks to a dataset type, and no others. @throws DomainError DATASET_TYPE_NOT_FOUND | BAD_USER_INPUT */
export const setDatasetTypeBlocks = command({
  name: 'setDatasetTypeBlocks',
  input: z.object({ datasetType: z.custom<DatasetTypeKey>(), blocks: names }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { datasetType, blocks }): Promise<DatasetTypeChange> => {
    const before = await lockType(tx, datasetType);
    refuseUnknown('metadata block', '/blocks', await replaceTypeBlocks(tx, before.id, blocks));
    note({ datasetType: before.id });
    return { before, after: await requireType(tx, { id: before.id }) };
  },
});

/** Allows licences to datasets of a type, and no others; none for all. @throws DomainError DATASET_TYPE_NOT_FOUND | BAD_USER_INPUT */
export const setDatasetTypeLicenses = command({
  name: 'setDatasetTypeLicenses',
  input: z.object({ datasetType: z.custom<DatasetTypeKey>(), licenses: names }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { datasetType, licenses }): Promise<DatasetTypeChange> => {
    const before = await lockType(tx, datasetType);
    await allowLicenses(tx, before.id, '/licenses', licenses);
    note({ datasetType: before.id });
    return { before, after: await requireType(tx, { id: before.id }) };
  },
});

/**
 * Removes a dataset type that no dataset has; its former id.
 * @throws DomainError DATASET_TYPE_NOT_FOUND | DATASET_TYPE_PROTECTED | DATASET_TYPE_IN_USE
 */
export const deleteDatasetType = command({
  name: 'deleteDatasetType',
  input: z.object({ datasetType: z.custom<DatasetTypeKey>() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { datasetType }): Promise<number> => {
    const { id, name } = await lockType(tx, datasetType);
    if (name === DEFAULT_DATASET_TYPE) throw new DomainError('DATASET_TYPE_PROTECTED', `The dataset type ${name} cannot be removed.`);
    if (await isDatasetTypeInUse(tx, name)) {
      throw new DomainError('DATASET_TYPE_IN_USE', `Datasets are of the type ${name}, so it cannot be removed.`);
    }
    await deleteDatasetTypeRow(tx, id);
    note({ datasetType: id, name });
    return id;
  },
});
