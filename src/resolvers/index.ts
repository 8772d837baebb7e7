import type { Resolvers } from './generated/resolver-types.ts';
import { auxiliaryFileResolvers } from './files/auxiliary-files.ts';
import { collectionBlockResolvers } from './collections/collection-blocks.ts';
import { metadataLanguageResolvers } from './collections/metadata-languages.ts';
import { collectionChangeResolvers } from './collections/collection-changes.ts';
import { citationResolvers } from './versions/citations.ts';
import { authenticationProviderResolvers } from './access/authentication-providers.ts';
import { accessResolvers } from './access/access.ts';
import { accountResolvers } from './access/accounts.ts';
import { contactMessageResolvers } from './mail/contact-messages.ts';
import { outgoingMailResolvers } from './mail/outgoing-mails.ts';
import { passwordResetResolvers } from './access/password-resets.ts';
import { tokenResolvers } from './access/tokens.ts';
import { templateResolvers } from './templates/templates.ts';
import { featuredItemResolvers } from './collections/featured-items.ts';
import { guestbookResolvers } from './collections/guestbooks.ts';
import { guestbookResponseResolvers } from './collections/guestbook-responses.ts';
import { guestbookDownloadResolvers } from './files/guestbook-downloads.ts';
import { collectionLinkResolvers } from './collections/collection-links.ts';
import { collectionTreeResolvers } from './collections/collection-tree.ts';
import { collectionResolvers } from './collections/collections.ts';
import { datasetChangeResolvers } from './datasets/dataset-changes.ts';
import { datasetDryRunResolvers } from './datasets/dataset-dry-runs.ts';
import { datasetMetadataResolvers } from './versions/dataset-metadata.ts';
import { datasetAccessResolvers } from './access/dataset-access.ts';
import { datasetFactResolvers } from './datasets/dataset-facts.ts';
import { datasetMoveResolvers } from './datasets/dataset-moves.ts';
import { datasetLockResolvers } from './datasets/dataset-locks.ts';
import { datasetVersionResolvers } from './versions/dataset-versions.ts';
import { datasetResolvers } from './datasets/datasets.ts';
import { fileAccessRequestResolvers } from './files/file-access-requests.ts';
import { fileChangeResolvers } from './files/file-changes.ts';
import { fileDownloadResolvers } from './files/file-downloads.ts';
import { fileDateResolvers } from './files/file-dates.ts';
import { fileEditResolvers } from './files/file-edits.ts';
import { fileReplacementResolvers } from './files/file-replacements.ts';
import { fileViewResolvers } from './files/file-views.ts';
import { fileResolvers } from './files/files.ts';
import { carriedDatasetResolvers } from './datasets/carried-datasets.ts';
import { importResolvers } from './datasets/dataset-imports.ts';
import { fileCountResolvers } from './files/file-counts.ts';
import { directUploadResolvers } from './files/direct-uploads.ts';
import { fixityResolvers } from './integrity/fixity.ts';
import { groupResolvers } from './access/groups.ts';
import { installationGroupResolvers } from './access/installation-groups.ts';
import { installationMetricResolvers } from './metrics/installation-metrics.ts';
import { metricResolvers } from './metrics/metrics.ts';
import { variableDescriptionResolvers } from './exports/variable-descriptions.ts';
import { dataTableResolvers } from './ingest/data-tables.ts';
import { ingestResolvers } from './ingest/ingests.ts';
import { tableRowResolvers } from './ingest/table-rows.ts';
import { variableEditResolvers } from './ingest/variable-edits.ts';
import { datasetTypeResolvers } from './installation/dataset-types.ts';
import { licenseResolvers } from './installation/licenses.ts';
import { metadataBlockResolvers } from './metadata/metadata-blocks.ts';
import { nodeResolvers } from './nodes.ts';
import { notificationResolvers } from './notifications/notifications.ts';
import { privateUrlResolvers } from './datasets/private-urls.ts';
import { provenanceResolvers } from './files/provenance.ts';
import { persistentIdResolvers } from './identifiers/persistent-ids.ts';
import { reconciliationResolvers } from './identifiers/reconciliation.ts';
import { registrationResolvers } from './identifiers/registrations.ts';
import { reviewResolvers } from './datasets/reviews.ts';
import { assignmentHistoryResolvers } from './access/assignment-history.ts';
import { deviceSignInResolvers } from './access/device-sign-in.ts';
import { signInResolvers } from './access/sign-in.ts';
import { roleResolvers } from './access/roles.ts';
import { scalarResolvers } from './scalars.ts';
import { externalToolResolvers } from './external-tools/external-tools.ts';
import { ownDocumentResolvers } from './search/own-documents.ts';
import { savedSearchResolvers } from './search/saved-searches.ts';
import { searchRebuildResolvers } from './search/search-rebuilds.ts';
import { blockFacetResolvers } from './collections/block-facets.ts';
import { hitPictureResolvers } from './search/hit-pictures.ts';
import { searchResolvers } from './search/search.ts';
import { semanticMetadataResolvers } from './versions/semantic-metadata.ts';
import { customizationResolvers } from './installation/customization.ts';
import { installationStateResolvers } from './installation/installation-state.ts';
import { serverResolvers } from './installation/server.ts';
import { queuedJobResolvers } from './installation/queued-jobs.ts';
import { settingDefinitionResolvers } from './installation/setting-definitions.ts';
import { settingResolvers } from './installation/settings.ts';
import { storageCleaningResolvers } from './integrity/storage-cleaning.ts';
import { storageDriverResolvers } from './files/storage-drivers.ts';
import { storageUseResolvers } from './files/storage-use.ts';
import { storageQuotaResolvers } from './files/storage-quotas.ts';
import { fileAuditResolvers } from './integrity/file-audit.ts';
import { validationResolvers } from './integrity/validation.ts';
import { versionUnfResolvers } from './integrity/version-unfs.ts';
import { versionComparisonResolvers } from './versions/version-comparisons.ts';
import { versionTermsResolvers } from './versions/version-terms.ts';
import { emailConfirmationResolvers } from './access/email-confirmation.ts';
import { bagResolvers } from './exports/bags.ts';
import { exportResolvers } from './exports/exports.ts';
import { oaiSetResolvers } from './harvesting/oai-sets.ts';
import { oaiResolvers } from './harvesting/oai.ts';
import { sitemapResolvers } from './harvesting/sitemap.ts';
import { archivalStatusResolvers } from './versions/archival-status.ts';
import { bannerMessageResolvers } from './installation/banner-messages.ts';
import { fileRegistrationResolvers } from './files/file-registration.ts';
import { storageSiteResolvers } from './installation/storage-sites.ts';
import { usageProcessingResolvers } from './metrics/usage-processing.ts';
import { pictureResolvers } from './files/pictures.ts';
import { usageReportResolvers } from './metrics/usage-report.ts';
import { bulkJobResolvers } from './bulk/bulk-jobs.ts';
import { webhookResolvers } from './events/webhooks.ts';
import { eventResolvers } from './events/events.ts';
import { jobProgressResolvers } from './events/job-progress.ts';
import { subscriptionResolvers } from './events/subscriptions.ts';
import { userResolvers } from './access/users.ts';
import { workflowResolvers } from './datasets/workflows.ts';

/** All resolvers, by area; merged by the schema builder. */
export const resolvers: Resolvers[] = [
  scalarResolvers,
  nodeResolvers,
  serverResolvers,
  customizationResolvers,
  collectionResolvers,
  collectionChangeResolvers,
  metadataLanguageResolvers,
  collectionLinkResolvers,
  guestbookResolvers,
  featuredItemResolvers,
  templateResolvers,
  guestbookResponseResolvers,
  guestbookDownloadResolvers,
  collectionTreeResolvers,
  collectionBlockResolvers,
  roleResolvers,
  assignmentHistoryResolvers,
  accessResolvers,
  groupResolvers,
  installationGroupResolvers,
  authenticationProviderResolvers,
  deviceSignInResolvers,
  signInResolvers,
  userResolvers,
  emailConfirmationResolvers,
  accountResolvers,
  contactMessageResolvers,
  passwordResetResolvers,
  tokenResolvers,
  notificationResolvers,
  eventResolvers,
  subscriptionResolvers,
  jobProgressResolvers,
  webhookResolvers,
  bulkJobResolvers,
  archivalStatusResolvers,
  bannerMessageResolvers,
  fileRegistrationResolvers,
  storageSiteResolvers,
  usageProcessingResolvers,
  usageReportResolvers,
  pictureResolvers,
  settingResolvers,
  metadataBlockResolvers,
  datasetResolvers,
  datasetLockResolvers,
  workflowResolvers,
  installationStateResolvers,
  settingDefinitionResolvers,
  queuedJobResolvers,
  outgoingMailResolvers,
  persistentIdResolvers,
  reconciliationResolvers,
  registrationResolvers,
  datasetAccessResolvers,
  datasetMoveResolvers,
  datasetFactResolvers,
  reviewResolvers,
  privateUrlResolvers,
  datasetVersionResolvers,
  datasetMetadataResolvers,
  datasetChangeResolvers,
  datasetDryRunResolvers,
  versionComparisonResolvers,
  versionTermsResolvers,
  fileCountResolvers,
  importResolvers,
  carriedDatasetResolvers,
  fileAuditResolvers,
  validationResolvers,
  versionUnfResolvers,
  licenseResolvers,
  datasetTypeResolvers,
  fileResolvers,
  fileDownloadResolvers,
  auxiliaryFileResolvers,
  variableDescriptionResolvers,
  dataTableResolvers,
  ingestResolvers,
  tableRowResolvers,
  variableEditResolvers,
  fileChangeResolvers,
  fileReplacementResolvers,
  fileEditResolvers,
  fileDateResolvers,
  storageCleaningResolvers,
  storageDriverResolvers,
  storageUseResolvers,
  storageQuotaResolvers,
  directUploadResolvers,
  fileAccessRequestResolvers,
  fileViewResolvers,
  provenanceResolvers,
  fixityResolvers,
  installationMetricResolvers,
  metricResolvers,
  citationResolvers,
  ownDocumentResolvers,
  savedSearchResolvers,
  searchRebuildResolvers,
  externalToolResolvers,
  blockFacetResolvers,
  hitPictureResolvers,
  searchResolvers,
  semanticMetadataResolvers,
  bagResolvers,
  exportResolvers,
  oaiResolvers,
  sitemapResolvers,
  oaiSetResolvers,
];
