import type { ProviderConfiguration } from '../../model/sign-in/provider-configuration.ts';

/** A provider that accounts can be signed in by now. */
export interface SignInProvider<Configuration extends ProviderConfiguration = ProviderConfiguration> {
  /** What accounts name as theirs. */
  readonly id: string;
  /** For people; the id where the operator gave none. */
  readonly title: string;
  readonly subtitle: string | undefined;
  /** With its secrets: never to be shown or logged. */
  readonly configuration: Configuration;
}

/** Says who may vouch for a caller, from memory. */
export interface SignInProviders {
  /** The enabled providers that can be used as they are configured, by id. */
  enabled(): readonly SignInProvider[];
  find(id: string): SignInProvider | undefined;
  /** Reads all providers again; called after a change in this or another process. */
  refresh(): Promise<void>;
}
