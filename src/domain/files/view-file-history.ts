import type { FileKey } from '../../db/queries/files/file-access.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { listChainRecords, type RecordInRange } from '../../db/queries/files/file-history.ts';
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { listContributors } from '../../db/queries/versions/version-differences.ts';
import { listVersionPlaces, type VersionPlace } from '../../db/queries/versions/version-places.ts';
import { listVersionsByIds, type VersionRow } from '../../db/queries/versions/versions.ts';
import { EDITING_COMMANDS } from '../../model/editing-commands.ts';
import type { FactChangeAction, FileFate } from '../../vocabulary/files.ts';
import { query } from '../../kernel/command.ts';
import { loadDataset, maySeeDraft } from '../subjects/dataset-subject.ts';
import { changedFacts } from '../../model/files/file-facts.ts';
import { loadViewedFile, viewRequirement } from './view-file.ts';

/** A fact of a file's record that came, went or changed. */
export interface FactChange {
  readonly name: string;
  readonly action: FactChangeAction;
}

/** What a version did to a file. */
export interface FileVersionDifference {
  readonly version: VersionRow;
  readonly contributors: readonly string[];
  /** As the version has it; as the one before had it where this version took it out. */
  readonly file: FileRow;
  readonly isHeld: boolean;
  readonly fate: FileFate | null;
  /** Null where the version did not change it. */
  readonly restricted: boolean | null;
  readonly facts: readonly FactChange[];
  readonly categoriesAdded: number;
  readonly categoriesDeleted: number;
}

export interface FileHistory {
  readonly dataset: DatasetWithGrants;
  readonly totalCount: number;
  readonly differences: readonly FileVersionDifference[];
}

/** Told apart from other facts: what has a place of its own in the history. */
const TOLD_ELSEWHERE = new Set(['Categories', 'isRestricted']);

type Changes = Omit<FileVersionDifference, 'version' | 'contributors'>;

function compare(before: FileRow | undefined, after: FileRow | undefined): Changes | undefined {
  const file = after ?? before;
  if (file === undefined) return undefined;
  const nothing = { file, isHeld: after !== undefined, fate: null, restricted: null, facts: [], categoriesAdded: 0, categoriesDeleted: 0 };
  if (after === undefined) return { ...nothing, fate: 'Deleted' };
  if (before === undefined) return { ...nothing, fate: 'Added' };
  if (before.dataFile.id !== after.dataFile.id) return { ...nothing, fate: 'Replaced' };
  return {
    ...nothing,
    restricted: before.restricted === after.restricted ? null : after.restricted,
    facts: changedFacts(before, after)
      .filter(({ name }) => !TOLD_ELSEWHERE.has(name))
      .map(({ name, oldValue, newValue }) => ({ name, action: oldValue === '' ? 'Added' : newValue === '' ? 'Deleted' : 'Changed' })),
    categoriesAdded: after.categories.filter((category) => !before.categories.includes(category)).length,
    categoriesDeleted: before.categories.filter((category) => !after.categories.includes(category)).length,
  };
}

function heldAt(records: readonly RecordInRange[], { ordinal }: VersionPlace): FileRow | undefined {
  return records.find(({ validFrom, validTo }) => validFrom <= ordinal && (validTo === null || validTo > ordinal))?.file;
}

/**
 * What each version did to a file, or to those of its chain of replacements, newest version first: the draft for those who may
 * see it, and every version that was published, from the one that added the file on to the one that took it out. A version is
 * compared with the one before it that is not withdrawn. Source: files.md 22.1.
 */
export const viewFileHistory = query({
  name: 'viewFileHistory',
  subject: ({ context }, asked: { readonly file: FileKey; readonly offset: number; readonly limit: number }) =>
    loadViewedFile(context, asked.file),
  requires: ({ file }) => viewRequirement(file),
  run: async (context, { file }, { offset, limit }): Promise<FileHistory> => {
    const { db } = context;
    const { dataset } = await loadDataset({ tx: db, context }, { id: file.datasetId });
    const all = await listVersionPlaces(db, dataset.id);
    const records = await listChainRecords(db, file);
    const found = all.flatMap((version, index) => {
      if (version.state === 'DRAFT' && !maySeeDraft(context, dataset)) return [];
      const previous = all.slice(index + 1).find(({ state }) => state !== 'DEACCESSIONED');
      const changes = compare(previous === undefined ? undefined : heldAt(records, previous), heldAt(records, version));
      return changes === undefined ? [] : [{ version, ...changes }];
    });
    const shown = found.slice(offset, offset + limit);
    const ids = shown.map(({ version }) => version.id);
    const versions = new Map((await listVersionsByIds(db, ids)).map((version) => [version.id, version]));
    const contributors = await listContributors(db, ids, EDITING_COMMANDS);
    return {
      dataset,
      totalCount: found.length,
      differences: shown.flatMap(({ version: { id }, ...changes }) => {
        const version = versions.get(id);
        // A draft may have been deleted meanwhile.
        return version === undefined ? [] : [{ version, contributors: contributors.get(id) ?? [], ...changes }];
      }),
    };
  },
});

/** Whether the newest version that the actor may see no longer holds a file. Source: files.md 22.1. */
export const isFileDeleted = query({
  name: 'isFileDeleted',
  subject: ({ context }, key: FileKey) => loadViewedFile(context, key),
  requires: ({ file }) => viewRequirement(file),
  run: async (context, { file }, _key: FileKey): Promise<boolean> => {
    const { db } = context;
    const { dataset } = await loadDataset({ tx: db, context }, { id: file.datasetId });
    const all = await listVersionPlaces(db, dataset.id);
    const newest = all.find(({ state }) => state === 'RELEASED' || (state === 'DRAFT' && maySeeDraft(context, dataset)));
    if (newest === undefined) return false;
    const records = await listChainRecords(db, { ...file, rootDataFileId: null });
    return (
      heldAt(
        records.filter((record) => record.file.dataFile.id === file.id),
        newest,
      ) === undefined
    );
  },
});
