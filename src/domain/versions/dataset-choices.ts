import type { Queryable } from '../../db/client.ts';
import { holdDatasetType } from '../../db/queries/installation/dataset-types.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { DEFAULT_DATASET_TYPE } from '../../vocabulary/datasets.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { allowedMetadataLanguages } from '../collections/metadata-languages.ts';
import type { TermsOfVersion } from './version-terms.ts';
import { broken } from '../../errors/rules/broken.ts';

/**
 * The type of a new dataset, locked against deletion until the transaction ends. @throws DomainError BAD_USER_INPUT when there is none of
 * that name.
 */
export async function requireDatasetType(tx: Queryable, type: string | null | undefined): Promise<string> {
  if (type === null || type === undefined || type === DEFAULT_DATASET_TYPE) return DEFAULT_DATASET_TYPE;
  if (await holdDatasetType(tx, { name: type }, 'removal')) return type;
  throw new DomainError('BAD_USER_INPUT', `Error parsing Json: Invalid dataset type: ${type}.`, {
    problems: [{ pointer: '/datasetType', ...broken('NO_DATASET_TYPE') }],
  });
}

/** The terms, without a licence that the dataset type does not allow. Source: datasets.md 4.1. */
export function termsAmong(terms: TermsOfVersion, licenseIds: readonly number[]): TermsOfVersion {
  if (terms.licenseId === null) return terms;
  return licenseIds.length === 0 || licenseIds.includes(terms.licenseId) ? terms : { ...terms, licenseId: null };
}

/** The language of a new dataset's metadata; null when none is named. @throws DomainError BAD_USER_INPUT when it is not configured. */
export function requireMetadataLanguage(services: DomainServices, language: string | null | undefined): string | null {
  if (language === null || language === undefined || language === '') return null;
  const known = services.settings.get(':MetadataLanguages') ?? [];
  if (known.some(({ locale }) => locale === language)) return language;
  throw new DomainError('BAD_USER_INPUT', `The metadata language ${language} is not configured in this installation.`, {
    problems: [{ pointer: '/metadataLanguage', ...broken('NO_METADATA_LANGUAGE') }],
  });
}

/**
 * The language of the metadata of a new dataset in a collection: where the collection has chosen one, that is it, named or not.
 * @throws DomainError BAD_USER_INPUT when another one is named, or one that is not configured.
 */
export async function metadataLanguageIn(
  db: Queryable,
  services: DomainServices,
  { collectionId, language }: { readonly collectionId: number; readonly language: string | null | undefined },
): Promise<string | null> {
  const named = requireMetadataLanguage(services, language);
  const configured = services.settings.get(':MetadataLanguages') ?? [];
  if (configured.length === 0) return named;
  const allowed = await allowedMetadataLanguages(db, services, collectionId);
  if (allowed.length === configured.length) return named;
  const [only] = allowed;
  if (named === null || named === only?.locale) return only?.locale ?? null;
  throw new DomainError('BAD_USER_INPUT', `Metadata in this collection are in ${only?.title}, not in ${named}.`, {
    problems: [{ pointer: '/metadataLanguage', ...broken('METADATA_LANGUAGE', { locale: only?.locale ?? '' }) }],
  });
}
