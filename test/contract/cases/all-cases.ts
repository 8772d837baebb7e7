import { templateCases } from './templates.ts';
import { featuredItemCases } from './featured-items.ts';
import { guestbookEffectCases } from './guestbook-effects.ts';
import { guestbookDownloadRefusals } from './guestbook-download-refusals.ts';
import { presentedLimitCases } from './presented-limits.ts';
import { guestbookDownloadCases } from './guestbook-downloads.ts';
import { guestbookRequestCases } from './guestbook-requests.ts';
import { guestbookCases } from './guestbooks.ts';
import { authenticationProviderCases } from './authentication-providers.ts';
import { bagCases } from './bags.ts';
import { collectionUpdateCases } from './collection-changes.ts';
import { accountChangeCases } from './account-changes.ts';
import { accountConversionCases } from './account-conversion.ts';
import { accountCases } from './accounts.ts';
import { accountTraceCases } from './account-traces.ts';
import { deviceSignInCases } from './device-sign-in.ts';
import { tokenByPasswordCases } from './token-by-password.ts';
import { signedUrlCases } from './signed-urls.ts';
import { passwordResetCases } from './password-resets.ts';
import { contactMessageCases } from './contact-messages.ts';
import { passwordCases } from './passwords.ts';
import { allowedCollectionCases } from './allowed-collections.ts';
import { assigneeCases } from './assignees.ts';
import { accessCases } from './access.ts';
import { collectionCreateCases } from './collection-create.ts';
import { collectionFeaturedCases } from './collection-featured.ts';
import { collectionInputLevelCases, collectionStorageCases } from './collection-input-levels.ts';
import { collectionLinkCases } from './collection-links.ts';
import { collectionMoveCases } from './collection-moves.ts';
import { collectionChangeCases, collectionReadCases } from './collections.ts';
import type { ContractCase } from './contract-case.ts';
import { defaultLicenceCases } from './default-licence.ts';
import { datasetCreateCases } from './dataset-create.ts';
import { datasetDeleteCases, datasetEditCases } from './dataset-edit.ts';
import { datasetFileListCases } from './dataset-files.ts';
import { datasetChangeCases } from './dataset-changes.ts';
import { datasetMetadataCases } from './dataset-metadata.ts';
import { curationCases } from './curation.ts';
import { storageDriverCases } from './storage-drivers.ts';
import { curationLabelSetCases } from './curation-label-sets.ts';
import { datasetAssignmentCases } from './dataset-assignments.ts';
import { datasetImportDdiCases } from './dataset-import-ddi.ts';
import { datasetImportCases } from './dataset-import.ts';
import { datasetLinkCases } from './dataset-links.ts';
import { datasetFactCases } from './dataset-facts.ts';
import { datasetMoveCases } from './dataset-moves.ts';
import { datasetLockCases } from './dataset-locks.ts';
import { datasetPrivateUrlCases } from './dataset-private-url.ts';
import { datasetReadCases } from './dataset-read.ts';
import { persistentIdCases } from './persistent-ids.ts';
import { datasetReconciliationCases } from './dataset-reconciliation.ts';
import { datasetRegistrationCases } from './dataset-registration.ts';
import { datasetReviewCases } from './dataset-review.ts';
import { directUploadCases } from './direct-uploads.ts';
import { emailConfirmationCases } from './email-confirmation.ts';
import { externalToolCases } from './external-tools.ts';
import { toolLaunchCases } from './tool-launches.ts';
import { bulkResultCases } from './bulk-results.ts';
import { eventCases } from './events.ts';
import { externalValidationCases } from './external-validation.ts';
import { facetCases } from './facets.ts';
import { fileAddCases } from './file-add.ts';
import { exportRunCases } from './export-runs.ts';
import { exportCases } from './exports.ts';
import { fileCountCases } from './file-counts.ts';
import { fileChangeCases } from './file-changes.ts';
import { fileMetadataCases } from './file-metadata.ts';
import { fileViewCases } from './file-views.ts';
import { downloadCountCases } from './download-counts.ts';
import { fileArchiveCases } from './file-archives.ts';
import { fileBundleCases } from './file-bundles.ts';
import { auxiliaryFileCases } from './auxiliary-files.ts';
import { fileDownloadCases } from './file-downloads.ts';
import { fileReadCases } from './file-read.ts';
import { infoCases } from './info.ts';
import { citationCases } from './citations.ts';
import { versionTermsPageCases } from './version-terms-page.ts';
import { installationMetricCases } from './installation-metrics.ts';
import { metricCases } from './metrics.ts';
import { dataTableCases } from './data-tables.ts';
import { tableFormCases } from './table-forms.ts';
import { variableDescriptionCases } from './variable-descriptions.ts';
import { ingestCases } from './ingests.ts';
import { versionUnfCases } from './version-unfs.ts';
import { tableRowCases } from './table-rows.ts';
import { variableEditCases } from './variable-edits.ts';
import { administrationListCases } from './administration-lists.ts';
import { archivalStatusCases } from './archival-status.ts';
import { fileRegistrationCases } from './file-registration.ts';
import { fileAuditCases } from './file-audit.ts';
import { blockFacetCases } from './block-facets.ts';
import { metadataLanguageCases } from './metadata-languages.ts';
import { pictureCases } from './pictures.ts';
import { folderIndexCases } from './folder-index.ts';
import { customizationCases, usageReportCases } from './usage-reports.ts';
import { usageProcessingCases } from './usage-processing.ts';
import { datasetTypeCases } from './dataset-types.ts';
import { licenseCases } from './licenses.ts';
import { metadataBlockCases } from './metadata-blocks.ts';
import { collectionBlockCases } from './metadata-blocks-of-collection.ts';
import { groupMemberRefusals } from './groups-members-refused.ts';
import { groupMemberCases } from './groups-members.ts';
import { groupCases } from './groups.ts';
import { installationGroupCases } from './installation-groups.ts';
import { notificationCases } from './notifications.ts';
import { oaiSetCases } from './oai-sets.ts';
import { integrityCases } from './integrity.ts';
import { provenanceCases } from './provenance.ts';
import { roleAssignmentCases } from './role-assignments.ts';
import { roleCases } from './roles.ts';
import { settingsTogetherCases } from './settings-together.ts';
import { semanticCreationCases, semanticMetadataCases } from './semantic-metadata.ts';
import { settingCases } from './settings.ts';
import { siteInfoCases } from './site.ts';
import { stateEdgeCases } from './state-edges.ts';
import { stateCases } from './states.ts';
import { versionComparisonCases } from './version-comparisons.ts';
import { versionTermsCases } from './version-terms.ts';
import { fileAccessRequestCases } from './file-access-requests.ts';
import { assignmentHistoryCases } from './assignment-history.ts';
import { uploadedFileCases } from './uploaded-files.ts';
import { ownDocumentCases } from './own-documents.ts';
import { savedSearchCases } from './saved-searches.ts';
import { searchCases } from './search.ts';
import { signInCases } from './sign-in.ts';
import { userTokenCases } from './user-tokens.ts';
import { userCases } from './users.ts';
import { workflowCases } from './workflows.ts';
import { validationCases } from './validation.ts';
import { fileArchiveUploadCases } from './file-archive-uploads.ts';
import { fileBulkCases } from './file-bulk.ts';
import { fileDateCases } from './file-dates.ts';
import { fileEditCases } from './file-edits.ts';
import { fileHistoryCases } from './file-history.ts';
import { fileReplaceCases } from './file-replace.ts';
import { storageQuotaCases } from './storage-quotas.ts';

/** Every case of the contract. */
export const allCases: readonly ContractCase[] = [
  ...installationMetricCases,
  ...metricCases,
  ...citationCases,
  ...versionTermsPageCases,
  ...semanticMetadataCases,
  ...collectionCreateCases,
  ...collectionReadCases,
  ...collectionChangeCases,
  ...collectionUpdateCases,
  ...collectionInputLevelCases,
  ...collectionStorageCases,
  ...collectionMoveCases,
  ...collectionLinkCases,
  ...collectionFeaturedCases,
  ...collectionBlockCases,
  ...externalValidationCases,
  ...facetCases,
  ...roleAssignmentCases,
  ...installationGroupCases,
  ...groupCases,
  ...groupMemberCases,
  ...groupMemberRefusals,
  ...accountTraceCases,
  ...deviceSignInCases,
  ...tokenByPasswordCases,
  ...allowedCollectionCases,
  ...assigneeCases,
  ...roleCases,
  ...assignmentHistoryCases,
  ...accessCases,
  ...datasetCreateCases,
  ...semanticCreationCases,
  ...datasetImportCases,
  ...datasetImportDdiCases,
  ...datasetReadCases,
  ...datasetFileListCases,
  ...datasetEditCases,
  ...datasetDeleteCases,
  ...datasetMetadataCases,
  ...datasetChangeCases,
  ...versionComparisonCases,
  ...versionTermsCases,
  ...stateCases,
  ...stateEdgeCases,
  ...datasetLockCases,
  ...datasetReconciliationCases,
  ...datasetRegistrationCases,
  ...persistentIdCases,
  ...datasetPrivateUrlCases,
  ...datasetLinkCases,
  ...datasetMoveCases,
  ...datasetFactCases,
  ...datasetAssignmentCases,
  ...datasetReviewCases,
  ...curationCases,
  ...curationLabelSetCases,
  ...storageDriverCases,
  ...fileAddCases,
  ...directUploadCases,
  ...uploadedFileCases,
  ...fileReadCases,
  ...fileDownloadCases,
  ...auxiliaryFileCases,
  ...fileArchiveCases,
  ...fileBundleCases,
  ...downloadCountCases,
  ...fileChangeCases,
  ...fileAccessRequestCases,
  ...fileMetadataCases,
  ...fileViewCases,
  ...fileReplaceCases,
  ...fileArchiveUploadCases,
  ...fileDateCases,
  ...fileEditCases,
  ...fileBulkCases,
  ...fileHistoryCases,
  ...dataTableCases,
  ...tableFormCases,
  ...variableDescriptionCases,
  ...ingestCases,
  ...versionUnfCases,
  ...tableRowCases,
  ...variableEditCases,
  ...storageQuotaCases,
  ...provenanceCases,
  ...integrityCases,
  ...searchCases,
  ...savedSearchCases,
  ...externalToolCases,
  ...toolLaunchCases,
  ...ownDocumentCases,
  ...exportCases,
  ...exportRunCases,
  ...oaiSetCases,
  ...bagCases,
  ...fileCountCases,
  ...authenticationProviderCases,
  ...userCases,
  ...accountCases,
  ...accountConversionCases,
  ...passwordCases,
  ...contactMessageCases,
  ...passwordResetCases,
  ...signedUrlCases,
  ...accountChangeCases,
  ...userTokenCases,
  ...signInCases,
  ...notificationCases,
  ...bulkResultCases,
  ...eventCases,
  ...emailConfirmationCases,
  ...siteInfoCases,
  ...metadataBlockCases,
  ...infoCases,
  ...settingCases,
  ...settingsTogetherCases,
  ...workflowCases,
  ...validationCases,
  ...licenseCases,
  ...defaultLicenceCases,
  ...datasetTypeCases,
  ...administrationListCases,
  ...archivalStatusCases,
  ...fileRegistrationCases,
  ...usageProcessingCases,
  ...featuredItemCases,
  ...templateCases,
  ...guestbookCases,
  ...guestbookDownloadCases,
  ...guestbookDownloadRefusals,
  ...presentedLimitCases,
  ...guestbookEffectCases,
  ...guestbookRequestCases,
  ...usageReportCases,
  ...pictureCases,
  ...blockFacetCases,
  ...metadataLanguageCases,
  ...fileAuditCases,
  ...folderIndexCases,
  ...customizationCases,
];
