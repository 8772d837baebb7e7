/** Pages of the files of a version, in any order and of any part of them. */
import { countVersionFilesMatching, pageVersionFiles, type PlacedFile } from '../domain/versions/list-version-files.ts';
import type { DatasetVersionfilesArgs, FileOrder } from '../generated/resolvers.ts';
import type { RequestContext } from '../graphql/context.ts';
import { type DatasetVersionModel, fileMetadataModel, type FileMetadataPage } from './models.ts';
import { decodeCursor, encodeCursor, pageOf, pageSize } from './pages.ts';

type Place = PlacedFile['place'];

/** The order by name is what lists without an order have, and shares their cursors. */
function writeCursor(order: FileOrder, place: Place): string {
  return order === 'NameAZ' ? encodeCursor('files', place) : encodeCursor('orderedFiles', [order, ...place]);
}

function readCursor(order: FileOrder, cursor: string | null | undefined): Place | undefined {
  return order === 'NameAZ' ? decodeCursor('files', cursor) : decodeCursor('orderedFiles', cursor, order)?.slice(1);
}

/** A page of the files of a version. @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT | CURSOR_INVALID | PERMISSION_DENIED */
export async function filesPage(
  context: RequestContext,
  version: DatasetVersionModel,
  args: DatasetVersionfilesArgs,
): Promise<FileMetadataPage> {
  const size = pageSize(args.first);
  const order = args.orderBy ?? 'NameAZ';
  const filter = args.filter ?? {};
  const after = readCursor(order, args.after);
  const rows = await pageVersionFiles(context, version.row, { filter, order, after, limit: size + 1 });
  return pageOf(rows, {
    size,
    after: args.after,
    cursor: ({ place }) => writeCursor(order, place),
    item: ({ file }) => fileMetadataModel(version, file),
    totalCount: () => countVersionFilesMatching(context, version.row, filter),
  });
}
