import type { Route } from './route.ts';
import { assigneeRoutes } from './routes/assignees.ts';
import { collectionBlockRoutes } from './routes/collection-blocks.ts';
import { collectionChangeRoutes } from './routes/collection-changes.ts';
import { citationRoutes } from './routes/citations.ts';
import { accessRoutes } from './routes/access.ts';
import { collectionLinkRoutes } from './routes/collection-links.ts';
import { collectionRoutes } from './routes/collections.ts';
import { datasetChangeRoutes } from './routes/dataset-changes.ts';
import { datasetDryRunRoutes } from './routes/dataset-dry-runs.ts';
import { datasetMetadataRoutes } from './routes/dataset-metadata.ts';
import { curationLabelSetRoutes } from './routes/curation-label-sets.ts';
import { datasetAssignmentRoutes } from './routes/dataset-assignments.ts';
import { datasetFactRoutes } from './routes/dataset-facts.ts';
import { datasetMoveRoutes } from './routes/dataset-moves.ts';
import { datasetImportRoutes } from './routes/dataset-import.ts';
import { datasetLinkRoutes } from './routes/dataset-links.ts';
import { datasetLockRoutes } from './routes/dataset-locks.ts';
import { datasetPrivateUrlRoutes } from './routes/dataset-private-url.ts';
import { datasetReviewRoutes } from './routes/dataset-review.ts';
import { persistentIdRoutes } from './routes/persistent-ids.ts';
import { datasetRegistrationRoutes } from './routes/dataset-registration.ts';
import { datasetVersionRoutes } from './routes/dataset-versions.ts';
import { datasetRoutes } from './routes/datasets.ts';
import { fileCountRoutes } from './routes/file-counts.ts';
import { fileAccessRequestRoutes } from './routes/file-access-requests.ts';
import { fileChangeRoutes } from './routes/file-changes.ts';
import { fileDateRoutes } from './routes/file-dates.ts';
import { fileEditRoutes } from './routes/file-edits.ts';
import { fileHistoryRoutes } from './routes/file-history.ts';
import { fileReplacementRoutes } from './routes/file-replacements.ts';
import { storageDriverRoutes } from './routes/storage-drivers.ts';
import { storageQuotaRoutes } from './routes/storage-quotas.ts';
import { auxiliaryFileRoutes } from './routes/auxiliary-files.ts';
import { fileDownloadRoutes } from './routes/file-downloads.ts';
import { fileViewRoutes } from './routes/file-views.ts';
import { fileRoutes } from './routes/files.ts';
import { integrityRoutes } from './routes/integrity.ts';
import { groupRoutes } from './routes/groups.ts';
import { infoRoutes } from './routes/info.ts';
import { ipGroupRoutes } from './routes/ip-groups.ts';
import { mailDomainGroupRoutes } from './routes/mail-domain-groups.ts';
import { metricRoutes } from './routes/metrics.ts';
import { datasetTypeRoutes } from './routes/dataset-types.ts';
import { licenseRoutes } from './routes/licenses.ts';
import { metadataBlockRoutes } from './routes/metadata-blocks.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { provenanceRoutes } from './routes/provenance.ts';
import { assignmentHistoryRoutes } from './routes/assignment-history.ts';
import { roleRoutes } from './routes/roles.ts';
import { semanticMetadataRoutes } from './routes/semantic-metadata.ts';
import { settingRoutes } from './routes/settings.ts';
import { directUploadRoutes } from './routes/direct-uploads.ts';
import { uploadedFileRoutes } from './routes/uploaded-files.ts';
import { unbuiltRoutes } from './routes/unbuilt.ts';
import { validationRoutes } from './routes/validation.ts';
import { versionComparisonRoutes } from './routes/version-comparisons.ts';
import { versionTermsRoutes } from './routes/version-terms.ts';
import { versionTermsPageRoutes } from './routes/version-terms-page.ts';
import { userTokenRoutes } from './routes/user-tokens.ts';
import { userRoutes } from './routes/users.ts';

/** Every documented row: the built ones by area, and those that still answer 501. */
export const routeTable: readonly Route[] = [
  ...collectionRoutes,
  ...collectionChangeRoutes,
  ...collectionLinkRoutes,
  ...collectionBlockRoutes,
  ...groupRoutes,
  ...ipGroupRoutes,
  ...mailDomainGroupRoutes,
  ...assigneeRoutes,
  ...datasetRoutes,
  ...datasetVersionRoutes,
  ...datasetImportRoutes,
  ...datasetLockRoutes,
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
  ...auxiliaryFileRoutes,
  ...fileChangeRoutes,
  ...fileReplacementRoutes,
  ...fileEditRoutes,
  ...fileDateRoutes,
  ...fileHistoryRoutes,
  ...storageDriverRoutes,
  ...storageQuotaRoutes,
  ...fileAccessRequestRoutes,
  ...fileViewRoutes,
  ...provenanceRoutes,
  ...integrityRoutes,
  ...userRoutes,
  ...userTokenRoutes,
  ...notificationRoutes,
  ...roleRoutes,
  ...assignmentHistoryRoutes,
  ...accessRoutes,
  ...infoRoutes,
  ...metadataBlockRoutes,
  ...citationRoutes,
  ...versionTermsPageRoutes,
  ...semanticMetadataRoutes,
  ...metricRoutes,
  ...settingRoutes,
  ...validationRoutes,
  ...licenseRoutes,
  ...datasetTypeRoutes,
  ...directUploadRoutes,
  ...uploadedFileRoutes,
  ...unbuiltRoutes,
];
