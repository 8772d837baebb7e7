import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of what happens around publications. */
export const publicationSettings = {
  ':AllowedCurationLabels': {
    value: 'JSON, lists of labels by the name of a set',
    fallback: 'none',
    effect: 'Sets of curation statuses.',
  },
  ':ArchiverClassName': {
    value: 'text',
    fallback: 'none',
    effect: 'Archive that the workflow step archiver uses: BagIt.',
  },
  ':ArchiverStore': {
    value: 'store',
    fallback: 'the default store',
    effect: 'Store in which the archive BagIt keeps bags.',
  },
  ':COARNotifyRelationshipAnnouncementTargets': {
    value: 'JSON, at most 10 of {"id", "inbox", "type"}',
    fallback: 'none',
    effect: 'Inboxes that the workflow step coarNotifyRelationshipAnnouncement sends to.',
  },
  ':COARNotifyRelationshipAnnouncementTriggerFields': {
    value: 'list of field names',
    fallback: 'publication',
    effect: 'Metadata fields whose works it announces.',
  },
  ':CollectionMetadataPublishValidationFailureMsg': {
    value: 'text',
    fallback: 'a standard sentence',
    effect: 'Message when the validator refuses to publish a collection.',
  },
  ':CollectionMetadataUpdateValidationFailureMsg': {
    value: 'text',
    fallback: 'a standard sentence',
    effect: 'Message when the validator refuses a change to a collection.',
  },
  ':CollectionMetadataValidatorScript': {
    value: 'absolute path of a program in the folder METADATA_VALIDATORS_DIR',
    fallback: 'none',
    effect: 'Validator that is run before a collection is published or changed.',
  },
  ':DatasetMetadataValidationFailureMsg': {
    value: 'text',
    fallback: 'a standard sentence',
    effect: 'Message when the validator refuses a dataset.',
  },
  ':DatasetMetadataValidatorScript': {
    value: 'absolute path of a program in the folder METADATA_VALIDATORS_DIR',
    fallback: 'none',
    effect: 'Validator that is run before a dataset is published.',
  },
  ':DatasetPublishPopupCustomText': {
    value: 'text',
    fallback: 'nothing',
    effect: 'Shown before publishing, by GET /api/info/settings/:DatasetPublishPopupCustomText.',
  },
  ':ExternalValidationAdminOverride': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: superusers bypass the validators.',
  },
  ':PostPublishDatasetWorkflowId': {
    value: 'id of a workflow',
    fallback: 'none',
    effect: 'Workflow that runs after publication.',
  },
  ':PrePublishDatasetWorkflowId': {
    value: 'id of a workflow',
    fallback: 'none',
    effect: 'Workflow that runs before publication and delays it.',
  },
  ':PublishDatasetDisclaimerText': {
    value: 'text',
    fallback: 'nothing',
    effect: 'Front ends have it accepted before publishing; GET /api/info/settings/:PublishDatasetDisclaimerText.',
  },
  ':WorkflowsAdminIpWhitelist': {
    value: 'list of IP addresses, separated by ;',
    fallback: '127.0.0.1;::1',
    effect: 'From where workflows are resumed.',
  },
} as const satisfies SettingDescriptions;
