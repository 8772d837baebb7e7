import { z } from 'zod';
import type { Client } from '../client.ts';
import { datasetFiles, type FileRecord } from '../dataset-files.ts';
import type { DatasetReference } from '../references.ts';
import type { RemoteDataset, RemoteFile } from './remote-file.ts';

const ADDRESS = `query ($reference: FileReference!) { file(reference: $reference) { permittedDownloadUrl { url } } }`;
const addressShape = z.object({ file: z.object({ permittedDownloadUrl: z.object({ url: z.string() }).nullable() }).nullable() });

/** The bytes as they were uploaded: of a table that was ingested, not its text. */
function uploadedUrl({ dataFile }: FileRecord, signed: string | undefined): string | undefined {
  if (signed === undefined || dataFile.originalFileName === null) return signed;
  const url = new URL(signed);
  url.searchParams.set('format', 'original');
  return url.href;
}

function remoteFile(client: Client, record: FileRecord): RemoteFile {
  const { label, directoryLabel, dataFile } = record;
  const name = dataFile.originalFileName ?? label;
  return {
    place: directoryLabel === null ? name : `${directoryLabel}/${name}`,
    url: uploadedUrl(record, dataFile.permittedDownloadUrl?.url),
    renew: async () => {
      const { file } = await client.ask(addressShape, ADDRESS, { reference: { databaseId: dataFile.databaseId } });
      return uploadedUrl(record, file?.permittedDownloadUrl?.url);
    },
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
        yield { persistentId: page.persistentId, version: page.version, files: page.files.map((record) => remoteFile(client, record)) };
      }
    },
  };
}
