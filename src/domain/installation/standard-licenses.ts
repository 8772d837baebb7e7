/** The licences of a fresh installation. Source: blocks.md 12, datasets.md 3.2. */
export const standardLicenses = [
  {
    name: 'CC0 1.0',
    uri: 'http://creativecommons.org/publicdomain/zero/1.0',
    shortDescription: 'Creative Commons CC0 1.0 Universal Public Domain Dedication.',
    iconUri: 'https://licensebuttons.net/p/zero/1.0/88x31.png',
    rightsIdentifier: 'CC0-1.0',
    rightsIdentifierScheme: 'SPDX',
    schemeUri: 'https://spdx.org/licenses/',
    languageCode: 'en',
    isDefault: true,
    sortOrder: 1,
  },
  {
    name: 'CC BY 4.0',
    uri: 'http://creativecommons.org/licenses/by/4.0',
    shortDescription: 'Creative Commons Attribution 4.0 International License.',
    iconUri: 'https://licensebuttons.net/l/by/4.0/88x31.png',
    rightsIdentifier: 'CC-BY-4.0',
    rightsIdentifierScheme: 'SPDX',
    schemeUri: 'https://spdx.org/licenses/',
    languageCode: 'en',
    isDefault: false,
    sortOrder: 2,
  },
] as const;
