/** Files whose bytes or records are missing. Source: users-admin.md 13. */
import { z } from 'zod';
import { type AuditedFileRecordFragment, FileAuditDocument, type FileAuditQuery } from '../../../generated/operations.ts';
import { bareJson } from '../../answers.ts';
import { objectId, recordSchema } from '../../records/schema.ts';
import { numberParameter, numericId } from '../../reference.ts';
import { type Route, streamRoute } from '../../route.ts';

/** Datasets that are looked at before their lines are sent. */
const DATASETS_AT_ONCE = 20;

const id = numberParameter('must be the id of a dataset', 9);
const auditQuery = z.object({ firstId: id, lastId: id, datasetIdentifierList: z.string().optional() });
type Asked = z.infer<typeof auditQuery>;

const fileSchema = recordSchema('AuditedFile', 'A file with a fault. Source: users-admin.md 13.', {
  storageIdentifier: z.string(),
  dataFileId: objectId,
  directoryLabel: z.string().optional(),
  label: z.string().optional(),
});

const datasetSchema = recordSchema('DatasetAudit', 'The files of a dataset with a fault. Source: users-admin.md 13.', {
  id: objectId,
  pid: z.string(),
  persistentURL: z.string(),
  missingFileMetadata: z.array(fileSchema).optional(),
  missingFiles: z.array(fileSchema).optional(),
});

const auditSchema = z.strictObject({
  status: z.literal('OK'),
  data: z.strictObject({
    firstId: z.int().optional(),
    lastId: z.int().optional(),
    datasetIdentifierList: z.array(z.string()).optional(),
    failures: z
      .array(z.strictObject({ datasetIdentifier: z.string(), reason: z.string() }))
      .describe('Datasets that were named and are not here.'),
    datasets: z.array(datasetSchema),
  }),
});

function namesOf({ datasetIdentifierList }: Asked): string[] | undefined {
  return datasetIdentifierList
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function fileRecord({ storageIdentifier, databaseId, directoryLabel, label }: AuditedFileRecordFragment): z.infer<typeof fileSchema> {
  return { storageIdentifier, dataFileId: databaseId, directoryLabel: directoryLabel ?? undefined, label: label ?? undefined };
}

function datasetLine(audit: FileAuditQuery['fileAudit']['datasets'][number]): string {
  const some = (files: readonly AuditedFileRecordFragment[]) => (files.length === 0 ? undefined : files.map(fileRecord));
  const record: z.infer<typeof datasetSchema> = {
    id: audit.datasetDatabaseId,
    pid: audit.persistentId,
    persistentURL: audit.persistentUrl,
    missingFileMetadata: some(audit.missingFileMetadata),
    missingFiles: some(audit.missingFiles),
  };
  return JSON.stringify(record);
}

export const fileAuditRoutes: readonly Route[] = [
  streamRoute({
    id: 'admin.auditFiles',
    method: 'GET',
    path: '/api/admin/datafiles/auditFiles',
    summary: 'Looks for the bytes of all files; the response is a stream with one line per dataset with a fault.',
    auth: 'superuser',
    query: auditQuery,
    refusals: ['BAD_USER_INPUT'],
    answer: bareJson(auditSchema),
    operation: FileAuditDocument,
    variables: ({ query }, after) => ({
      firstId: query.firstId,
      lastId: query.lastId,
      datasets: namesOf(query)?.map((name) => (/^\d+$/.test(name) ? { databaseId: numericId(name) } : { persistentId: name })),
      first: DATASETS_AT_ONCE,
      after,
    }),
    stream: {
      contentType: 'application/json',
      opening: ({ fileAudit: { unknownDatasets } }, query) => {
        const failures = unknownDatasets.map((datasetIdentifier) => ({ datasetIdentifier, reason: 'Not Found' }));
        const asked = { firstId: query.firstId, lastId: query.lastId, datasetIdentifierList: namesOf(query), failures };
        return `{"status":"OK","data":${JSON.stringify(asked).slice(0, -1)},"datasets":[\n`;
      },
      separator: ',\n',
      closing: '\n]}}\n',
      page: ({ fileAudit: { datasets, endCursor } }) => ({ lines: datasets.map(datasetLine), next: endCursor }),
    },
  }),
];
