/** All files of a version, a part at a time. */
import { DomainError } from '../../errors/domain-error.ts';
import {
  type FilePageFragment,
  VersionFilesAfterDocument,
  type VersionFilesAfterQueryVariables,
  WithdrawnVersionFilesAfterDocument,
} from '../../generated/operations.ts';
import { ENTRIES_AT_ONCE, type ListPart, type OpenList, openList } from '../open-list.ts';
import { required } from '../required.ts';
import { type FileRecord, fileRecord } from '../files/records/file-record.ts';
import { versionName } from '../versions/records/version-name.ts';

/** Where a part of the files begins. */
export interface FilesPlace {
  readonly after: string;
  /** Files that are still wanted. */
  readonly left: number;
}

/** The version whose files are listed. */
interface ListedVersion {
  readonly id: string;
  readonly state: string;
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
  readonly dataset: { readonly databaseId: number };
}

type FilesPart = ListPart<FilesPlace, FileRecord>;

/** A page of files as a part of a list that wants `left` more of them. */
export function filePart({ nodes, pageInfo }: FilePageFragment, left = Infinity): FilesPart {
  const { hasNextPage, endCursor } = pageInfo;
  const more = left - nodes.length;
  return { entries: nodes.map(fileRecord), next: hasNextPage && endCursor !== null && more > 0 ? { after: endCursor, left: more } : null };
}

/** The page that begins at a place. */
export function pageAt({ after, left }: FilesPlace): { readonly first: number; readonly after: string } {
  return { first: Math.min(left, ENTRIES_AT_ONCE), after };
}

/** The files of a version, of which the first are known; `asked` says which, and in which order. */
export function openFiles(
  { id, state, dataset, ...version }: ListedVersion,
  first: FilesPart,
  asked: Pick<VersionFilesAfterQueryVariables, 'filter' | 'orderBy'> = {},
): readonly FileRecord[] | OpenList<FileRecord> {
  // A deaccessioned version is shown to any caller by its number, and by its id to editors of the dataset.
  if (state === 'DEACCESSIONED') {
    const named = { reference: { databaseId: dataset.databaseId }, version: versionName(version) };
    return openList(first, {
      operation: WithdrawnVersionFilesAfterDocument,
      variables: (place) => ({ ...named, ...pageAt(place), ...asked }),
      part: (data, { left }) => filePart(required(data.dataset?.version).files, left),
    });
  }
  return openList(first, {
    operation: VersionFilesAfterDocument,
    variables: (place) => ({ version: id, ...pageAt(place), ...asked }),
    part: ({ node }, { left }) => {
      if (node === null || !('files' in node)) throw new DomainError('DATASET_VERSION_NOT_FOUND', 'The version no longer exists.');
      return filePart(node.files, left);
    },
  });
}
