import { DomainError } from '../../../errors/domain-error.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { mergeFields } from '../../metadata/merge-fields.ts';
import type { SentForm } from '../../metadata/sent-form.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { descriptionEdits, readSentDescription } from '../../versions/semantic/read-sent-description.ts';
import { readVersionMetadata } from '../../versions/version-metadata-input.ts';

/** What is said of a new dataset, in one of two forms. */
export interface SentVersion {
  /** The object under `datasetVersion` of native JSON. */
  readonly datasetVersion?: unknown;
  /** One object of JSON-LD. */
  readonly jsonLd?: unknown;
}

/** Metadata of a new dataset, and the rest of what is said of it by the keys of native JSON. */
export interface NewVersion {
  readonly body: Readonly<Record<string, unknown>>;
  readonly metadata: VersionMetadata;
  /** How native JSON had it, for the places of faults. */
  readonly sent?: SentForm;
}

/**
 * Reads native JSON, or the JSON-LD in place of it. Source: datasets.md 4.1, 14.4.
 * @throws DomainError BAD_USER_INPUT with every fault, or when both are sent.
 */
export async function readNewVersion({ datasetVersion, jsonLd }: SentVersion, catalog: BlockCatalog, siteUrl: string): Promise<NewVersion> {
  if (jsonLd === undefined || jsonLd === null) return readVersionMetadata(datasetVersion, catalog, 'Error parsing Json:');
  if (datasetVersion !== undefined && datasetVersion !== null) {
    throw new DomainError('BAD_USER_INPUT', 'A dataset is made from native JSON or from JSON-LD, not from both.', {
      problems: [{ pointer: '/jsonLd', message: 'must be absent beside datasetVersion' }],
    });
  }
  const sent = await readSentDescription(jsonLd, catalog, siteUrl);
  const metadata = mergeFields({}, descriptionEdits(sent, catalog), catalog, true);
  return { body: { ...sent.terms, license: sent.license }, metadata };
}
