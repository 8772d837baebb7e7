import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { findSubfolders } from '../../db/queries/versions/version-folders.ts';
import type { FirstFiles } from '../../db/queries/versions/first-pages.ts';
import { fileOrders, type FilePlace, oppositeOf } from '../../db/queries/files/file-orders.ts';
import {
  asksAboutBytes,
  asksNothing,
  countMatchingFiles,
  type FileFilter,
  type FileSearch,
  searchFiles,
} from '../../db/queries/files/file-search.ts';
import { currentDay } from '../../db/queries/gate/utc-day.ts';
import type { VersionFacts } from '../../db/queries/versions/versions.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { fileListMemory } from './file-list-memory.ts';
import type { PageWindow } from '../../model/page-window.ts';
import type { FileOrder } from '../../vocabulary/files.ts';

const MOST_SUBFOLDERS = 10_000;

/** The first files of a version that the actor was shown, by label: together with those of other versions. */
export const listFirstVersionFiles = detail({
  name: 'listFirstVersionFiles',
  run: (context: ReadContext, version: VersionFacts, limit: number): Promise<readonly FileRow[]> =>
    context.loaders.firstFiles(limit).load(version.id),
});

function listKey(version: VersionFacts, parts: readonly unknown[]): string {
  return JSON.stringify([version.id, version.internalVersionNumber, ...parts]);
}

function filterParts({ contentType, accessStatus, accessDay, categoryName, tabularTagName, searchText, folder }: FileFilter): unknown[] {
  return [
    ...[contentType, accessStatus, accessDay, categoryName, tabularTagName, searchText].map((value) => value || null),
    folder ?? null,
  ];
}

/** A filter by access status means today's: what is remembered of one day is not taken for that of another. */
function asOfToday(filter: FileFilter): FileFilter {
  return filter.accessStatus ? { ...filter, accessDay: currentDay() } : filter;
}

/**
 * Number of files of a version that match. Records say the same as long as the version counts no edit; bytes, which change beside
 * the versions, as long as nothing of the dataset was changed: where that is not told, they are counted anew.
 */
async function totalOf(context: ReadContext, version: VersionFacts, filter: FileFilter, datasetModified?: string): Promise<number> {
  const count = () =>
    asksNothing(filter) ? context.loaders.fileCountOfVersion.load(version.id) : countMatchingFiles(context.db, version, filter);
  const ofBytes = asksAboutBytes(filter);
  if (ofBytes && datasetModified === undefined) return count();
  const memory = fileListMemory(context.db);
  const key = listKey(version, ['total', ...filterParts(filter), ...(ofBytes ? [datasetModified] : [])]);
  const known = memory.total(key);
  if (known !== undefined) return known;
  const total = await count();
  memory.rememberTotal(key, total);
  return total;
}

/** Reads a slice, going on from the nearest page that was read before. */
async function readSlice(context: ReadContext, version: VersionFacts, search: FileSearch & { readonly limit: number }) {
  const { filter, order, offset } = search;
  const { compares, placeOf } = fileOrders[order];
  const remembers = compares === 'records' && !asksAboutBytes(filter);
  if (!remembers) return searchFiles(context.db, version, search);
  const memory = fileListMemory(context.db);
  const key = listKey(version, ['places', order, ...filterParts(filter)]);
  const near = offset === 0 ? undefined : memory.nearest(key, offset);
  const listed = await searchFiles(
    context.db,
    version,
    near === undefined ? search : { ...search, after: near.place, offset: offset - near.count },
  );
  const last = listed.files.at(-1);
  if (last !== undefined) memory.rememberPlace(key, { count: offset + listed.files.length, place: placeOf(last) });
  return listed;
}

/** A file with its place in the order it was asked for in. */
export interface PlacedFile {
  readonly file: FileRow;
  readonly place: FilePlace;
}

/**
 * A slice of the files of a version that match, in an order, and how many match in all.
 * @throws DomainError BAD_USER_INPUT | RATE_LIMITED. Source: datasets.md 5.4.
 */
export const searchVersionFiles = detail({
  name: 'searchVersionFiles',
  run: async (
    context: ReadContext,
    version: VersionFacts,
    asked: Omit<FileSearch, 'after' | 'before' | 'limit'> & { readonly limit: number },
  ): Promise<{ readonly totalCount: number; readonly files: PlacedFile[] }> => {
    const search = { ...asked, filter: asOfToday(asked.filter) };
    const listed = await readSlice(context, version, search);
    const { placeOf } = fileOrders[search.order];
    const files = listed.files.map((one) => ({ file: one.file, place: placeOf(one) }));
    const complete = search.offset === 0 && files.length < search.limit;
    return { files, totalCount: complete ? files.length : await totalOf(context, version, search.filter, listed.datasetModified) };
  },
});

/** Which files of a version are asked for, in which order, and which part of them. */
export interface FilesWindow extends PageWindow<FilePlace> {
  readonly filter: FileFilter;
  readonly order: FileOrder;
  /** First files that were read together with the version. */
  readonly read?: FirstFiles | null;
}

/**
 * A window of the files of a version that match, in an order.
 * @throws DomainError BAD_USER_INPUT | RATE_LIMITED.
 */
export const pageVersionFiles = detail({
  name: 'pageVersionFiles',
  sent: ({ filter, after, before }) => ({ filter, after, before }),
  run: async (
    context: ReadContext,
    version: VersionFacts,
    { read, filter, order, after, before, limit, fromEnd }: FilesWindow,
  ): Promise<PlacedFile[]> => {
    const { placeOf } = fileOrders[order];
    const isFirst = after === null && before === null && !fromEnd && limit !== null;
    if (isFirst && order === 'NAME_ASC' && asksNothing(filter)) {
      // As most ask for files: the first pages of many versions are read together.
      const first = read?.limit === limit ? read.files : await context.loaders.firstFiles(limit).load(version.id);
      return first.map((file) => ({ file, place: placeOf({ file, moment: null }) }));
    }
    const [begin, end] = fromEnd ? [before, after] : [after, before];
    const { files } = await searchFiles(context.db, version, {
      filter,
      order: fromEnd ? oppositeOf(order) : order,
      after: begin ?? undefined,
      before: end ?? undefined,
      limit,
      offset: 0,
    });
    const placed = files.map((listed) => ({ file: listed.file, place: placeOf(listed) }));
    return fromEnd ? placed.toReversed() : placed;
  },
});

/** How many files of a version match, also of a withdrawn one: a number names no file. @throws DomainError BAD_USER_INPUT */
export const countVersionFilesMatching = detail({
  name: 'countVersionFilesMatching',
  run: (context: ReadContext, version: VersionFacts, filter: FileFilter): Promise<number> => totalOf(context, version, asOfToday(filter)),
});

/** Names of the folders right below one of a version; null where it has no such folder. */
export const listVersionSubfolders = detail({
  name: 'listVersionSubfolders',
  run: async ({ db }: ReadContext, version: VersionFacts, folder: string): Promise<readonly string[] | null> => {
    const found = await findSubfolders(db, version, folder, MOST_SUBFOLDERS);
    return found.exists || folder === '' ? found.names : null;
  },
});
