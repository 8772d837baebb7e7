import { accountList } from './accounts/accounts-page.ts';
import { changeAccount, confirmAccount, shownAccount } from './accounts/change-account.ts';
import { type AdministrationAnswerer, forSuperusers } from './administration-call.ts';
import { administrationOverview } from './overview.ts';
import { changeSetting, shownSetting } from './settings/change-setting.ts';
import { settingList } from './settings/settings-page.ts';

const answers: Readonly<Record<string, AdministrationAnswerer>> = {
  'GET /admin': administrationOverview,
  'GET /admin/accounts': accountList,
  'GET /admin/account': shownAccount,
  'GET /admin/account/confirm': confirmAccount,
  'POST /admin/account': changeAccount,
  'GET /admin/settings': settingList,
  'GET /admin/setting': shownSetting,
  'POST /admin/setting': changeSetting,
};

/** Pages of administration, and what their forms send to, by method and path. */
export const administrationRoutes: Readonly<Record<string, AdministrationAnswerer>> = Object.fromEntries(
  Object.entries(answers).map(([route, answer]) => [route, forSuperusers(answer)]),
);
