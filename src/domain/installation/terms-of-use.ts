/** Public texts of the installation. Source: users-admin.md 16. */
import { DomainError } from '../../errors/domain-error.ts';
import { isLanguageCode } from '../../model/settings/iso-639-1.ts';
import type { SettingsSource } from '../../kernel/ports/settings-source.ts';

const NO_API_TERMS = 'There are no terms of use for the API of this installation.';
const NO_APPLICATION_TERMS = 'There are no terms of use for this installation.';

/** The terms of use of the API (`:ApiTermsOfUse`), or a sentence saying that there are none. */
export function apiTermsOfUse(settings: SettingsSource): string {
  return settings.get(':ApiTermsOfUse') ?? NO_API_TERMS;
}

/**
 * The terms of use that new users accept (`:ApplicationTermsOfUse`), in a language if they are set for it, else as they are set without
 * one, or a sentence saying that there are none.
 * @throws DomainError BAD_USER_INPUT when `language` is no two-letter code.
 */
export function applicationTermsOfUse(settings: SettingsSource, language?: string): string {
  if (language !== undefined && !isLanguageCode(language)) {
    throw new DomainError('BAD_USER_INPUT', 'The language must be a two-letter code of ISO 639-1, such as fr.', {
      problems: [{ pointer: '/lang', message: 'must be a two-letter code of ISO 639-1' }],
    });
  }
  return settings.getIn(language ?? '', ':ApplicationTermsOfUse') ?? settings.get(':ApplicationTermsOfUse') ?? NO_APPLICATION_TERMS;
}
