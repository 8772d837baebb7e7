import { type AuxiliaryFileRow, type AuxiliaryFormat, findAuxiliaryFile } from '../../../db/queries/files/auxiliary-files.ts';
import type { FileKey, FileWithAccess } from '../../../db/queries/files/file-access.ts';
import type { FileLocation } from '../../../storage/file-storage.ts';
import { type CommandContext, query, type ReadContext } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import { downloadDenied, isRefusedGuest, mayKnowOf, refuseGuest } from '../download-rights.ts';
import { mayDownload } from '../download-file.ts';
import { type DownloadSignature, requireSignature, type SignedUrl, signUrl } from '../download-signature.ts';
import { extensionOfType } from '../../../formats/content-types/extension-types.ts';
import { locationOf } from '../file-place.ts';
import { fileNotFound, requireFile } from '../view-file.ts';
import { auxiliaryFileNotFound } from './auxiliary-format.ts';

/** Whether an auxiliary file is public: it is marked public, and its file is published, restricted or not. */
function isOpen(file: FileWithAccess, { isPublic }: AuxiliaryFileRow): boolean {
  return isPublic && file.releasedOrdinal !== null;
}

/** Whether the actor may read an auxiliary file: an open one, or one of a file whose bytes they may read. Source: files.md 22.5. */
function mayRead(context: CommandContext, file: FileWithAccess, auxiliary: AuxiliaryFileRow): boolean {
  return isOpen(file, auxiliary) || (!isRefusedGuest(context) && mayDownload(context, file));
}

async function listReadable(context: ReadContext, fileId: number, origin?: string | null): Promise<AuxiliaryFileRow[]> {
  const [file, all] = await Promise.all([context.loaders.file.load(fileId), context.loaders.auxiliaryFiles.load(fileId)]);
  if (file === undefined) throw fileNotFound({ id: fileId });
  return all.filter((one) => (typeof origin !== 'string' || one.origin === origin) && mayRead(context, file, one));
}

/** Auxiliary files of a file that the actor may read, by tag and version; of one origin if it is named. */
export const listAuxiliaryFiles = detail({ name: 'listAuxiliaryFiles', run: listReadable });

/** The same by a reference. @throws DomainError FILE_NOT_FOUND */
export const viewAuxiliaryFiles = query({
  name: 'viewAuxiliaryFiles',
  subject: async (
    { context }: { readonly context: ReadContext },
    { file: key }: { readonly file: FileKey; readonly origin: string | null },
  ) => {
    const file = await requireFile(context, key);
    return { nodeId: file.id, granted: file.granted, file };
  },
  requires: 'Public',
  run: (context: ReadContext, { file }, { origin }): Promise<AuxiliaryFileRow[]> => listReadable(context, file.id, origin),
});

function purposeOf({ id }: AuxiliaryFileRow): string {
  return `auxiliary:${id}`;
}

/** The download of an auxiliary file. */
export interface AuxiliaryDownload {
  readonly file: FileWithAccess;
  readonly auxiliary: AuxiliaryFileRow;
  readonly fileName: string;
  readonly location: FileLocation;
}

function fileNameOf({ label }: FileWithAccess, { formatTag, formatVersion, contentType }: AuxiliaryFileRow): string {
  const extension = extensionOfType(contentType);
  const name = `${label}.${formatTag}_${formatVersion}${extension === undefined ? '' : `.${extension}`}`;
  return name.replaceAll(/[/\\]/g, '_');
}

/**
 * Authorises the download of an auxiliary file and says where it lies. What is not open goes by the rules of its file.
 * @throws DomainError FILE_NOT_FOUND | AUXILIARY_FILE_NOT_FOUND | FILE_ACCESS_DENIED | AUTHENTICATION_REQUIRED | SIGNED_URL_INVALID
 */
export const authorizeAuxiliaryDownload = query({
  name: 'authorizeAuxiliaryDownload',
  subject: async (
    { tx, context },
    {
      file: key,
      formatTag,
      formatVersion,
    }: AuxiliaryFormat & { readonly file: FileKey; readonly signature?: DownloadSignature | null | undefined },
  ) => {
    const file = await requireFile(context, key);
    return { nodeId: file.id, granted: file.granted, file, auxiliary: await findAuxiliaryFile(tx, file.id, { formatTag, formatVersion }) };
  },
  // It takes what `mayRead` says, which is refused with the codes of downloads.
  requires: () => 'Public',
  run: (context, { file, auxiliary }, { signature, ...format }): AuxiliaryDownload => {
    // A caller who may not see the file does not see its auxiliary files either.
    const isKnown = mayKnowOf(context.actor, { ...file, released: file.releasedOrdinal !== null });
    if (auxiliary === undefined && isKnown) throw auxiliaryFileNotFound(file.id, format);
    if (auxiliary !== undefined && signature) requireSignature(context.services, purposeOf(auxiliary), signature);
    else if (auxiliary === undefined || !mayRead(context, file, auxiliary)) {
      refuseGuest(context);
      throw downloadDenied(context.actor);
    }
    return { file, auxiliary, fileName: fileNameOf(file, auxiliary), location: locationOf(file, file, auxiliary.storageTag) };
  },
});

/** An address that downloads an auxiliary file, which the actor was shown, without a token for an hour. */
export const createAuxiliaryUrl = detail({
  name: 'createAuxiliaryUrl',
  run: ({ services }: CommandContext, auxiliary: AuxiliaryFileRow): SignedUrl => {
    const format = [auxiliary.formatTag, auxiliary.formatVersion].map(encodeURIComponent).join('/');
    return signUrl(services, purposeOf(auxiliary), { path: `/api/access/datafile/${auxiliary.dataFileId}/auxiliary/${format}` });
  },
});
