/** The dates that citations name. Source: datasets.md 3.2, 9.1. */
import type { BlockCatalog } from './metadata/block-catalog.ts';
import { textOf } from './metadata/metadata-values.ts';
import type { VersionMetadata } from './metadata/version-metadata.ts';

/** The facts of a dataset that determine when it became available. */
export interface DatedDataset {
  readonly publishedAt: Date | null;
  /** `yyyy-MM-dd`. */
  readonly embargoCitationDate: string | null;
}

/**
 * Day on which a dataset became available, `yyyy-MM-dd` in UTC: that of its first publication, or the latest end of an embargo among
 * the files of that, if it is later; null before any publication. Source: datasets.md 3.2.
 */
export function availableDay({ publishedAt, embargoCitationDate }: DatedDataset): string | null {
  if (publishedAt === null) return null;
  const published = publishedAt.toISOString().slice(0, 10);
  return embargoCitationDate !== null && embargoCitationDate > published ? embargoCitationDate : published;
}

/** What the date of a citation is made of. */
export interface Cited {
  readonly dataset: DatedDataset & { readonly citationDateField: string | null };
  readonly version: { readonly metadata: { readonly value: VersionMetadata }; readonly updatedAt: Date };
}

/** Day that a citation names by default, `yyyy-MM-dd`; null while another field is chosen, or nothing was published. Source: datasets.md 3.2. */
export function citationDay(dataset: Cited['dataset']): string | null {
  return dataset.citationDateField === null ? availableDay(dataset) : null;
}

/**
 * Year that a citation of a version names: the first four digits of the chosen field, if the version has a value for it,
 * else the year in which the dataset became available, and of one never published that of its last change. Source: datasets.md 9.1, 14.6.
 */
export function citationYear({ dataset, version }: Cited, catalog: BlockCatalog): number {
  const definition = dataset.citationDateField === null ? undefined : catalog.findField(dataset.citationDateField);
  if (definition !== undefined) {
    const { name, parent } = definition;
    const text = parent === null ? textOf(version.metadata.value, name) : textOf(version.metadata.value, parent, name);
    const digits = /\d{4}/.exec(text ?? '');
    if (digits !== null) return Number(digits[0]);
  }
  const available = availableDay(dataset);
  return available === null ? version.updatedAt.getUTCFullYear() : Number(available.slice(0, 4));
}
