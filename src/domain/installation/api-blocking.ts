import type { SettingsSource } from '../../kernel/ports/settings-source.ts';
import { isSameSecret } from '../../kernel/api-token.ts';

/** What of a request opens a closed endpoint. */
export interface BlockingKeys {
  /** Whether the request comes from this machine itself. */
  readonly fromLocalhost: boolean;
  /** The operator's unblock key as sent. */
  readonly unblockKey: string | undefined;
}

/** Which REST endpoints the operator has closed, and to whom they are open all the same. Source: users-admin.md 4.2. */
export interface ApiBlockingSource {
  /** Beginnings of paths below `/api`; the same list until the setting changes, undefined when nothing is closed. */
  endpoints(): readonly string[] | undefined;
  admits(keys: BlockingKeys): boolean;
}

/** Follows the settings `:BlockedApiEndpoints`, `:BlockedApiPolicy` and `:BlockedApiKey`. */
export function createApiBlockingSource(settings: SettingsSource): ApiBlockingSource {
  return {
    endpoints: () => settings.get(':BlockedApiEndpoints'),
    admits({ fromLocalhost, unblockKey }) {
      switch (settings.get(':BlockedApiPolicy')) {
        case 'localhost-only':
          return fromLocalhost;
        case 'unblock-key': {
          const key = settings.get(':BlockedApiKey');
          return key !== undefined && unblockKey !== undefined && isSameSecret(unblockKey, key);
        }
        default:
          return false;
      }
    },
  };
}
