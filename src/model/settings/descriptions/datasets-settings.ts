import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of metadata and terms of datasets. */
export const datasetsSettings = {
  ':AllowCustomTermsOfUse': {
    value: 'yes or no',
    fallback: 'yes',
    effect: 'No: a dataset has to carry a licence, terms of its own are refused.',
  },
  ':AnonymizedFieldTypeNames': {
    value: 'list of field names',
    fallback: 'none',
    effect: 'Fields that an anonymised private URL withholds; required for anonymised private URLs.',
  },
  ':CustomDatasetSummaryFields': {
    value: 'list of field names',
    fallback: 'description, subject, keyword, publication, notes',
    effect: 'Fields that the summary of a dataset shows, as GET /api/datasets/summaryFieldNames tells.',
  },
  ':ExcludeEmailFromExport': {
    value: 'yes or no',
    fallback: 'no',
    effect:
      'Yes: contact e-mail addresses of collections and values of metadata fields of type EMAIL are not shown, not even to editors: a client that replaces a whole draft must send them again.',
  },
  ':ExportInstallationAsDistributorOnlyWhenNotSet': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: exports in DDI name the installation as a distributor only of datasets that name none.',
  },
  ':MetadataLanguages': {
    value: 'JSON, list of {"locale", "title"}',
    fallback: 'none',
    effect: 'Languages that a dataset may say its metadata is in.',
  },
} as const satisfies SettingDescriptions;
