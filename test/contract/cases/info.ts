import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** Sets or deletes settings by their keys before a request. */
function withSettings(settings: Readonly<Record<string, string | null>>, request: CaseRequest = {}) {
  return async ({ callers: { superuser } }: ContractWorld): Promise<CaseRequest> => {
    for (const [key, value] of Object.entries(settings)) {
      const change = value === null ? { method: 'DELETE' } : { method: 'PUT', raw: value };
      succeeded(await superuser.rest.send(`/api/admin/settings/${key}`, change));
    }
    return request;
  };
}

function says(row: string, shows: string, given: ContractCase['given'], message: string): ContractCase {
  return { row, shows, given, status: 200, holds: (answer) => expect(answer.at('data')).toEqual({ message }) };
}

const POPUP = ':DatasetPublishPopupCustomText';
const DISCLAIMER = ':PublishDatasetDisclaimerText';
const API_TERMS = ':ApiTermsOfUse';
const TERMS = ':ApplicationTermsOfUse';
const EMBARGO = ':MaxEmbargoDurationInMonths';
const NO_TERMS = 'There are no terms of use for this installation.';
const terms = { [TERMS]: 'Terms', [`${TERMS}/lang/fr`]: 'Conditions' };

/** Cases of the public facts of the installation. Source: users-admin.md 16; collections.md 9, 11.4. */
export const infoCases: readonly ContractCase[] = [
  {
    row: 'info.version',
    shows: 'gives version and build, both as texts',
    given: () => ({}),
    status: 200,
    keys: ['version', 'build'],
    holds: (answer, { server }) => {
      expect(answer.text('data.version')).toBe(server.application.services.installation.version);
      expect(answer.text('data.build')).not.toBe('');
    },
  },
  says('info.server', 'gives the host name', () => ({}), '127.0.0.1'),
  says('info.popup', 'gives the text as it was set', withSettings({ [POPUP]: ' <b>Sure?</b>\n' }), ' <b>Sure?</b>\n'),
  says('info.popup', 'gives an empty text that was set', withSettings({ [POPUP]: '' }), ''),
  {
    row: 'info.popup',
    shows: 'finds no text that is not set',
    given: withSettings({ [POPUP]: null }),
    status: 404,
    errorCode: 'SETTING_NOT_FOUND',
    message: /:DatasetPublishPopupCustomText/,
  },
  says('info.disclaimer', 'gives the text as it was set', withSettings({ [DISCLAIMER]: 'I may publish this.' }), 'I may publish this.'),
  {
    row: 'info.disclaimer',
    shows: 'finds no text that is not set',
    given: withSettings({ [DISCLAIMER]: null }),
    status: 404,
    errorCode: 'SETTING_NOT_FOUND',
    message: /:PublishDatasetDisclaimerText/,
  },
  says('info.apiTermsOfUse', 'gives the terms', withSettings({ [API_TERMS]: 'Be kind.' }), 'Be kind.'),
  says(
    'info.apiTermsOfUse',
    'says that there are none',
    withSettings({ [API_TERMS]: null }),
    'There are no terms of use for the API of this installation.',
  ),
  says('info.applicationTermsOfUse', 'gives the terms without a language', withSettings(terms), 'Terms'),
  says('info.applicationTermsOfUse', 'takes an empty language for none', withSettings(terms, { query: { lang: '' } }), 'Terms'),
  says('info.applicationTermsOfUse', 'gives those of a language', withSettings(terms, { query: { lang: 'fr' } }), 'Conditions'),
  says(
    'info.applicationTermsOfUse',
    'gives those without a language for one that has none',
    withSettings(terms, { query: { lang: 'de' } }),
    'Terms',
  ),
  says(
    'info.applicationTermsOfUse',
    'says that there are none',
    withSettings({ [TERMS]: null, [`${TERMS}/lang/fr`]: null }, { query: { lang: 'fr' } }),
    NO_TERMS,
  ),
  {
    row: 'info.applicationTermsOfUse',
    shows: 'refuses what is no code of a language',
    given: () => ({ query: { lang: 'French' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /ISO 639-1/,
  },
  says('info.maxEmbargo', 'gives the number as text', withSettings({ [EMBARGO]: '12' }), '12'),
  {
    row: 'info.maxEmbargo',
    shows: 'finds no number that is not set',
    given: withSettings({ [EMBARGO]: null }),
    status: 404,
    errorCode: 'SETTING_NOT_FOUND',
  },
  {
    row: 'info.incompleteMetadata',
    shows: 'says that required fields are required',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(false),
  },
  {
    row: 'info.zipDownloadLimit',
    shows: 'is 100 MiB where nothing is set',
    given: withSettings({ ':ZipDownloadLimit': null }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(104_857_600),
  },
  {
    row: 'info.zipDownloadLimit',
    shows: 'gives the number of bytes that was set',
    given: withSettings({ ':ZipDownloadLimit': '5000000000' }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(5_000_000_000),
  },
];
