import type { Resolvers } from '../generated/resolvers.ts';
import { auxiliaryFileResolvers } from './auxiliary-files.ts';
import { collectionBlockResolvers } from './collection-blocks.ts';
import { collectionChangeResolvers } from './collection-changes.ts';
import { citationResolvers } from './citations.ts';
import { accessResolvers } from './access.ts';
import { collectionLinkResolvers } from './collection-links.ts';
import { collectionTreeResolvers } from './collection-tree.ts';
import { collectionResolvers } from './collections.ts';
import { datasetChangeResolvers } from './dataset-changes.ts';
import { datasetDryRunResolvers } from './dataset-dry-runs.ts';
import { datasetMetadataResolvers } from './dataset-metadata.ts';
import { datasetAccessResolvers } from './dataset-access.ts';
import { datasetFactResolvers } from './dataset-facts.ts';
import { datasetMoveResolvers } from './dataset-moves.ts';
import { datasetLockResolvers } from './dataset-locks.ts';
import { datasetVersionResolvers } from './dataset-versions.ts';
import { datasetResolvers } from './datasets.ts';
import { fileAccessRequestResolvers } from './file-access-requests.ts';
import { fileChangeResolvers } from './file-changes.ts';
import { fileDownloadResolvers } from './file-downloads.ts';
import { fileDateResolvers } from './file-dates.ts';
import { fileEditResolvers } from './file-edits.ts';
import { fileReplacementResolvers } from './file-replacements.ts';
import { fileViewResolvers } from './file-views.ts';
import { fileResolvers } from './files.ts';
import { importResolvers } from './imports.ts';
import { fileCountResolvers } from './file-counts.ts';
import { directUploadResolvers } from './direct-uploads.ts';
import { fixityResolvers } from './fixity.ts';
import { groupResolvers } from './groups.ts';
import { installationGroupResolvers } from './installation-groups.ts';
import { metricResolvers } from './metrics.ts';
import { datasetTypeResolvers } from './dataset-types.ts';
import { licenseResolvers } from './licenses.ts';
import { metadataBlockResolvers } from './metadata-blocks.ts';
import { nodeResolvers } from './nodes.ts';
import { notificationResolvers } from './notifications.ts';
import { privateUrlResolvers } from './private-urls.ts';
import { provenanceResolvers } from './provenance.ts';
import { persistentIdResolvers } from './persistent-ids.ts';
import { registrationResolvers } from './registrations.ts';
import { reviewResolvers } from './reviews.ts';
import { assignmentHistoryResolvers } from './assignment-history.ts';
import { roleResolvers } from './roles.ts';
import { scalarResolvers } from './scalars.ts';
import { semanticMetadataResolvers } from './semantic-metadata.ts';
import { serverResolvers } from './server.ts';
import { settingResolvers } from './settings.ts';
import { storageCleaningResolvers } from './storage-cleaning.ts';
import { storageDriverResolvers } from './storage-drivers.ts';
import { storageQuotaResolvers } from './storage-quotas.ts';
import { validationResolvers } from './validation.ts';
import { versionComparisonResolvers } from './version-comparisons.ts';
import { versionTermsResolvers } from './version-terms.ts';
import { userResolvers } from './users.ts';

/** All resolvers, by area; merged by the schema builder. */
export const resolvers: Resolvers[] = [
  scalarResolvers,
  nodeResolvers,
  serverResolvers,
  collectionResolvers,
  collectionChangeResolvers,
  collectionLinkResolvers,
  collectionTreeResolvers,
  collectionBlockResolvers,
  roleResolvers,
  assignmentHistoryResolvers,
  accessResolvers,
  groupResolvers,
  installationGroupResolvers,
  userResolvers,
  notificationResolvers,
  settingResolvers,
  metadataBlockResolvers,
  datasetResolvers,
  datasetLockResolvers,
  persistentIdResolvers,
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
  validationResolvers,
  licenseResolvers,
  datasetTypeResolvers,
  fileResolvers,
  fileDownloadResolvers,
  auxiliaryFileResolvers,
  fileChangeResolvers,
  fileReplacementResolvers,
  fileEditResolvers,
  fileDateResolvers,
  storageCleaningResolvers,
  storageDriverResolvers,
  storageQuotaResolvers,
  directUploadResolvers,
  fileAccessRequestResolvers,
  fileViewResolvers,
  provenanceResolvers,
  fixityResolvers,
  metricResolvers,
  citationResolvers,
  semanticMetadataResolvers,
];
