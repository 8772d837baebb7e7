import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of persistent identifiers. */
export const identifiersSettings = {
  ':AllowEnablingFilePIDsPerCollection': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: a collection may say whether its files get persistent identifiers.',
  },
  ':Authority': {
    value: 'text',
    fallback: 'PID_AUTHORITY of the environment',
    effect: 'The part before the slash of new persistent identifiers.',
  },
  ':DataFilePIDFormat': {
    value: 'DEPENDENT or INDEPENDENT',
    fallback: 'DEPENDENT',
    effect: 'Whether identifiers of files begin with that of their dataset.',
  },
  ':DoiProvider': {
    value: 'FAKE, perma or DataCite',
    fallback: 'PID_PROVIDER of the environment',
    effect: 'Who registers new persistent identifiers.',
  },
  ':FilePIDsEnabled': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: files get persistent identifiers with the next major version, where no collection says otherwise.',
  },
  ':IdentifierGenerationStyle': {
    value: 'randomString or storedProcGenerated',
    fallback: 'randomString',
    effect: 'Whether new identifiers are random or come from a function in the database.',
  },
  ':Protocol': {
    value: 'doi, hdl or perma',
    fallback: 'PID_PROVIDER of the environment',
    effect: 'Protocol of new persistent identifiers; perma: permalinks.',
  },
  ':Shoulder': {
    value: 'text',
    fallback: 'PID_SHOULDER of the environment',
    effect: 'How the part behind the slash of new persistent identifiers begins.',
  },
} as const satisfies SettingDescriptions;
