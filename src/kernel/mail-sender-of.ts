import type { DomainServices } from './services.ts';

/** The address that mail comes from; undefined while none is sent, as the operator has named no mail server, or no sender. */
export function mailSenderOf({ mail, settings }: Pick<DomainServices, 'mail' | 'settings'>): string | undefined {
  return mail.configured ? (settings.get(':SystemEmail') ?? mail.from) : undefined;
}
