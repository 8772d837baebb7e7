import type { CatalogEntry } from './catalog-entry.ts';

/** Refusals of what operators keep: settings, webhooks, external tools, messages, sites and what archives and counters tell. */
export const administrationErrors = {
  BANNER_MESSAGE_NOT_FOUND: { status: 404, when: 'There is no banner message of this id.' },
  STORAGE_SITE_NOT_FOUND: { status: 404, when: 'There is no storage site of this id.' },
  STORAGE_SITE_TAKEN: { status: 409, when: 'Another storage site has this host name.' },
  STORAGE_SITE_PRIMARY_TAKEN: { status: 400, when: 'Another storage site is the primary one; it has to give that up first.' },
  USAGE_MONTH_NOT_FOUND: { status: 404, when: 'Nothing is known of the processing of usage of this month.' },
  USAGE_REPORT_INVALID: { status: 400, when: 'A report of usage is not JSON in the form of SUSHI; the message has the first fault.' },
  CUSTOMIZATION_NOT_FOUND: { status: 404, when: 'The operator has set no such piece of a page, or its file cannot be read.' },
  PICTURE_NOT_FOUND: { status: 404, when: 'No picture stands for the dataset or the collection.' },
  PICTURE_INVALID: { status: 400, when: 'What is to stand for a dataset or a collection is no picture that can be shown.' },
  SETTING_NOT_FOUND: { status: 404, when: 'The setting is not set.' },
  SETTING_INVALID: { status: 400, when: 'The name or the value of a setting breaks its rule.' },
  ARCHIVAL_STATUS_NOT_FOUND: { status: 404, when: 'No archive has told of a copy of this version.' },
  EXTERNAL_TOOL_NOT_FOUND: { status: 400, when: 'There is no external tool of this id.' },
  EXTERNAL_TOOL_UNFIT: { status: 400, when: 'The external tool is not one for this dataset or file.' },
  QUEUED_JOB_NOT_FOUND: { status: 404, when: 'There is no such job in the queue; it may have been done.' },
  QUEUED_JOB_REFUSED: { status: 409, when: 'The job runs, was not given up, or no longer knows what it was to do.' },
  OUTGOING_MAIL_NOT_FOUND: { status: 404, when: 'There is no such message to an account.' },
  OUTGOING_MAIL_REFUSED: { status: 409, when: 'The message to an account was not given up, so it is not tried again.' },
  WEBHOOK_NOT_FOUND: { status: 404, when: 'There is no such webhook.' },
  WEBHOOK_DELIVERY_NOT_FOUND: { status: 404, when: 'The webhook has no such delivery that was given up.' },
  WEBHOOK_LIMIT_REACHED: { status: 403, when: 'The collection has as many webhooks as a collection may have.' },
} as const satisfies Record<string, CatalogEntry>;
