import { query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import type { ProviderFactory } from '../../../vocabulary/sign-in.ts';

/** A provider as it is offered to those who want to sign in. */
export interface OfferedProvider {
  readonly providerId: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly factory: ProviderFactory;
}

/** Providers that one can sign in by now, by id. */
export const listOfferedProviders = query({
  name: 'listOfferedProviders',
  subject: noSubject,
  requires: 'Public',
  run: ({ services }): readonly OfferedProvider[] =>
    services.signInProviders.enabled().map(({ id, title, subtitle, configuration }) => ({
      providerId: id,
      title,
      subtitle: subtitle ?? null,
      factory: configuration.factory,
    })),
});
