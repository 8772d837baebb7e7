import { DomainError } from '../../errors/domain-error.ts';
import type { DomainServices } from '../services.ts';

/** The kind of a new dataset. @throws DomainError BAD_USER_INPUT when this installation has none of that name. */
export function requireDatasetType(type: string | null | undefined): string {
  if (type === null || type === undefined || type === 'dataset') return 'dataset';
  throw new DomainError('BAD_USER_INPUT', `Error parsing Json: Invalid dataset type: ${type}.`, {
    problems: [{ pointer: '/datasetType', message: 'is not a dataset type of this installation' }],
  });
}

/** The language of a new dataset's metadata; null when none is named. @throws DomainError BAD_USER_INPUT when it is not configured. */
export function requireMetadataLanguage(services: DomainServices, language: string | null | undefined): string | null {
  if (language === null || language === undefined || language === '') return null;
  const known = services.settings.get(':MetadataLanguages') ?? [];
  if (known.some(({ locale }) => locale === language)) return language;
  throw new DomainError('BAD_USER_INPUT', `The metadata language ${language} is not one of this installation.`, {
    problems: [{ pointer: '/metadataLanguage', message: 'is not a configured language' }],
  });
}
