/** A dataset of a Dataverse, over the REST API that its guide describes. */
import { z } from 'zod';
import { dataverseApi } from './dataverse-api.ts';
import type { RemoteDataset, RemoteFile } from './remote-file.ts';

const PAGE = 500;

const fileShape = z.object({
  label: z.string(),
  directoryLabel: z.string().optional(),
  dataFile: z.object({
    id: z.number(),
    filesize: z.number().optional(),
    originalFileSize: z.number().optional(),
    originalFileName: z.string().optional(),
    md5: z.string().optional(),
    checksum: z.object({ type: z.string(), value: z.string() }).optional(),
  }),
});
const versionShape = z.object({
  data: z.object({
    datasetPersistentId: z.string().optional(),
    versionState: z.string(),
    versionNumber: z.number().optional(),
    versionMinorNumber: z.number().optional(),
  }),
});
const filesShape = z.object({ data: z.array(fileShape) });

function remoteFile(server: string, { label, directoryLabel, dataFile }: z.infer<typeof fileShape>): RemoteFile {
  const isTable = dataFile.originalFileSize !== undefined || dataFile.originalFileName !== undefined;
  const name = dataFile.originalFileName ?? label;
  return {
    place: directoryLabel === undefined || directoryLabel === '' ? name : `${directoryLabel}/${name}`,
    url: `${server}/api/access/datafile/${dataFile.id}${isTable ? '?format=original' : ''}`,
    sizeBytes: isTable ? dataFile.originalFileSize : dataFile.filesize,
    checksum: dataFile.checksum ?? { type: 'MD5', value: dataFile.md5 ?? '' },
  };
}

/** @param token Of this very server, or undefined for a guest */
export function dataverseDataset(server: string, persistentId: string, version: string, token: string | undefined): RemoteDataset {
  const { headers, ask } = dataverseApi(server, token, persistentId);
  return {
    headers,
    async *pages() {
      const base = `/api/datasets/:persistentId/versions/${encodeURIComponent(version)}`;
      const query = `persistentId=${encodeURIComponent(persistentId)}`;
      const { data } = await ask(versionShape, `${base}?${query}&excludeFiles=true`);
      const number =
        data.versionNumber === undefined ? data.versionState.toLowerCase() : `${data.versionNumber}.${data.versionMinorNumber ?? 0}`;
      for (let offset = 0; ; offset += PAGE) {
        const { data: files } = await ask(filesShape, `${base}/files?${query}&limit=${PAGE}&offset=${offset}`);
        yield {
          persistentId: data.datasetPersistentId ?? persistentId,
          version: number,
          files: files.map((file) => remoteFile(server, file)),
        };
        if (files.length < PAGE) return;
      }
    },
  };
}
