/** The record that registration agencies get, and the one in the profile of OpenAIRE. Source: exports.md 6, 7. */
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { Exporter } from '../exports/exporter.ts';
import { dataciteXml } from './datacite-xml.ts';
import { type DescribedVersion, describeDataset } from './describe-dataset.ts';
import { describeOpenaire } from './describe-openaire.ts';

/** What a record says of the files: short texts of each. */
async function describeFiles({ files, anyRestricted }: ExportSnapshot): Promise<DescribedVersion['files']> {
  const sizesBytes: number[] = [];
  const contentTypes: string[] = [];
  const persistentIds: string[] = [];
  for await (const { dataFile } of files()) {
    sizesBytes.push(dataFile.sizeBytes);
    contentTypes.push(dataFile.contentType);
    if (dataFile.persistentId !== null) persistentIds.push(dataFile.persistentId);
  }
  return { anyRestricted, sizesBytes, contentTypes, persistentIds };
}

/** A version as both DataCite formats describe it. */
async function describedVersion(snapshot: ExportSnapshot): Promise<DescribedVersion> {
  const { site, pid, dataset, version, metadata, citation, publishedAt } = snapshot;
  return {
    pid,
    alternativePersistentIds: version.dataset.alternativePersistentIds,
    siteUrl: site.url,
    publisher: dataset.publisher,
    datasetType: dataset.datasetType,
    publicationYear: citation.year,
    publishedAt,
    metadata,
    versionNumber: version.versionNumber,
    versionMinorNumber: version.versionMinorNumber,
    releasedAt: version.releasedAt,
    versionNote: version.versionNote,
    license: version.license,
    fileAccessRequest: version.fileAccessRequest,
    files: await describeFiles(snapshot),
  };
}

async function* write(snapshot: ExportSnapshot): AsyncGenerator<string> {
  yield dataciteXml(describeDataset(await describedVersion(snapshot)), snapshot.pid, snapshot.site.url);
}

export const dataciteExporter: Exporter = {
  name: 'Datacite',
  displayName: 'DataCite',
  mediaType: 'application/xml',
  isHarvestable: true,
  isVisibleInUserInterface: true,
  xml: {
    namespace: 'http://datacite.org/schema/kernel-4',
    schemaLocation: 'http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-4.5/metadata.xsd',
    schemaVersion: '4.5',
  },
  write,
};

async function* writeOpenaire(snapshot: ExportSnapshot): AsyncGenerator<string> {
  const metadata = describeOpenaire(await describedVersion(snapshot), snapshot.day);
  yield dataciteXml(metadata, snapshot.pid, snapshot.site.url, { kernel: '4.1', placesAlways: true, declared: false });
}

export const openaireExporter: Exporter = {
  name: 'oai_datacite',
  displayName: 'OpenAIRE',
  mediaType: 'application/xml',
  isHarvestable: true,
  isVisibleInUserInterface: true,
  xml: {
    namespace: 'http://datacite.org/schema/kernel-4',
    schemaLocation: 'http://schema.datacite.org/meta/kernel-4.1/metadata.xsd',
    schemaVersion: '4.1',
  },
  write: writeOpenaire,
};
