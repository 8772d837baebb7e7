/** What citations of a version are made of, whatever their format. Source: datasets.md 14.6. */
import type { DatasetRow } from '../../db/queries/datasets.ts';
import type { VersionRow } from '../../db/queries/versions.ts';
import { availableDay, citationYear } from '../datasets/citation-date.ts';
import type { BlockCatalog } from '../metadata/block-catalog.ts';
import { childText, compoundsOf, textOf, textsOf } from '../metadata/metadata-values.ts';
import type { VersionMetadata } from '../metadata/version-metadata.ts';
import { type PersistentIdParts, persistentIdText, persistentUrl } from '../pid/persistent-id.ts';

export interface CitedWork {
  readonly authors: readonly string[];
  readonly year: number;
  /** `yyyy-MM-dd`, or as much of it as is known. */
  readonly day: string;
  readonly title: string;
  readonly pid: PersistentIdParts;
  /** Address that resolves the identifier. */
  readonly url: string;
  /** Page of the dataset in this installation. */
  readonly landingPage: string;
  /** Name of the installation; may be empty. */
  readonly publisher: string;
  /** `V2`, `DRAFT VERSION`, or `V2, DEACCESSIONED VERSION`. */
  readonly version: string;
  /** Universal numerical fingerprint of the version's data; null where it has none. */
  readonly unf: string | null;
  readonly datasetType: string;
  readonly producers: readonly string[];
  readonly grantAgencies: readonly string[];
  readonly series: readonly string[];
  /** Ranges in which data was collected. */
  readonly collectionDates: readonly string[];
  readonly kindsOfData: readonly string[];
  readonly keywords: readonly string[];
  readonly languages: readonly string[];
  readonly places: readonly string[];
}

/** The dataset that a cited version belongs to. */
export type CitedDataset = PersistentIdParts &
  Pick<DatasetRow, 'datasetType' | 'citationDateField' | 'publishedAt' | 'embargoCitationDate'>;
export type CitedVersion = Pick<VersionRow, 'metadata' | 'state' | 'versionNumber' | 'title' | 'updatedAt'>;

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
    unf: null,
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
