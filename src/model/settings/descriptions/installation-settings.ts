import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of the installation itself. */
export const installationSettings = {
  ':ApiTermsOfUse': {
    value: 'text',
    fallback: 'a sentence that there are none',
    effect: 'Shown by GET /api/info/apiTermsOfUse.',
  },
  ':ApplicationTermsOfUse': {
    value: 'text, for languages too',
    fallback: 'a sentence that there are none',
    effect: 'Shown by GET /api/info/applicationTermsOfUse.',
  },
  ':FooterCustomizationFile': {
    value: 'absolute path of a file in the folder CUSTOMIZATION_DIR',
    fallback: 'none',
    effect: 'The footer that front ends put into their pages.',
  },
  ':GuidesBaseUrl': {
    value: 'URL',
    fallback: '/guides here, which leads to the documentation of the API',
    effect: 'Where notifications say that the guides for users are.',
  },
  ':GuidesVersion': {
    value: 'text',
    fallback: 'the version of the software',
    effect: 'Version of the guides for users.',
  },
  ':HeaderCustomizationFile': {
    value: 'absolute path of a file in the folder CUSTOMIZATION_DIR',
    fallback: 'none',
    effect: 'The header that front ends put into their pages.',
  },
  ':HomePageCustomizationFile': {
    value: 'absolute path of a file in the folder CUSTOMIZATION_DIR',
    fallback: 'none',
    effect: 'The home page that front ends put into their pages.',
  },
  ':InstallationName': {
    value: 'text',
    fallback: 'name of the root collection',
    effect: 'Name of the installation.',
  },
  ':LogoCustomizationFile': {
    value: 'absolute path of a file in the folder CUSTOMIZATION_DIR',
    fallback: 'none',
    effect: 'The logo that front ends put into their pages.',
  },
  ':StyleCustomizationFile': {
    value: 'absolute path of a file in the folder CUSTOMIZATION_DIR',
    fallback: 'none',
    effect: 'The style that front ends put into their pages.',
  },
  ':WebAnalyticsCode': {
    value: 'absolute path of a file in the folder CUSTOMIZATION_DIR',
    fallback: 'none',
    effect: 'The code of web analytics that front ends put into their pages.',
  },
} as const satisfies SettingDescriptions;
