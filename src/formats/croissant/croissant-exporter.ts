/**
 * MLCommons Croissant 1.1: the record of schema.org, files as resources, and each table that is open to all as a set of records whose fields
 * are its variables. Source: exports.md 18.2; Croissant Format Specification 1.1.
 */
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { ExportedFile, ExportedVariable } from '../exports/exported-variable.ts';
import type { Exporter } from '../exports/exporter.ts';
import type { NativeFileFacts } from '../native-json/native-file.ts';
import { describeFile, describeRecord } from '../schema-org/describe-record.ts';

type Json = Readonly<Record<string, unknown>>;

const PROFILE = 'http://mlcommons.org/croissant/1.1';

/** Terms of the recommended context that are used. Texts are in the language of the metadata, which is English if nothing is said. */
function contextOf({ dataset }: ExportSnapshot): Json {
  return {
    '@language': dataset.metadataLanguage ?? 'en',
    '@vocab': 'https://schema.org/',
    sc: 'https://schema.org/',
    cr: 'http://mlcommons.org/croissant/',
    dct: 'http://purl.org/dc/terms/',
    citeAs: 'cr:citeAs',
    column: 'cr:column',
    conformsTo: 'dct:conformsTo',
    dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
    extract: 'cr:extract',
    field: 'cr:field',
    fileObject: 'cr:fileObject',
    md5: 'cr:md5',
    recordSet: 'cr:recordSet',
    source: 'cr:source',
  };
}

/** What has to be said of every dataset is said of drafts, too. */
function recordOf(snapshot: ExportSnapshot): Json {
  const {
    '@context': _context,
    '@id': _id,
    '@type': _type,
    author: _author,
    dateModified,
    version: _version,
    ...record
  } = describeRecord(snapshot);
  const { name, description, creator, publisher } = record;
  const { versionNumber, versionMinorNumber } = snapshot.version;
  return {
    ...record,
    description: description === '' ? name : description,
    creator: Array.isArray(creator) && creator.length > 0 ? creator : publisher,
    datePublished: record['datePublished'] ?? snapshot.day,
    ...(dateModified === '' ? {} : { dateModified }),
    ...(versionNumber === null ? {} : { version: `${versionNumber}.${versionMinorNumber ?? 0}.0` }),
    url: snapshot.dataset.persistentUrl,
    citeAs: snapshot.citation.text,
  };
}

/** Checksums for which there is a word. */
function checksumsOf({ type, value }: NativeFileFacts['dataFile']['checksum']): Json {
  if (type === 'MD5') return { md5: value };
  return type === 'SHA-256' ? { sha256: value } : {};
}

function resource(id: string, described: Json, more: Json): Json {
  const { '@id': identifier, '@type': _type, identifier: _identifier, contentSize, ...facts } = described;
  return {
    '@type': 'cr:FileObject',
    '@id': id,
    ...facts,
    ...(typeof contentSize === 'number' ? { contentSize: `${contentSize} B` } : {}),
    ...(identifier === undefined ? {} : { identifier }),
    ...more,
  };
}

/** A file; of a table its text and, where it is known, what was uploaded, to which the checksum belongs. */
function resourcesOf(file: ExportedFile, siteUrl: string): Json[] {
  const { databaseId, checksum, tabularData, originalFileFormat, originalFileName, originalFileSize } = file.dataFile;
  const described = describeFile(file, siteUrl);
  if (!tabularData) return [resource(`f${databaseId}`, described, checksumsOf(checksum))];
  const { downloadSha256 = null, downloadSizeBytes = null } = file.table ?? {};
  const known = downloadSha256 === null ? {} : { contentSize: `${downloadSizeBytes} B`, sha256: downloadSha256 };
  const text = resource(`f${databaseId}`, described, known);
  if (originalFileFormat === null) return [text];
  const original = {
    name: originalFileName ?? file.label,
    encodingFormat: originalFileFormat,
    contentSize: originalFileSize,
    contentUrl: `${siteUrl}/api/access/datafile/${databaseId}?format=original`,
  };
  return [text, resource(`f${databaseId}-original`, original, checksumsOf(checksum))];
}

function dataTypeOf({ formatType, intervalType, format, formatCategory }: ExportedVariable): string {
  if (formatCategory === 'Boolean') return 'sc:Boolean';
  if (formatType === 'NUMERIC') return intervalType === 'contin' || format === 'float' ? 'sc:Float' : 'sc:Integer';
  if (formatCategory === 'date') return 'sc:Date';
  // A time without a day is no moment.
  return formatCategory === 'time' && format?.includes('yyyy') === true ? 'sc:DateTime' : 'sc:Text';
}

function fieldOf(fileId: number, variable: ExportedVariable): Json {
  const { id, name, label } = variable;
  return {
    '@type': 'cr:Field',
    '@id': `t${fileId}/v${id}`,
    name,
    ...(label === null || label === '' ? {} : { description: label }),
    dataType: dataTypeOf(variable),
    source: { fileObject: { '@id': `f${fileId}` }, extract: { column: name } },
  };
}

async function* recordSets({ variables }: ExportSnapshot): AsyncGenerator<string> {
  let begun: number | undefined;
  for await (const { file, variable } of variables()) {
    const { label, dataFile } = file;
    const field = JSON.stringify(fieldOf(dataFile.databaseId, variable));
    if (begun === dataFile.databaseId) {
      yield `,${field}`;
      continue;
    }
    if (begun !== undefined) yield ']},';
    begun = dataFile.databaseId;
    const head = JSON.stringify({ '@type': 'cr:RecordSet', '@id': `t${begun}`, name: label });
    yield `${head.slice(0, -1)},"field":[${field}`;
  }
  if (begun !== undefined) yield ']}';
}

async function* write(snapshot: ExportSnapshot): AsyncGenerator<string> {
  const record = { '@context': contextOf(snapshot), '@type': 'sc:Dataset', conformsTo: PROFILE, ...recordOf(snapshot) };
  yield `${JSON.stringify(record).slice(0, -1)},"distribution":[`;
  let separator = '';
  for await (const file of snapshot.files('folder')) {
    for (const one of resourcesOf(file, snapshot.site.url)) {
      yield `${separator}${JSON.stringify(one)}`;
      separator = ',';
    }
  }
  yield '],"recordSet":[';
  yield* recordSets(snapshot);
  yield ']}';
}

export const croissantExporter: Exporter = {
  name: 'croissant',
  displayName: 'Croissant',
  mediaType: 'application/ld+json',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  write,
};
