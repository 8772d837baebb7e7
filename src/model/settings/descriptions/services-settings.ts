import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of services for others: harvesting, metrics, search. */
export const servicesSettings = {
  ':DisplayMDCMetrics': {
    value: 'yes or no',
    fallback: 'yes',
    effect: 'No: usage is neither counted nor shown.',
  },
  ':MDCStartDate': {
    value: 'day yyyy-mm-dd',
    fallback: 'none',
    effect: 'Usage of days before is not counted, that of months before not shown.',
  },
  ':MetricsCacheTimeoutMinutes': {
    value: 'number',
    fallback: '10080',
    effect: 'How long numbers of the installation are kept before they are computed anew.',
  },
  ':OAIServerAdminEmail': {
    value: 'an e-mail address',
    fallback: 'the sender of mail',
    effect: 'Address that harvesters are told.',
  },
  ':OAIServerEnabled': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: the installation is harvested at /oai.',
  },
  ':OAIServerPageSize': {
    value: 'number, 1 to 250',
    fallback: '100',
    effect: 'Records in a part of a list for harvesters.',
  },
  ':OAIServerRepositoryName': {
    value: 'text',
    fallback: 'name of the installation',
    effect: 'Name that harvesters are told.',
  },
  ':SearchHighlightFragmentSize': {
    value: 'number',
    fallback: '150',
    effect: 'Characters of a piece of text that shows the words of a search.',
  },
} as const satisfies SettingDescriptions;
