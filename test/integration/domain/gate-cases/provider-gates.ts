import {
  confirmEmail,
  requestEmailConfirmation,
  viewEmailConfirmation,
} from '../../../../src/domain/access/accounts/email-confirmation.ts';
import {
  deleteAuthenticationProvider,
  listAuthenticationProviders,
  listProviderFactories,
  putAuthenticationProvider,
  setAuthenticationProviderEnabled,
  viewAuthenticationProvider,
} from '../../../../src/domain/access/sign-in/provider-commands.ts';
import type { GateCase, GateTable } from './gate-case.ts';

const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });

/** Nothing has this id, which is found out behind the gate. */
const NO_PROVIDER = { providerId: 'none' };
const NO_ACCOUNT = { userDatabaseId: 0 };

/** Source: users-admin.md 8.3, 11. */
export const providerGates: GateTable = {
  putAuthenticationProvider: administering((context) => putAuthenticationProvider(context, { providerId: 'gate', enabled: false })),
  setAuthenticationProviderEnabled: administering((context) =>
    setAuthenticationProviderEnabled(context, { ...NO_PROVIDER, enabled: false }),
  ),
  deleteAuthenticationProvider: administering((context) => deleteAuthenticationProvider(context, NO_PROVIDER)),
  listAuthenticationProviders: administering((context) => listAuthenticationProviders(context, undefined)),
  viewAuthenticationProvider: administering((context) => viewAuthenticationProvider(context, NO_PROVIDER.providerId)),
  listProviderFactories: administering((context) => listProviderFactories(context, undefined)),
  requestEmailConfirmation: administering((context) => requestEmailConfirmation(context, NO_ACCOUNT)),
  viewEmailConfirmation: administering((context) => viewEmailConfirmation(context, NO_ACCOUNT)),
  confirmEmail: { requires: 'Public', run: (context) => confirmEmail(context, { token: 'none' }) },
};
