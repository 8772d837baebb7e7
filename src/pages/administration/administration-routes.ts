import { accountList } from './accounts/accounts-page.ts';
import { changeAccount, confirmAccount, shownAccount } from './accounts/change-account.ts';
import { type AdministrationAnswerer, forSuperusers } from './administration-call.ts';
import { bannersPage } from './banners/banners-page.ts';
import { shownFixity, verifyFixity } from './fixity/fixity-page.ts';
import { groupsPage } from './groups/groups-page.ts';
import { ipGroupPage } from './groups/ip-group-page.ts';
import { mailDomainGroupPage } from './groups/mail-domain-group-page.ts';
import { jobsPage } from './jobs/jobs-page.ts';
import { mailsPage } from './jobs/mails-page.ts';
import { administrationOverview } from './overview.ts';
import { providerPage } from './providers/provider-page.ts';
import { providersPage } from './providers/providers-page.ts';
import { changeSetting, shownSetting } from './settings/change-setting.ts';
import { settingList } from './settings/settings-page.ts';
import { storagePage } from './storage/storage-page.ts';
import { workflowsPage } from './workflows/workflows-page.ts';

const answers: Readonly<Record<string, AdministrationAnswerer>> = {
  'GET /admin': administrationOverview,
  'GET /admin/accounts': accountList,
  'GET /admin/account': shownAccount,
  'GET /admin/account/confirm': confirmAccount,
  'POST /admin/account': changeAccount,
  'GET /admin/groups': groupsPage,
  'GET /admin/ip-group': ipGroupPage.shown,
  'POST /admin/ip-group': ipGroupPage.done,
  'GET /admin/mail-domain-group': mailDomainGroupPage.shown,
  'POST /admin/mail-domain-group': mailDomainGroupPage.done,
  'GET /admin/providers': providersPage.shown,
  'POST /admin/providers': providersPage.done,
  'GET /admin/provider': providerPage.shown,
  'POST /admin/provider': providerPage.done,
  'GET /admin/banners': bannersPage.shown,
  'POST /admin/banners': bannersPage.done,
  'GET /admin/settings': settingList,
  'GET /admin/setting': shownSetting,
  'POST /admin/setting': changeSetting,
  'GET /admin/jobs': jobsPage.shown,
  'POST /admin/jobs': jobsPage.done,
  'GET /admin/mail': mailsPage.shown,
  'POST /admin/mail': mailsPage.done,
  'GET /admin/workflows': workflowsPage.shown,
  'POST /admin/workflows': workflowsPage.done,
  'GET /admin/fixity': shownFixity,
  'POST /admin/fixity': verifyFixity,
  'GET /admin/storage': storagePage.shown,
  'POST /admin/storage': storagePage.done,
};

/** Pages of administration, and what their forms send to, by method and path. */
export const administrationRoutes: Readonly<Record<string, AdministrationAnswerer>> = Object.fromEntries(
  Object.entries(answers).map(([route, answer]) => [route, forSuperusers(answer)]),
);
