// Published datasets of another software with all its exports, where they lie beside the checkout.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ExportSnapshot } from '../../../src/formats/exports/export-snapshot.ts';
import type { ExportedFile, ExportedVariable } from '../../../src/formats/exports/exported-variable.ts';
import type { SummaryStatistics } from '../../../src/model/tables/variable-facts.ts';
import { metadataOf, snapshotOf } from './snapshots.ts';

const FOLDER = new URL('../../../../shared/golden/', import.meta.url);

/** Whether the recordings are there; tests that need them are left out otherwise. */
export const hasRecordings = existsSync(FOLDER);

/** The site that was recorded. */
const SITE = 'http://localhost:18080';

const fileRecord = z.object({
  description: z.string(),
  label: z.string(),
  restricted: z.boolean(),
  directoryLabel: z.string().optional(),
  version: z.int(),
  datasetVersionId: z.int(),
  categories: z.array(z.string()).default([]),
  dataFile: z.object({
    id: z.int(),
    contentType: z.string(),
    friendlyType: z.string(),
    filesize: z.int(),
    storageIdentifier: z.string(),
    originalFileFormat: z.string().optional(),
    originalFormatLabel: z.string().optional(),
    originalFileSize: z.int().optional(),
    originalFileName: z.string().optional(),
    UNF: z.string().optional(),
    checksum: z.object({ type: z.string(), value: z.string() }),
    tabularData: z.boolean(),
    tabularTags: z.array(z.string()).default([]),
    creationDate: z.string(),
    publicationDate: z.string(),
  }),
});

const datasetRecord = z.object({
  id: z.int(),
  identifier: z.string(),
  persistentUrl: z.string(),
  publisher: z.string(),
  publicationDate: z.string().optional(),
  storageIdentifier: z.string(),
  datasetVersion: z.object({
    id: z.int(),
    internalVersionNumber: z.int(),
    distributionDate: z.string().optional(),
    productionDate: z.string().optional(),
    UNF: z.string().optional(),
    lastUpdateTime: z.string(),
    versionState: z.enum(['RELEASED', 'DRAFT']),
    releaseTime: z.string().optional(),
    createTime: z.string(),
    license: z.object({
      name: z.string(),
      uri: z.string(),
      iconUri: z.string(),
      rightsIdentifier: z.string(),
      rightsIdentifierScheme: z.string(),
      schemeUri: z.string(),
      languageCode: z.string(),
    }),
    metadataBlocks: z.record(z.string(), z.object({ displayName: z.string(), fields: z.unknown() })),
    files: z.array(fileRecord),
    citation: z.string(),
  }),
});

const tableRecord = z.object({
  caseQuantity: z.int(),
  varQuantity: z.int(),
  dataVariables: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      label: z.string(),
      variableIntervalType: z.enum(['discrete', 'contin']),
      variableFormatType: z.enum(['NUMERIC', 'CHARACTER']),
      format: z.string().optional(),
      formatCategory: z.string().optional(),
      isOrderedCategorical: z.boolean(),
      UNF: z.string(),
      summaryStatistics: z.record(z.string(), z.string()).optional(),
      variableCategories: z
        .array(z.object({ value: z.string(), label: z.string(), isMissing: z.boolean(), frequency: z.number() }))
        .optional(),
    }),
  ),
});
/** What of a version only the map has: the day of the export, and the last change to the millisecond. */
const oreMap = z.object({ 'dcterms:modified': z.string(), 'ore:describes': z.object({ 'schema:dateModified': z.string() }) });
type TableRecord = z.infer<typeof tableRecord>;

/** Recordings of the tables among the files, by their ids. */
const TABLES: Readonly<Record<number, string>> = { 11: 'sav', 15: 'dta', 16: 'csv2' };
/** What of a licence is in no record. */
const SHORT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'CC0 1.0': 'Creative Commons CC0 1.0 Universal Public Domain Dedication.',
  'CC BY 4.0': 'Creative Commons Attribution 4.0 International License.',
};

function text(path: string): string {
  return readFileSync(new URL(path, FOLDER), 'utf8');
}

function body(path: string): unknown {
  return z.object({ body: z.unknown() }).parse(JSON.parse(text(path))).body;
}

/** The recorded export of a dataset in a format, under the name that the other software gives it. */
export function recordedExport(dataset: string, format: string): string {
  const json = z
    .object({ body: z.unknown().optional(), bodyFile: z.string().optional() })
    .parse(JSON.parse(text(`exports/export-${dataset}-${format}.json`)));
  return json.bodyFile === undefined ? JSON.stringify(json.body) : text(`exports/${json.bodyFile}`);
}

function tableOf(id: number): TableRecord | undefined {
  const name = TABLES[id];
  if (name === undefined) return undefined;
  const [table] = z.object({ data: z.array(tableRecord) }).parse(body(`tables/file-dataTables-${name}.json`)).data;
  return table;
}

function fileOf({ dataFile, ...record }: z.infer<typeof fileRecord>, updatedAt: Date): ExportedFile {
  const table = tableOf(dataFile.id);
  return {
    recordVersion: record.version,
    datasetVersionDatabaseId: record.datasetVersionId,
    datasetVersionUpdatedAt: updatedAt,
    label: record.label,
    directoryLabel: record.directoryLabel ?? null,
    description: record.description,
    restricted: record.restricted,
    categories: record.categories,
    table:
      table === undefined
        ? null
        : { caseQuantity: table.caseQuantity, variableQuantity: table.varQuantity, downloadSizeBytes: null, downloadSha256: null },
    dataFile: {
      databaseId: dataFile.id,
      persistentId: null,
      persistentUrl: null,
      contentType: dataFile.contentType,
      friendlyType: dataFile.friendlyType,
      sizeBytes: dataFile.filesize,
      storageIdentifier: dataFile.storageIdentifier,
      originalFileFormat: dataFile.originalFileFormat ?? null,
      originalFormatLabel: dataFile.originalFormatLabel ?? null,
      originalFileSize: dataFile.originalFileSize ?? null,
      originalFileName: dataFile.originalFileName ?? null,
      unf: dataFile.UNF ?? null,
      rootDataFileId: null,
      previousDataFileId: null,
      tabularData: dataFile.tabularData,
      tabularTags: dataFile.tabularTags,
      embargo: null,
      retention: null,
      checksum: dataFile.checksum,
      creationDate: dataFile.creationDate,
      publicationDate: dataFile.publicationDate,
      fileAccessRequest: true,
    },
  };
}

function variablesOf({ dataVariables }: TableRecord): readonly ExportedVariable[] {
  return dataVariables.map((variable) => ({
    id: variable.id,
    name: variable.name,
    label: variable.label,
    intervalType: variable.variableIntervalType,
    formatType: variable.variableFormatType,
    format: variable.format ?? null,
    formatCategory: variable.formatCategory ?? null,
    decimalPoints: null,
    isOrderedCategorical: variable.isOrderedCategorical,
    unf: variable.UNF,
    statistics: (variable.summaryStatistics ?? null) as SummaryStatistics | null,
    categories: variable.variableCategories ?? null,
    invalidRanges: null,
  }));
}

const folderAndLabel = ({ directoryLabel, label }: ExportedFile): string => `${directoryLabel ?? ''}\0${label}`.toLowerCase();

/** The recorded dataset, as far as its records tell of it. */
export function recordedSnapshot(name: string): ExportSnapshot {
  const record = datasetRecord.parse(body(`exports/export-${name}-dataverse_json.json`));
  const { datasetVersion: version, identifier, persistentUrl, publisher, publicationDate = null } = record;
  const { versionState: state, releaseTime, license } = version;
  const draft = state === 'DRAFT' ? { versionNumber: null, versionMinorNumber: null } : {};
  const map = oreMap.parse(body(`exports/export-${name}-OAI_ORE.json`));
  const modified = map['ore:describes']['schema:dateModified'];
  const updatedAt = new Date(state === 'DRAFT' ? modified : `${modified.replace(' ', 'T')}Z`);
  const files = version.files.map((file) => fileOf(file, updatedAt));
  const given = snapshotOf({ metadata: metadataOf(version.metadataBlocks), files });
  const persistentId = `doi:10.5072/${identifier}`;
  const dataset = {
    ...given.dataset,
    databaseId: record.id,
    identifier,
    persistentId,
    persistentUrl,
    publisher,
    publicationDate,
    storageIdentifier: record.storageIdentifier,
  };
  return {
    ...given,
    site: { url: SITE, name: publisher, softwareVersion: '6.9' },
    day: map['dcterms:modified'],
    pid: { ...given.pid, identifier },
    publishedAt: publicationDate === null ? null : new Date(publicationDate),
    dataset,
    version: {
      ...given.version,
      ...draft,
      state,
      latestVersionState: state,
      databaseId: version.id,
      internalVersionNumber: version.internalVersionNumber,
      distributionDate: version.distributionDate ?? null,
      productionDate: version.productionDate ?? null,
      publicationDate,
      citationDate: publicationDate,
      unf: version.UNF ?? null,
      createdAt: new Date(version.createTime),
      updatedAt,
      releasedAt: releaseTime === undefined ? null : new Date(releaseTime),
      license: { ...license, shortDescription: SHORT_DESCRIPTIONS[license.name] ?? '' },
      dataset: { ...given.version.dataset, ...dataset },
      metadataBlocks: Object.entries(version.metadataBlocks).map(([block, { displayName, fields }]) => ({
        name: block,
        displayName,
        nativeFields: fields,
      })),
    },
    collections: [
      { alias: 'gold', name: 'Golden', description: 'Golden <b>records</b>' },
      { alias: 'root', name: 'Root', description: 'The root dataverse.' },
    ],
    citation: { text: version.citation, year: Number(map['dcterms:modified'].slice(0, 4)) },
    anyRestricted: files.some(({ restricted }) => restricted),
    async *files(order = 'label') {
      yield* order === 'label' ? files : files.toSorted((one, other) => (folderAndLabel(one) < folderAndLabel(other) ? -1 : 1));
    },
    async *variables() {
      for (const file of files) {
        const table = tableOf(file.dataFile.databaseId);
        for (const variable of table === undefined ? [] : variablesOf(table)) yield { file, variable };
      }
    },
  };
}
