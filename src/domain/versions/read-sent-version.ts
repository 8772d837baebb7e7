import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { mergeFields } from '../metadata/merge-fields.ts';
import type { SentForm } from '../metadata/sent-form.ts';
import { descriptionEdits, readSentDescription } from './semantic/read-sent-description.ts';
import { readVersionMetadata } from './version-metadata-input.ts';

/** What is said of a version, in one of two forms. */
export interface SentVersion {
  /** The object under `datasetVersion` of native JSON. */
  readonly datasetVersion?: unknown;
  /** One object of JSON-LD, in place of it. */
  readonly jsonLd?: unknown;
}

/** Metadata of a version, and the rest of what is said of it by the keys of native JSON. */
export interface ReadVersion {
  readonly body: Readonly<Record<string, unknown>>;
  readonly metadata: VersionMetadata;
  /** How native JSON had it, for the places of faults. */
  readonly sent?: SentForm;
}

/** With what a version is read. */
export interface VersionReading {
  readonly catalog: BlockCatalog;
  readonly siteUrl: string;
  /** How a refusal of native JSON begins. */
  readonly messagePrefix: string;
}

/** Whether a version was sent as JSON-LD. */
export function isSentAsJsonLd({ jsonLd }: SentVersion): boolean {
  return jsonLd !== undefined && jsonLd !== null;
}

/** Reads native JSON, or the JSON-LD in place of it. Source: datasets.md 4.1, 14.4. @throws DomainError BAD_USER_INPUT with every fault */
export async function readSentVersion(version: SentVersion, { catalog, siteUrl, messagePrefix }: VersionReading): Promise<ReadVersion> {
  if (!isSentAsJsonLd(version)) return readVersionMetadata(version.datasetVersion, catalog, messagePrefix);
  const sent = await readSentDescription(version.jsonLd, catalog, siteUrl);
  const metadata = mergeFields({}, descriptionEdits(sent, catalog), catalog, true);
  return { body: { ...sent.terms, license: sent.license }, metadata };
}
