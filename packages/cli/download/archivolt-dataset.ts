import type { Client } from '../client.ts';
import { datasetFiles, type FileRecord } from '../dataset-files.ts';
import type { DatasetReference } from '../references.ts';
import type { RemoteDataset, RemoteFile } from './remote-file.ts';

/** The bytes as they were uploaded: of a table that was ingested, not its text. */
function uploadedUrl({ dataFile }: FileRecord): string | undefined {
  const signed = dataFile.permittedDownloadUrl?.url;
  if (signed === undefined || dataFile.originalFileName === null) return signed;
  const url = new URL(signed);
  url.searchParams.set('format', 'original');
  return url.href;
}

function remoteFile(record: FileRecord): RemoteFile {
  const { label, directoryLabel, dataFile } = record;
  const name = dataFile.originalFileName ?? label;
  return {
    place: directoryLabel === null ? name : `${directoryLabel}/${name}`,
    url: uploadedUrl(record),
    sizeBytes: (dataFile.originalFileName === null ? dataFile.sizeBytes : dataFile.originalFileSize) ?? undefined,
    checksum: dataFile.checksum,
  };
}

/** A dataset of an Archivolt; the addresses of its bytes are signed, so that no token goes along. */
export function archivoltDataset(client: Client, reference: DatasetReference, version: string): RemoteDataset {
  return {
    headers: {},
    async *pages() {
      for await (const page of datasetFiles(client, reference, version, { urls: true })) {
        yield { persistentId: page.persistentId, version: page.version, files: page.files.map(remoteFile) };
      }
    },
  };
}
