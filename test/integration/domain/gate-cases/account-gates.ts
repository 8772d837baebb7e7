import { viewAccountTraces } from '../../../../src/domain/access/accounts/administration/account-traces.ts';
import { convertAccountToBuiltin } from '../../../../src/domain/access/accounts/administration/convert-account.ts';
import { createAccount } from '../../../../src/domain/access/accounts/administration/create-account.ts';
import { deactivateAccount, deleteAccount, removeAccountRoles } from '../../../../src/domain/access/accounts/administration/end-account.ts';
import { mergeAccounts } from '../../../../src/domain/access/accounts/administration/merge-accounts.ts';
import { renameAccount } from '../../../../src/domain/access/accounts/administration/rename-account.ts';
import { listAccounts, listEveryAccount } from '../../../../src/domain/access/accounts/administration/list-accounts.ts';
import { setSuperuser } from '../../../../src/domain/access/accounts/administration/superusers.ts';
import { viewAccountTokens } from '../../../../src/domain/access/accounts/administration/view-account-tokens.ts';
import { viewAccount } from '../../../../src/domain/access/accounts/administration/view-account.ts';
import { createToken, listOwnTokens, revokeToken } from '../../../../src/domain/access/accounts/named-tokens.ts';
import { signApiUrl } from '../../../../src/domain/access/accounts/signed-urls.ts';
import { listGrantingCollections, viewPermittedCollections } from '../../../../src/domain/access/explanation/permitted-collections.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';
import { freshAlias, type GateCase, type GateTable } from './gate-case.ts';

const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });
const forSuperusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });
const nobody = { userName: 'nobody-has-this-name' };

/** Source: users-admin.md 7, 8. */
export const accountGates: GateTable = {
  viewAccount: administering((context) => viewAccount(context, nobody)),
  viewAccountTokens: forSuperusers((context) => viewAccountTokens(context, nobody)),
  viewAccountTraces: forSuperusers((context) => viewAccountTraces(context, { user: nobody, elements: null, offset: 0, limit: 1 })),
  listAccounts: forSuperusers((context) => listAccounts(context, {})),
  listEveryAccount: forSuperusers((context) => listEveryAccount(context, WHOLE)),
  createAccount: administering((context) => {
    const name = freshAlias();
    return createAccount(context, {
      authenticationProviderId: 'orcid',
      persistentUserId: name,
      identifier: name,
      firstName: 'A',
      lastName: 'B',
      email: `${name}@example.org`,
    });
  }),
  setSuperuser: administering((context) => setSuperuser(context, { user: nobody, superuser: true })),
  // Nobody has such a name, which is found out behind the gate.
  deactivateAccount: administering((context) => deactivateAccount(context, { user: nobody })),
  deleteAccount: administering((context) => deleteAccount(context, { user: nobody })),
  removeAccountRoles: forSuperusers((context) => removeAccountRoles(context, { user: nobody })),
  mergeAccounts: forSuperusers((context) => mergeAccounts(context, { merged: nobody, continuing: nobody })),
  convertAccountToBuiltin: forSuperusers((context) => convertAccountToBuiltin(context, { user: nobody, email: 'nobody@example.org' })),
  renameAccount: forSuperusers((context) => renameAccount(context, { user: nobody, userName: 'another-name' })),
  'viewPermittedCollections of another account': {
    requires: ['LoggedIn', 'Superuser'],
    run: (context) => viewPermittedCollections(context, { user: nobody, permission: null, ...WHOLE }),
  },
  listGrantingCollections: {
    requires: 'LoggedIn',
    run: (context) => listGrantingCollections(context, { permission: 'AddDataset', ...WHOLE }),
  },
  createToken: { requires: 'LoggedIn', run: (context) => createToken(context, { name: 'n', scopes: ['READ'] }) },
  revokeToken: { requires: 'LoggedIn', run: (context) => revokeToken(context, { id: 0 }) },
  signApiUrl: forSuperusers((context) => signApiUrl(context, { url: 'https://data.example.org/api/info/version' })),
  listOwnTokens: { requires: 'LoggedIn', run: (context) => listOwnTokens(context, null) },
};
