import type { ProviderConfiguration } from '../../model/sign-in/provider-configuration.ts';

/** A provider that can sign in accounts at present. */
export interface SignInProvider<Configuration extends ProviderConfiguration = ProviderConfiguration> {
  /** The id that accounts refer to. */
  readonly id: string;
  /** Display name; the id if the operator gave none. */
  readonly title: string;
  readonly subtitle: string | undefined;
  /** With its secrets: never to be shown or logged. */
  readonly configuration: Configuration;
}

/** The enabled sign-in providers, from memory. */
export interface SignInProviders {
  /** The enabled providers that can be used as they are configured, by id. */
  enabled(): readonly SignInProvider[];
  find(id: string): SignInProvider | undefined;
  /** Reads all providers again; called after a change in this or another process. */
  refresh(): Promise<void>;
}
