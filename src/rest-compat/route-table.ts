import type { Route } from './route.ts';
import { assigneeRoutes } from './access/routes/assignees.ts';
import { blockFacetRoutes } from './collections/routes/block-facets.ts';
import { collectionBlockRoutes } from './collections/routes/collection-blocks.ts';
import { metadataLanguageRoutes } from './collections/routes/metadata-languages.ts';
import { collectionChangeRoutes } from './collections/routes/collection-changes.ts';
import { citationRoutes } from './versions/routes/citations.ts';
import { accessRoutes } from './access/routes/access.ts';
import { accountChangeRoutes } from './access/routes/account-changes.ts';
import { accountTraceRoutes } from './access/routes/account-traces.ts';
import { accountRoutes } from './access/routes/accounts.ts';
import { deviceSignInRoutes } from './access/routes/device-sign-in.ts';
import { collectionLinkRoutes } from './collections/routes/collection-links.ts';
import { collectionRoutes } from './collections/routes/collections.ts';
import { datasetChangeRoutes } from './datasets/routes/dataset-changes.ts';
import { datasetDryRunRoutes } from './datasets/routes/dataset-dry-runs.ts';
import { datasetMetadataRoutes } from './versions/routes/dataset-metadata.ts';
import { curationLabelSetRoutes } from './datasets/routes/curation-label-sets.ts';
import { datasetAssignmentRoutes } from './access/routes/dataset-assignments.ts';
import { datasetFactRoutes } from './datasets/routes/dataset-facts.ts';
import { datasetMoveRoutes } from './datasets/routes/dataset-moves.ts';
import { datasetImportRoutes } from './datasets/routes/dataset-imports.ts';
import { datasetLinkRoutes } from './datasets/routes/dataset-links.ts';
import { datasetLockRoutes } from './datasets/routes/dataset-locks.ts';
import { datasetPrivateUrlRoutes } from './datasets/routes/private-urls.ts';
import { datasetReviewRoutes } from './datasets/routes/reviews.ts';
import { persistentIdRoutes } from './identifiers/routes/persistent-ids.ts';
import { datasetReconciliationRoutes } from './identifiers/routes/reconciliation.ts';
import { datasetRegistrationRoutes } from './identifiers/routes/registrations.ts';
import { datasetVersionRoutes } from './versions/routes/dataset-versions.ts';
import { datasetRoutes } from './datasets/routes/datasets.ts';
import { exportRunRoutes } from './exports/routes/export-runs.ts';
import { bagRoutes } from './exports/routes/bags.ts';
import { exportRoutes } from './exports/routes/exports.ts';
import { oaiSetRoutes } from './harvesting/routes/oai-sets.ts';
import { fileCountRoutes } from './files/routes/file-counts.ts';
import { fileAccessRequestRoutes } from './files/routes/file-access-requests.ts';
import { fileChangeRoutes } from './files/routes/file-changes.ts';
import { fileDateRoutes } from './files/routes/file-dates.ts';
import { fileEditRoutes } from './files/routes/file-edits.ts';
import { fileHistoryRoutes } from './files/routes/file-history.ts';
import { fileReplacementRoutes } from './files/routes/file-replacements.ts';
import { storageDriverRoutes } from './files/routes/storage-drivers.ts';
import { storageQuotaRoutes } from './files/routes/storage-quotas.ts';
import { auxiliaryFileRoutes } from './files/routes/auxiliary-files.ts';
import { fileBundleRoutes } from './files/routes/file-bundles.ts';
import { fileDownloadRoutes } from './files/routes/file-downloads.ts';
import { fileViewRoutes } from './files/routes/file-views.ts';
import { fileRoutes } from './files/routes/files.ts';
import { integrityRoutes } from './integrity/routes/fixity.ts';
import { groupRoutes } from './access/routes/groups.ts';
import { customizationRoutes } from './installation/routes/customization.ts';
import { infoRoutes } from './installation/routes/server.ts';
import { authenticationProviderRoutes } from './access/routes/authentication-providers.ts';
import { ipGroupRoutes } from './access/routes/ip-groups.ts';
import { mailDomainGroupRoutes } from './access/routes/mail-domain-groups.ts';
import { installationCountRoutes } from './metrics/routes/installation-counts.ts';
import { installationUsageRoutes } from './metrics/routes/installation-usage.ts';
import { metricRoutes } from './metrics/routes/metrics.ts';
import { variableDescriptionRoutes } from './exports/routes/variable-descriptions.ts';
import { dataTableRoutes } from './ingest/routes/data-tables.ts';
import { ingestRoutes } from './ingest/routes/ingests.ts';
import { tableRowRoutes } from './ingest/routes/table-rows.ts';
import { variableEditRoutes } from './ingest/routes/variable-edits.ts';
import { archivalStatusRoutes } from './versions/routes/archival-status.ts';
import { bannerMessageRoutes } from './installation/routes/banner-messages.ts';
import { fileRegistrationRoutes } from './files/routes/file-registration.ts';
import { storageSiteRoutes } from './installation/routes/storage-sites.ts';
import { usageProcessingRoutes } from './metrics/routes/usage-processing.ts';
import { collectionLogoRoutes, datasetPictureRoutes } from './files/routes/pictures.ts';
import { usageReportRoutes } from './metrics/routes/usage-reports.ts';
import { datasetTypeRoutes } from './installation/routes/dataset-types.ts';
import { licenseRoutes } from './installation/routes/licenses.ts';
import { metadataBlockRoutes } from './metadata/routes/metadata-blocks.ts';
import { notificationRoutes } from './notifications/routes/notifications.ts';
import { provenanceRoutes } from './files/routes/provenance.ts';
import { assignmentHistoryRoutes } from './access/routes/assignment-history.ts';
import { roleRoutes } from './access/routes/roles.ts';
import { semanticMetadataRoutes } from './versions/routes/semantic-metadata.ts';
import { settingRoutes } from './installation/routes/settings.ts';
import { directUploadRoutes } from './files/routes/direct-uploads.ts';
import { uploadedFileRoutes } from './files/routes/uploaded-files.ts';
import { workflowRoutes } from './datasets/routes/workflows.ts';
import { fileAuditRoutes } from './integrity/routes/file-audit.ts';
import { validationRoutes } from './integrity/routes/validation.ts';
import { versionUnfRoutes } from './integrity/routes/version-unfs.ts';
import { versionComparisonRoutes } from './versions/routes/version-comparisons.ts';
import { versionTermsRoutes } from './versions/routes/version-terms.ts';
import { folderIndexRoutes } from './versions/routes/folder-index.ts';
import { versionTermsPageRoutes } from './versions/routes/version-terms-page.ts';
import { externalToolRoutes } from './external-tools/routes/external-tools.ts';
import { toolLaunchRoutes } from './external-tools/routes/tool-launches.ts';
import { ownDocumentRoutes } from './search/routes/own-documents.ts';
import { savedSearchRoutes } from './search/routes/saved-searches.ts';
import { searchRoutes } from './search/routes/search.ts';
import { signInRoutes } from './access/routes/sign-in.ts';
import { userTokenRoutes } from './access/routes/user-tokens.ts';
import { templateRoutes } from './templates/routes/templates.ts';
import { featuredItemRoutes } from './collections/routes/featured-items.ts';
import { guestbookRoutes } from './collections/routes/guestbooks.ts';
import { guestbookResponseRoutes } from './collections/routes/guestbook-responses.ts';
import { guestbookTimeRoutes } from './collections/routes/guestbook-times.ts';
import { guestbookDownloadRoutes } from './files/routes/guestbook-downloads.ts';
import { signedUrlRoutes } from './access/routes/signed-urls.ts';
import { passwordResetRoutes } from './access/routes/password-resets.ts';
import { contactMessageRoutes } from './mail/routes/contact-messages.ts';
import { emailConfirmationRoutes } from './access/routes/email-confirmation.ts';
import { bulkResultRoutes } from './bulk/routes/bulk-results.ts';
import { eventRoutes } from './events/routes/events.ts';
import { userRoutes } from './access/routes/users.ts';

/** Every documented row, by area. */
export const routeTable: readonly Route[] = [
  ...searchRoutes,
  ...savedSearchRoutes,
  ...externalToolRoutes,
  ...toolLaunchRoutes,
  ...ownDocumentRoutes,
  ...collectionRoutes,
  ...collectionChangeRoutes,
  ...metadataLanguageRoutes,
  ...collectionLinkRoutes,
  ...blockFacetRoutes,
  ...collectionBlockRoutes,
  ...groupRoutes,
  ...ipGroupRoutes,
  ...mailDomainGroupRoutes,
  ...authenticationProviderRoutes,
  ...assigneeRoutes,
  ...datasetRoutes,
  ...datasetVersionRoutes,
  ...datasetImportRoutes,
  ...datasetLockRoutes,
  ...datasetReconciliationRoutes,
  ...datasetRegistrationRoutes,
  ...persistentIdRoutes,
  ...datasetLinkRoutes,
  ...datasetMoveRoutes,
  ...datasetFactRoutes,
  ...datasetAssignmentRoutes,
  ...datasetReviewRoutes,
  ...datasetPrivateUrlRoutes,
  ...curationLabelSetRoutes,
  ...datasetMetadataRoutes,
  ...datasetChangeRoutes,
  ...datasetDryRunRoutes,
  ...versionComparisonRoutes,
  ...versionTermsRoutes,
  ...fileCountRoutes,
  ...fileRoutes,
  ...fileDownloadRoutes,
  ...fileBundleRoutes,
  ...auxiliaryFileRoutes,
  ...fileChangeRoutes,
  ...fileReplacementRoutes,
  ...fileEditRoutes,
  ...fileDateRoutes,
  ...fileHistoryRoutes,
  ...variableDescriptionRoutes,
  ...dataTableRoutes,
  ...ingestRoutes,
  ...tableRowRoutes,
  ...variableEditRoutes,
  ...storageDriverRoutes,
  ...storageQuotaRoutes,
  ...fileAccessRequestRoutes,
  ...fileViewRoutes,
  ...provenanceRoutes,
  ...integrityRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...accountTraceRoutes,
  ...accountChangeRoutes,
  ...userTokenRoutes,
  ...signInRoutes,
  ...deviceSignInRoutes,
  ...guestbookRoutes,
  ...featuredItemRoutes,
  ...templateRoutes,
  ...guestbookResponseRoutes,
  ...guestbookTimeRoutes,
  ...guestbookDownloadRoutes,
  ...signedUrlRoutes,
  ...contactMessageRoutes,
  ...passwordResetRoutes,
  ...emailConfirmationRoutes,
  ...notificationRoutes,
  ...eventRoutes,
  ...bulkResultRoutes,
  ...roleRoutes,
  ...assignmentHistoryRoutes,
  ...accessRoutes,
  ...infoRoutes,
  ...metadataBlockRoutes,
  ...citationRoutes,
  ...bagRoutes,
  ...exportRoutes,
  ...exportRunRoutes,
  ...oaiSetRoutes,
  ...folderIndexRoutes,
  ...versionTermsPageRoutes,
  ...semanticMetadataRoutes,
  ...metricRoutes,
  ...installationCountRoutes,
  ...installationUsageRoutes,
  ...settingRoutes,
  ...workflowRoutes,
  ...fileAuditRoutes,
  ...validationRoutes,
  ...versionUnfRoutes,
  ...licenseRoutes,
  ...datasetTypeRoutes,
  ...archivalStatusRoutes,
  ...bannerMessageRoutes,
  ...fileRegistrationRoutes,
  ...storageSiteRoutes,
  ...usageProcessingRoutes,
  ...usageReportRoutes,
  ...datasetPictureRoutes,
  ...collectionLogoRoutes,
  ...customizationRoutes,
  ...directUploadRoutes,
  ...uploadedFileRoutes,
];
