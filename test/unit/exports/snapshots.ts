import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { citedWork } from '../../../src/domain/versions/citation/cited-work.ts';
import { plainCitation } from '../../../src/formats/citation/plain-citation.ts';
import type { Exporter } from '../../../src/formats/exports/exporter.ts';
import type { ExportSnapshot } from '../../../src/formats/exports/export-snapshot.ts';
import type { ExportedFile, ExportedVariable } from '../../../src/formats/exports/exported-variable.ts';
import { StoredMetadata } from '../../../src/db/stored-metadata.ts';
import type { FieldDefinition } from '../../../src/model/metadata/block-definition.ts';
import type { VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';
import { persistentIdText, persistentUrl } from '../../../src/model/persistent-id.ts';
import { compound, field, type SentField, standardCatalog } from '../metadata/standard-catalog.ts';

export const SITE = 'https://repo.example.org';
const pid = { protocol: 'doi', authority: '10.5072', separator: '/', identifier: 'FK2/ABCDEF' };
const published = new Date('2026-02-03T09:15:27.123Z');

/** What of a snapshot a test chooses. */
export interface Chosen {
  readonly metadata: VersionMetadata;
  readonly files?: readonly ExportedFile[];
  /** Of each of the files that is a table. */
  readonly variables?: readonly ExportedVariable[];
  readonly version?: Partial<ExportSnapshot['version']>;
  readonly dataset?: Partial<ExportSnapshot['dataset']>;
  readonly more?: Partial<ExportSnapshot>;
}

/** A snapshot of the version that the contract's example shows, with other parts. */
export function snapshotOf({ metadata, files = [], variables = [], version = {}, dataset = {}, more = {} }: Chosen): ExportSnapshot {
  const persistentId = persistentIdText(pid);
  const limits = { effectiveDatasetFileCountLimit: null, datasetFileCountLimit: null, datasetFileUploadsAvailable: null };
  const facts = {
    databaseId: 5,
    ...pid,
    persistentId,
    alternativePersistentIds: [],
    persistentUrl: persistentUrl(pid, SITE),
    publisher: 'Demo Repository',
    publicationDate: '2026-02-03',
    storageIdentifier: 'local://10.5072/FK2/ABCDEF',
    ...limits,
    metadataLanguage: null,
    datasetType: 'dataset',
    ...dataset,
  };
  const title = standardCatalog.findField('title') === undefined ? '' : (titleIn(metadata) ?? '');
  const row = {
    metadata: new StoredMetadata(JSON.stringify(metadata)),
    state: 'RELEASED',
    versionNumber: 1,
    title,
    unf: null,
    updatedAt: published,
  } as const;
  const cited = { ...pid, datasetType: 'dataset', citationDateField: null, publishedAt: published, embargoCitationDate: null };
  return {
    site: { url: SITE, name: 'Demo Repository', softwareVersion: '1.0' },
    day: '2026-02-03',
    changesOn: null,
    pid,
    dataset: facts,
    publishedAt: published,
    version: {
      databaseId: 22,
      title,
      state: 'RELEASED',
      latestVersionState: 'RELEASED',
      versionNumber: 1,
      versionMinorNumber: 0,
      internalVersionNumber: 8,
      versionNote: null,
      deaccessionNote: null,
      deaccessionLink: null,
      unf: null,
      createdAt: new Date('2026-02-01T10:00:00Z'),
      updatedAt: published,
      releasedAt: published,
      publicationDate: '2026-02-03',
      citationDate: '2026-02-03',
      distributionDate: null,
      productionDate: null,
      fileAccessRequest: true,
      license: {
        name: 'CC0 1.0',
        uri: 'http://creativecommons.org/publicdomain/zero/1.0',
        iconUri: null,
        shortDescription: 'Creative Commons CC0 1.0 Universal Public Domain Dedication.',
        rightsIdentifier: 'CC0-1.0',
        rightsIdentifierScheme: 'SPDX',
        schemeUri: 'https://spdx.org/licenses/',
        languageCode: 'en',
      },
      terms: {},
      dataset: facts,
      metadataBlocks: Object.entries(metadata).map(([name, fields]) => ({ name, displayName: name, nativeFields: fields })),
      ...version,
    },
    metadata,
    catalog: standardCatalog,
    collections: [{ alias: 'root', name: 'Root', description: null }],
    citation: {
      text: plainCitation(citedWork(cited, row, { name: 'Demo Repository', siteUrl: SITE, catalog: standardCatalog })),
      year: 2026,
    },
    chosenCitationDate: undefined,
    distributesOnlyWhenNotSet: false,
    anyRestricted: false,
    async *files() {
      yield* files;
    },
    variableGroups: () => Promise.resolve([]),
    async *variables() {
      const tables = files.filter(({ table }) => table !== null);
      for (const [place, file] of tables.entries()) {
        for (const variable of variables) yield { file, variable: { ...variable, id: variable.id + 100 * place } };
      }
    },
    ...more,
  };
}

function titleIn(metadata: VersionMetadata): string | undefined {
  const value = metadata['citation']?.find(({ typeName }) => typeName === 'title')?.value;
  return typeof value === 'string' ? value : undefined;
}

/** What the stored form of sent blocks is. */
export function metadataOf(metadataBlocks: unknown): VersionMetadata {
  const { metadata, problems } = parseMetadataBlocks(metadataBlocks, standardCatalog, '');
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return metadata;
}

const EDGES: Readonly<Record<string, string>> = {
  westLongitude: '-10.5',
  eastLongitude: '10',
  northLatitude: '60',
  southLatitude: '59.25',
};

function valueOf({ name, type, vocabulary, typeClass }: FieldDefinition, text: string): string {
  if (typeClass === 'controlledVocabulary') return vocabulary[0]?.value ?? '';
  const ofType: Partial<Record<typeof type, string>> = {
    DATE: '2020-05-06',
    EMAIL: 'finch@example.org',
    INT: '7',
    FLOAT: '1.5',
    URL: 'https://example.org/a?b=c&d=e',
  };
  return EDGES[name] ?? ofType[type] ?? text;
}

function filled(definition: FieldDefinition, text: string): SentField {
  if (definition.children.length === 0) {
    return field(definition.name, definition.multiple ? [valueOf(definition, text)] : valueOf(definition, text));
  }
  const children = Object.fromEntries(definition.children.map((child) => [child.name, valueOf(child, text)]));
  const one = compound(children);
  return field(definition.name, definition.multiple ? [one] : one);
}

/** A value for every field of every block; texts that a type does not bind are the given one. */
export function everyField(text: string): VersionMetadata {
  return metadataOf(
    Object.fromEntries(standardCatalog.blocks.map((block) => [block.name, { fields: block.fields.map((one) => filled(one, text)) }])),
  );
}

/** A file of a version. */
export function fileOf(id: number, label: string, more: Partial<ExportedFile> = {}): ExportedFile {
  return {
    recordVersion: 1,
    datasetVersionDatabaseId: 22,
    datasetVersionUpdatedAt: published,
    label,
    directoryLabel: null,
    description: null,
    restricted: false,
    categories: [],
    table: null,
    dataFile: {
      databaseId: id,
      persistentId: null,
      persistentUrl: null,
      contentType: 'text/plain',
      friendlyType: 'Plain Text',
      sizeBytes: 12,
      storageIdentifier: `local://${id}`,
      originalFileFormat: null,
      originalFormatLabel: null,
      originalFileSize: null,
      originalFileName: null,
      unf: null,
      rootDataFileId: null,
      previousDataFileId: null,
      tabularData: false,
      tabularTags: [],
      embargo: null,
      retention: null,
      checksum: { type: 'MD5', value: 'd41d8cd98f00b204e9800998ecf8427e' },
      creationDate: '2026-02-01',
      publicationDate: '2026-02-03',
      fileAccessRequest: true,
    },
    ...more,
  };
}

/** A table of five rows in a version. */
export const TEXT_SHA256 = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';

export function tableOf(id: number, label: string, more: Partial<ExportedFile> = {}): ExportedFile {
  const { dataFile, ...file } = fileOf(id, label, more);
  const original = { originalFileFormat: 'text/csv', originalFileSize: 40, originalFileName: 'table.csv' };
  return {
    ...file,
    table: { caseQuantity: 5, variableQuantity: 2, downloadSizeBytes: 20, downloadSha256: TEXT_SHA256 },
    dataFile: { ...dataFile, ...original, tabularData: true, contentType: 'text/tab-separated-values', unf: 'UNF:6:file' },
  };
}

/** A numeric variable, with all that a variable can have. */
export function variableOf(id: number, text: string, more: Partial<ExportedVariable> = {}): ExportedVariable {
  return {
    id,
    name: text,
    label: text,
    intervalType: 'contin',
    formatType: 'NUMERIC',
    format: 'float',
    formatCategory: null,
    decimalPoints: 2,
    isOrderedCategorical: true,
    unf: 'UNF:6:variable',
    statistics: { mean: '1.5', medn: '1.0', mode: '.', vald: '4.0', invd: '1.0', min: '-Infinity', max: 'NaN', stdev: '1.0E-7' },
    categories: [
      { value: '10', label: text, isMissing: false, frequency: 2 },
      { value: '9', label: '', isMissing: true, frequency: null },
    ],
    invalidRanges: [{ value: '9' }, { min: '97', max: null }],
    ...more,
  };
}

/** The whole text of an export. */
export async function textOf(exporter: Exporter, snapshot: ExportSnapshot): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of exporter.write(snapshot)) pieces.push(piece);
  return pieces.join('');
}
