/** Pages of the files of a version, in any order and of any part of them. */
import type { z } from 'zod';
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
import { connectionOf } from '../connection.ts';
import { encodeCursor, LONG_PAGE, pageOf, positions, sliceOf } from '../pages.ts';

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

/** A page of the files of a version. @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT | CURSOR_INVALID | PERMISSION_DENIED */
export function filesPage(context: RequestContext, version: DatasetVersionModel, args: DatasetVersionfilesArgs): Promise<FileMetadataPage> {
  const order = orderOf(args);
  const filter = args.filter ?? {};
  const isByName = order === FIRST_ORDER;
  const list: z.ZodType<Place> = isByName ? positions.files : positions.orderedFiles.refine(([of]) => of === order);
  const placeOf = (at: Place | null) => (at === null || isByName ? at : at.slice(1));
  return connectionOf(context, args, {
    name: isByName ? 'files' : 'orderedFiles',
    places: list,
    placeOf: ({ place }: PlacedFile) => (isByName ? place : [order, ...place]),
    read: async ({ after, before, ...window }) => ({
      rows: await pageVersionFiles(context, version.row, {
        ...window,
        filter,
        order,
        after: placeOf(after),
        before: placeOf(before),
        read: version.readFiles,
      }),
      count: () => countVersionFilesMatching(context, version.row, filter),
    }),
    item: ({ file }) => fileMetadataModel(version, file),
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
