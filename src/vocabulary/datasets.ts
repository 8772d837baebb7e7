/** Words about datasets and their versions. */

/** State of a dataset version; `RELEASED` is what the specification calls published. Source: datasets.md 2.1. */
export const VERSION_STATES = ['DRAFT', 'RELEASED', 'DEACCESSIONED'] as const;
export type VersionState = (typeof VERSION_STATES)[number];

/** The six lock types of the specification and the three that clients also know. Source: decisions.md 7, datasets.md 11.3. */
export const LOCK_TYPES = [
  'Ingest',
  'Workflow',
  'InReview',
  'DcmUpload',
  'pidRegister',
  'EditInProgress',
  'finalizePublication',
  'FileValidationFailed',
  'GlobusUpload',
] as const;
export type LockType = (typeof LOCK_TYPES)[number];

/** What happens to a draft in review, and what came of a workflow that it had to pass. Source: datasets.md 10.1, 10.2, users-admin.md 14.4. */
export const REVIEW_ACTIONS = ['SUBMITTED', 'RETURNED', 'WORKFLOW_SUCCESS', 'WORKFLOW_FAILURE'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** How a draft becomes a released version. Source: datasets.md 7. */
export const PUBLISH_TYPES = ['major', 'minor', 'updatecurrent'] as const;
export type PublishType = (typeof PUBLISH_TYPES)[number];

/** What came of asking for a publication. Source: datasets.md 7.2. */
export const PUBLICATION_OUTCOMES = ['PUBLISHED', 'WORKFLOW_IN_PROGRESS'] as const;
export type PublicationOutcome = (typeof PUBLICATION_OUTCOMES)[number];

/** What became of something between two versions. */
export const CHANGE_KINDS = ['ADDED', 'REMOVED', 'CHANGED'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How a version stands to the one before it. Source: datasets.md 14.5. */
export const VERSION_SUMMARY_KINDS = ['firstPublished', 'firstDraft', 'previousVersionDeaccessioned', 'deaccessioned', 'compared'] as const;
export type VersionSummaryKind = (typeof VERSION_SUMMARY_KINDS)[number];

/** Forms of a citation, as the contract spells them. Source: datasets.md 14.6. */
export const CITATION_FORMATS = ['EndNote', 'RIS', 'BibTeX', 'CSL', 'Internal'] as const;
export type CitationFormat = (typeof CITATION_FORMATS)[number];

/** The type of a dataset that names none; every installation has it. Source: datasets.md 4.1. */
export const DEFAULT_DATASET_TYPE = 'dataset';

/** Keys of the custom terms of use; they count only where a version has no licence. Source: datasets.md 3.2. */
export const TERMS_OF_USE_KEYS = [
  'termsOfUse',
  'confidentialityDeclaration',
  'specialPermissions',
  'restrictions',
  'citationRequirements',
  'depositorRequirements',
  'conditions',
  'disclaimer',
] as const;

/** Keys of the terms of access. Source: datasets.md 3.2. */
export const TERMS_OF_ACCESS_KEYS = [
  'termsOfAccess',
  'dataAccessPlace',
  'originalArchive',
  'availabilityStatus',
  'contactForAccess',
  'sizeOfCollection',
  'studyCompletion',
] as const;

/** How far the copy of a version in an archive is. Source: datasets.md 14.1. */
export const ARCHIVAL_STATES = ['pending', 'failure', 'success'] as const;
export type ArchivalState = (typeof ARCHIVAL_STATES)[number];
