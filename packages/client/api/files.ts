import {
  AbortUploadDocument,
  DatasetDocument,
  type FileFactsFragment,
  type FileFilter,
  FilesDocument,
  type FilesQuery,
  UpdateFileMetadataDocument,
  type UpdateFileMetadataInput,
} from '../generated/operations.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { everyNode } from '../pages.ts';
import { datasetReference, fileReference, type NamedDataset, type NamedFile } from '../references.ts';
import { refusalOf } from '../refusal.ts';
import { type Download, downloadFile, type DownloadOptions } from '../transfer/download-file.ts';
import type { UploadSource } from '../transfer/upload-source.ts';
import { type UploadedFile, uploadFile, type UploadOptions } from '../transfer/upload-file.ts';
import type { RequestOptions, Transport } from '../transport.ts';
import type { VersionOptions } from './datasets.ts';
import { PAGE_SIZE, type PageOptions } from './page-size.ts';

/** A file of a version; the address of its bytes, which needs no token, where it was asked for and the caller may download it. */
export type VersionFile = NonNullable<NonNullable<FilesQuery['dataset']>['version']>['files']['nodes'][number];

export interface FilesOptions extends VersionOptions, PageOptions {
  readonly filter?: FileFilter;
  /** Whether each file comes with an address of its bytes, which is good for an hour. */
  readonly withUrls?: boolean;
}

export interface Files {
  /** The files of a version, by name. */
  files(named: NamedDataset, options?: FilesOptions): AsyncGenerator<VersionFile, void, undefined>;
  /**
   * Uploads a `File`, a `Blob`, or whatever can be read piece by piece, and adds it to the draft. What has arrived before an interruption
   * need not be sent again: keep what `onBegun` tells, and give it as `resume`.
   */
  upload(named: NamedDataset, source: Blob | UploadSource, options?: UploadOptions): Promise<Outcome<UploadedFile>>;
  /** Gives up an upload that is not to be gone on with. @throws Refusal */
  abortUpload(storageIdentifier: string, options?: RequestOptions): Promise<void>;
  /** Begins to download a file as it was uploaded; it goes on by itself where a connection breaks. @throws Refusal */
  download(named: NamedFile, options?: DownloadOptions): Promise<Download>;
  /** Changes what the draft says of a file. */
  updateFile(input: UpdateFileMetadataInput, options?: RequestOptions): Promise<Outcome<FileFactsFragment>>;
}

export function files(transport: Transport): Files {
  const numberOf = async (named: NamedDataset, signal: AbortSignal | undefined): Promise<number> => {
    if (typeof named === 'number') return named;
    const { dataset } = await transport.request(DatasetDocument, { reference: datasetReference(named), version: ':latest' }, { signal });
    if (dataset !== null) return dataset.databaseId;
    throw refusalOf('DATASET_NOT_FOUND', 'There is no such dataset, or you may not see it.', 404);
  };
  return {
    files: (named, { version = ':latest', filter, withUrls = false, pageSize = PAGE_SIZE, ...options } = {}) =>
      everyNode(async (after) => {
        const variables = { reference: datasetReference(named), version, first: pageSize, after, filter, withUrls };
        const { dataset } = await transport.request(FilesDocument, variables, options);
        if (dataset === null) throw refusalOf('DATASET_NOT_FOUND', 'There is no such dataset, or you may not see it.', 404);
        if (dataset.version !== null) return dataset.version.files;
        throw refusalOf('DATASET_VERSION_NOT_FOUND', `There is no version ${version}, or you may not see it.`, 404);
      }),
    upload: async (named, source, options = {}) => uploadFile(transport, await numberOf(named, options.signal), source, options),
    abortUpload: async (storageIdentifier, options) => {
      await transport.request(AbortUploadDocument, { input: { upload: { storageIdentifier } } }, options);
    },
    download: (named, options) => downloadFile(transport, fileReference(named), options),
    updateFile: async (input, options) => {
      const { userErrors, file } = (await transport.request(UpdateFileMetadataDocument, { input }, options)).updateFileMetadata;
      return outcomeOf(userErrors, file);
    },
  };
}
