/** Metadata in the formats of others. Source: exports.md 1, 15. */
import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { DatasetExportDocument, ExportFormatsDocument } from '../../../generated/operations.ts';
import { normalizePersistentId } from '../../../model/persistent-id.ts';
import { bareJson, bareText, enveloped, unchangedAnswer } from '../../answers.ts';
import { mapOf, recordSchema } from '../../records/schema.ts';
import { required } from '../../required.ts';
import { type Route, route, textRoute } from '../../route.ts';

const exportQuery = z.object({
  exporter: z.string().default(''),
  persistentId: z.string().optional(),
  version: z.string().default(':latest-published'),
});

/** @throws DomainError EXPORT_FAILED without a persistent identifier, DATASET_NOT_FOUND with one that is none. Source: exports.md 1.3. */
function requirePersistentId(persistentId: string | undefined): string {
  if (persistentId === undefined) {
    throw new DomainError('EXPORT_FAILED', 'Export Failed: the query parameter persistentId is missing.', {
      problems: [{ pointer: '/query/persistentId', message: 'is missing' }],
    });
  }
  const known = normalizePersistentId(persistentId);
  if (known !== undefined) return known;
  throw new DomainError('DATASET_NOT_FOUND', `Dataset with Persistent ID ${persistentId.slice(0, 200)} not found.`);
}

const exportFormatSchema = recordSchema('ExportFormat', 'A format in which metadata can be exported. Source: exports.md 15.', {
  displayName: z.string(),
  mediaType: z.string(),
  isHarvestable: z.boolean().describe('Whether harvesters can ask for it.'),
  isVisibleInUserInterface: z.boolean(),
  XMLNameSpace: z.string().optional(),
  XMLSchemaLocation: z.string().optional(),
  XMLSchemaVersion: z.string().optional(),
});

export const exportRoutes: readonly Route[] = [
  textRoute({
    id: 'datasets.export',
    method: 'GET',
    path: '/api/datasets/export',
    summary: 'Metadata of the current published version, or of the draft, in one of the export formats.',
    auth: 'public',
    cors: true,
    query: exportQuery,
    refusals: [
      'BAD_USER_INPUT',
      'DATASET_NOT_FOUND',
      'DATASET_VERSION_NOT_FOUND',
      'PERMISSION_DENIED',
      'EXPORT_FAILED',
      'EXPORT_VERSION_UNSUPPORTED',
      'PRECONDITION_FAILED',
    ],
    statuses: { DATASET_VERSION_NOT_FOUND: 400, PERMISSION_DENIED: 400 },
    answer: [bareText('application/xml', 'application/ld+json', 'text/html'), bareJson(z.looseObject({})), unchangedAnswer],
    operation: DatasetExportDocument,
    variables: ({ query }, position) => ({
      reference: { persistentId: requirePersistentId(query.persistentId) },
      version: query.version,
      format: query.exporter,
      position,
    }),
    piece: ({ dataset }) => {
      const { format, checksum, sizeBytes, createdAt, pieceCount, piece } = required(dataset).export;
      return {
        contentType: `${format.mediaType};charset=UTF-8`,
        etag: checksum,
        sizeBytes,
        lastModified: new Date(createdAt),
        pieceCount,
        text: piece,
      };
    },
  }),
  route({
    id: 'info.exportFormats',
    method: 'GET',
    path: '/api/info/exportFormats',
    summary: 'The formats in which metadata can be exported, by name.',
    auth: 'public',
    credentials: 'ignored',
    answer: enveloped(mapOf(exportFormatSchema)),
    operation: ExportFormatsDocument,
    variables: () => ({}),
    reply: ({ exportFormats }) => ({
      data: Object.fromEntries(
        exportFormats.map(({ name, xmlNamespace, xmlSchemaLocation, xmlSchemaVersion, ...format }) => [
          name,
          {
            ...format,
            XMLNameSpace: xmlNamespace ?? undefined,
            XMLSchemaLocation: xmlSchemaLocation ?? undefined,
            XMLSchemaVersion: xmlSchemaVersion ?? undefined,
          },
        ]),
      ),
    }),
  }),
];
