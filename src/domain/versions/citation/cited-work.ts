/** Gathers what citations of a version are made of. Source: datasets.md 14.6. */
import type { DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import type { CitedWork } from '../../../formats/citation/cited-work.ts';
import { availableDay, citationYear } from '../../../model/citation-date.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { childText, compoundsOf, textOf, textsOf } from '../../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { type PersistentIdParts, persistentIdText, persistentUrl } from '../../../model/persistent-id.ts';

/** The dataset that a cited version belongs to. */
export type CitedDataset = PersistentIdParts &
  Pick<DatasetRow, 'datasetType' | 'citationDateField' | 'publishedAt' | 'embargoCitationDate'>;
export type CitedVersion = Pick<VersionRow, 'metadata' | 'state' | 'versionNumber' | 'title' | 'unf' | 'updatedAt'>;

function versionText({ state, versionNumber }: CitedVersion): string {
  if (state === 'DRAFT') return 'DRAFT VERSION';
  return state === 'DEACCESSIONED' ? `V${versionNumber}, DEACCESSIONED VERSION` : `V${versionNumber}`;
}

function citedDay(dataset: CitedDataset, { metadata: { value: metadata }, updatedAt }: CitedVersion, catalog: BlockCatalog): string {
  const definition = dataset.citationDateField === null ? undefined : catalog.findField(dataset.citationDateField);
  const chosen =
    definition === undefined
      ? undefined
      : definition.parent === null
        ? textOf(metadata, definition.name)
        : textOf(metadata, definition.parent, definition.name);
  return chosen ?? availableDay(dataset) ?? updatedAt.toISOString().slice(0, 10);
}

/** The texts of some children of each repetition, in one text. */
function joined(metadata: VersionMetadata, field: string, children: readonly string[], separator: string): string[] {
  return compoundsOf(metadata, field)
    .map((compound) => children.flatMap((child) => childText(compound, child) ?? []).join(separator))
    .filter((text) => text !== '');
}

function authorsOf(metadata: VersionMetadata): readonly string[] {
  const names = textsOf(metadata, 'author', 'authorName');
  // Withheld authors are a text in place of the compounds.
  return names.length > 0 ? names : textsOf(metadata, 'author');
}

/** Gathers what a citation of a version says. */
export function citedWork(
  dataset: CitedDataset,
  version: CitedVersion,
  installation: { readonly name: string; readonly siteUrl: string; readonly catalog: BlockCatalog },
): CitedWork {
  const metadata = version.metadata.value;
  const { siteUrl, catalog } = installation;
  return {
    authors: authorsOf(metadata),
    year: citationYear({ dataset, version }, catalog),
    day: citedDay(dataset, version, catalog),
    title: version.title,
    pid: dataset,
    url: persistentUrl(dataset, siteUrl),
    landingPage: `${siteUrl}/citation?persistentId=${persistentIdText(dataset)}`,
    publisher: installation.name,
    version: versionText(version),
    unf: version.unf,
    datasetType: dataset.datasetType,
    producers: textsOf(metadata, 'producer', 'producerName'),
    grantAgencies: textsOf(metadata, 'grantNumber', 'grantNumberAgency'),
    series: textsOf(metadata, 'series', 'seriesName'),
    collectionDates: joined(metadata, 'dateOfCollection', ['dateOfCollectionStart', 'dateOfCollectionEnd'], '/'),
    kindsOfData: textsOf(metadata, 'kindOfData'),
    keywords: textsOf(metadata, 'keyword', 'keywordValue'),
    languages: textsOf(metadata, 'language'),
    places: joined(metadata, 'geographicCoverage', ['country', 'state', 'city', 'otherGeographicCoverage'], ', '),
  };
}
