/** OAI-ORE map in JSON-LD. Source: exports.md 9. */
import { fileRecordPage } from '../../model/landing-page.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { Exporter } from '../exports/exporter.ts';
import { type NativeFileFacts, originalNameOf } from '../native-json/native-file.ts';
import { describeVersion } from './describe-version.ts';

/** Name and version of the form of the map; readers compare the number. Source: decisions.md 12. */
const FORMAT = 'OREMap Format v1.0.1';
const SOFTWARE = 'Archivolt';

type Json = Readonly<Record<string, unknown>>;

/** What the map calls a file: its persistent identifier, else its page. */
export function oreFileId({ dataFile }: NativeFileFacts, siteUrl: string): string {
  return dataFile.persistentId ?? fileRecordPage(siteUrl, dataFile.databaseId);
}

/** Where a file is given out as it was uploaded. */
export function uploadedUrl({ dataFile }: NativeFileFacts, siteUrl: string): string {
  const { persistentId, databaseId, tabularData } = dataFile;
  const place = `${siteUrl}/api/access/datafile/`;
  if (persistentId === null) return `${place}${databaseId}${tabularData ? '?format=original' : ''}`;
  return `${place}:persistentId?persistentId=${persistentId}${tabularData ? '&format=original' : ''}`;
}

function closure(key: string, closed: { readonly day: string; readonly reason: string | null }): Json {
  return { [`dvcore:${key}`]: closed.day, ...(closed.reason === null ? {} : { 'dvcore:reason': closed.reason }) };
}

/** A file, an ingested one as it was uploaded. */
function fileOf(file: NativeFileFacts, siteUrl: string): Json {
  const { dataFile, description, directoryLabel, categories } = file;
  const { embargo, retention, previousDataFileId, tabularTags } = dataFile;
  return {
    ...(description === null ? {} : { 'schema:description': description }),
    'schema:name': originalNameOf(file) ?? file.label,
    'dvcore:restricted': file.restricted,
    ...(embargo === null ? {} : { 'dvcore:embargoed': closure('dateAvailable', { day: embargo.dateAvailable, reason: embargo.reason }) }),
    ...(retention === null
      ? {}
      : { 'dvcore:retained': closure('dateUnavailable', { day: retention.dateUnavailable, reason: retention.reason }) }),
    ...(directoryLabel === null ? {} : { 'dvcore:directoryLabel': directoryLabel }),
    'schema:version': file.recordVersion,
    'dvcore:datasetVersionId': file.datasetVersionDatabaseId,
    ...(categories.length === 0 ? {} : { 'dvcore:categories': categories }),
    '@id': oreFileId(file, siteUrl),
    'schema:sameAs': uploadedUrl(file, siteUrl),
    '@type': 'ore:AggregatedResource',
    'schema:fileFormat': dataFile.originalFileFormat ?? dataFile.contentType,
    'dvcore:filesize': dataFile.originalFileSize ?? dataFile.sizeBytes,
    'dvcore:storageIdentifier': dataFile.storageIdentifier,
    ...(dataFile.tabularData ? { 'dvcore:currentIngestedName': file.label } : {}),
    ...(dataFile.unf === null ? {} : { 'dvcore:UNF': dataFile.unf }),
    'dvcore:rootDataFileId': dataFile.rootDataFileId ?? -1,
    ...(previousDataFileId === null ? {} : { 'dvcore:previousDataFileId': previousDataFileId }),
    'dvcore:checksum': { '@type': dataFile.checksum.type, '@value': dataFile.checksum.value },
    ...(tabularTags.length === 0 ? {} : { 'dvcore:tabularTags': tabularTags }),
  };
}

async function* listed(files: AsyncIterable<NativeFileFacts>, valueOf: (file: NativeFileFacts) => unknown): AsyncGenerator<string> {
  let before = '';
  for await (const file of files) {
    yield `${before}${JSON.stringify(valueOf(file))}`;
    before = ',';
  }
}

/** The map; `described` are further values of what it describes. */
export async function* writeOreMap(snapshot: ExportSnapshot, described: Json = {}): AsyncGenerator<string> {
  const { site, day, dataset, version, metadata, catalog, collections } = snapshot;
  const { values, context } = describeVersion({
    dataset,
    version,
    metadata,
    owners: collections,
    installation: { name: site.name, siteUrl: site.url, catalog },
  });
  const map = {
    'dcterms:modified': day,
    'dcterms:creator': site.name,
    '@type': 'ore:ResourceMap',
    'schema:additionalType': FORMAT,
    'dvcore:generatedBy': {
      '@type': 'schema:SoftwareApplication',
      'schema:name': SOFTWARE,
      'schema:version': site.softwareVersion,
      'schema:url': site.url,
    },
    '@id': `${site.url}/api/datasets/export?exporter=OAI_ORE&persistentId=${dataset.persistentUrl}`,
  };
  yield `${JSON.stringify(map).slice(0, -1)},"ore:describes":${JSON.stringify({ ...values, ...described }).slice(0, -1)},"ore:aggregates":[`;
  yield* listed(snapshot.files(), (file) => fileOf(file, site.url));
  yield '],"schema:hasPart":[';
  yield* listed(snapshot.files(), (file) => oreFileId(file, site.url));
  yield `]},"@context":${JSON.stringify(context)}}`;
}

export const oreExporter: Exporter = {
  name: 'OAI_ORE',
  displayName: 'OAI_ORE',
  mediaType: 'application/json',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  write: (snapshot) => writeOreMap(snapshot),
};
