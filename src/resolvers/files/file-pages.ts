/** Pages of the files of a version, in any order and of any part of them. */
import {
  countVersionFilesMatching,
  listFirstVersionFiles,
  pageVersionFiles,
  type PlacedFile,
  searchVersionFiles,
} from '../../domain/versions/list-version-files.ts';
import type { FileOrder } from '../../vocabulary/files.ts';
import type { DatasetVersionfilesArgs, DatasetVersionfilesSliceArgs } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { type DatasetVersionModel, fileMetadataModel, type FileMetadataPage, type FileSliceModel } from '../models.ts';
import { decodeCursor, encodeCursor, largestPage, LONG_PAGE, pageOf, pageSize, sliceOf } from '../pages.ts';

type Place = PlacedFile['place'];

/** What lists without an order have. */
const FIRST_ORDER: FileOrder = 'NAME_ASC';

function orderOf({ orderBy }: Pick<DatasetVersionfilesArgs, 'orderBy'>): FileOrder {
  return orderBy ? `${orderBy.field}_${orderBy.direction ?? 'ASC'}` : FIRST_ORDER;
}

/** The order by name is what lists without an order have, and shares their cursors. */
function writeCursor(order: FileOrder, place: Place): string {
  return order === FIRST_ORDER ? encodeCursor('files', place) : encodeCursor('orderedFiles', [order, ...place]);
}

function readCursor(order: FileOrder, cursor: string | null | undefined): Place | undefined {
  return order === FIRST_ORDER ? decodeCursor('files', cursor) : decodeCursor('orderedFiles', cursor, order)?.slice(1);
}

/** A page of the files of a version. @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT | CURSOR_INVALID | PERMISSION_DENIED */
export async function filesPage(
  context: RequestContext,
  version: DatasetVersionModel,
  args: DatasetVersionfilesArgs,
): Promise<FileMetadataPage> {
  const size = pageSize(args.first, largestPage(context));
  const order = orderOf(args);
  const filter = args.filter ?? {};
  const after = readCursor(order, args.after);
  const rows = await pageVersionFiles(context, version.row, { filter, order, after, limit: size + 1, read: version.readFiles });
  return pageOf(rows, {
    size,
    after: args.after,
    cursor: ({ place }) => writeCursor(order, place),
    item: ({ file }) => fileMetadataModel(version, file),
    totalCount: () => countVersionFilesMatching(context, version.row, filter),
  });
}

/** The first files of a version, which may have been read together with it. */
export async function firstFilesPage(context: RequestContext, version: DatasetVersionModel): Promise<FileMetadataPage> {
  const limit = LONG_PAGE + 1;
  const { readFiles } = version;
  const rows = readFiles?.limit === limit ? readFiles.files : await listFirstVersionFiles(context, version.row, limit);
  return pageOf(rows, {
    size: LONG_PAGE,
    after: undefined,
    cursor: ({ label, id }) => writeCursor(FIRST_ORDER, [label, id]),
    item: (row) => fileMetadataModel(version, row),
    totalCount: () => countVersionFilesMatching(context, version.row, {}),
  });
}

/** Files of a version from any of them on. @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT | PERMISSION_DENIED */
export async function filesSlice(
  context: RequestContext,
  version: DatasetVersionModel,
  args: Partial<DatasetVersionfilesSliceArgs>,
): Promise<FileSliceModel> {
  const order = orderOf(args);
  const { totalCount, files } = await searchVersionFiles(context, version.row, {
    filter: args.filter ?? {},
    order,
    ...sliceOf(args, LONG_PAGE),
  });
  const last = files.at(-1);
  return {
    totalCount,
    files: files.map(({ file }) => fileMetadataModel(version, file)),
    endCursor: last === undefined ? null : writeCursor(order, last.place),
  };
}
