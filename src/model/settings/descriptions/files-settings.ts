import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of files and their bytes. */
export const filesSettings = {
  ':AcceptDuplicateFiles': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: a file whose content the dataset holds already is added with a warning, in place of being refused.',
  },
  ':DataFileChecksumValidationSizeLimit': {
    value: 'number of bytes; -1 for no limit',
    fallback: 'no limit',
    effect: 'Files from this size on are published without their bytes being compared.',
  },
  ':DatasetChecksumValidationSizeLimit': {
    value: 'number of bytes; -1 for no limit',
    fallback: 'no limit',
    effect: 'Datasets from this size on are published without their bytes being compared.',
  },
  ':FileCategories': {
    value: 'list of texts',
    fallback: 'Documentation, Data, Code',
    effect: 'Tags that are offered for files, besides those that a dataset has already.',
  },
  ':FileFixityChecksumAlgorithm': {
    value: 'MD5, SHA-1, SHA-256 or SHA-512',
    fallback: 'MD5',
    effect: 'Checksum of new files.',
  },
  ':FileValidationOnPublishEnabled': {
    value: 'yes or no',
    fallback: 'yes',
    effect: 'No: the bytes that a major version makes public are not read and compared with their checksums before.',
  },
  ':GuestbookAtRequest': {
    value: 'yes or no',
    fallback: 'no',
    effect:
      'Yes: guestbooks are answered when access to restricted files is requested, and not at downloads; once it is set, superusers choose for single datasets.',
  },
  ':MaxEmbargoDurationInMonths': {
    value: 'number of months up to 12000; 0 none, -1 no limit',
    fallback: 'nothing',
    effect:
      'Longest embargo of a file, counted from the day on which it is set; none while it is not set; shown by GET /api/info/settings/:MaxEmbargoDurationInMonths.',
  },
  ':MaxFileUploadSizeInBytes': {
    value: 'number of bytes, or JSON by name of storage ({"default": "2147483648", "s3": "5368709120"})',
    fallback: 'no limit',
    effect: 'Larger files are refused with 413, which names both sizes.',
  },
  ':MinRetentionDurationInMonths': {
    value: 'number of months up to 12000; 0 no retention periods, -1 any',
    fallback: 'nothing',
    effect: 'Shortest retention period of a file, counted from the day on which it is set; none while it is not set.',
  },
  ':ProvCollectionEnabled': {
    value: 'yes or no',
    fallback: 'yes',
    effect: 'No: provenance of files is neither recorded nor shown.',
  },
  ':PublicInstall': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: files cannot be restricted or put under an embargo.',
  },
  ':StoreIngestedTabularFilesWithVarHeaders': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: the stored text of an ingested table begins with the names of its variables.',
  },
  ':TabularIngestSizeLimit': {
    value: 'number of bytes; -1 for no limit; JSON with a number for each of default, csv, dta, por, rdata, sav, xlsx',
    fallback: 'no limit',
    effect: 'Files of this size and larger ones are not ingested.',
  },
  ':UploadMethods': {
    value: 'list, of which native/http is sent to this server itself',
    fallback: 'every way',
    effect: 'Without native/http in it, uploads over HTTP are refused.',
  },
  ':UseStorageQuotas': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: storage quotas act.',
  },
  ':ZipDownloadLimit': {
    value: 'number of bytes',
    fallback: '104857600',
    effect: 'Files that together reach it are refused as one archive, with a list of them; shown by GET /api/info/zipDownloadLimit.',
  },
  ':ZipUploadFilesLimit': {
    value: 'number',
    fallback: '1000',
    effect: 'An archive of more files is kept as it is.',
  },
} as const satisfies SettingDescriptions;
