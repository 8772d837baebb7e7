import type { DepositAnswerer } from './deposit-call.ts';
import { createCollection, newCollection, publishCollection, saveCollection, shownCollection } from './collections/change-collection.ts';
import { changeRoles, shownRoles } from './collections/change-roles.ts';
import { saveFieldRules, shownFieldRules } from './collections/field-rules.ts';
import { createDataset, newDataset } from './creation/create-dataset.ts';
import { depositStart } from './creation/start.ts';
import { savedMetadata, shownMetadata } from './editing/edit-metadata.ts';
import { addFile, depositFiles } from './files/add-file.ts';
import { editFile, removeFile, replaceFile, shownFile } from './files/change-file.ts';
import { abortUpload, addUpload, beginUpload, sendPart, uploadState } from './files/upload-steps.ts';
import { changeLabel, changePrivateUrl, datasetOverview, returnToAuthor, submitForReview } from './overview/dataset-overview.ts';
import { deleteDraft, deletion, publication, publishDataset } from './publication/publish.ts';
import { withdrawal, withdrawVersion } from './withdrawal/withdraw.ts';
import { savedTerms, shownTerms } from './terms/change-terms.ts';

/** The answer to a request, which reads the body itself where it is no plain form. */
export type DepositRoute = DepositAnswerer | { readonly answer: DepositAnswerer; readonly readsBody: true };

/** Pages of depositing, and what their forms and scripts send to, by method and path. */
export const depositRoutes: Readonly<Record<string, DepositRoute>> = {
  'GET /deposit': depositStart,
  'GET /deposit/new': newDataset,
  'POST /deposit/new': createDataset,
  'GET /deposit/dataset': datasetOverview,
  'GET /deposit/metadata': shownMetadata,
  'POST /deposit/metadata': savedMetadata,
  'GET /deposit/files': depositFiles,
  'POST /deposit/files': { answer: addFile, readsBody: true },
  'GET /deposit/file': shownFile,
  'POST /deposit/file': editFile,
  'POST /deposit/file/remove': removeFile,
  'POST /deposit/file/replace': { answer: replaceFile, readsBody: true },
  'GET /deposit/upload': uploadState,
  'POST /deposit/upload': beginUpload,
  'PUT /deposit/upload/part': { answer: sendPart, readsBody: true },
  'POST /deposit/upload/add': addUpload,
  'POST /deposit/upload/abort': abortUpload,
  'GET /deposit/terms': shownTerms,
  'POST /deposit/terms': savedTerms,
  'POST /deposit/submit': submitForReview,
  'POST /deposit/return': returnToAuthor,
  'POST /deposit/curation': changeLabel,
  'POST /deposit/private-url': changePrivateUrl,
  'GET /deposit/publish': publication,
  'POST /deposit/publish': publishDataset,
  'GET /deposit/withdraw': withdrawal,
  'POST /deposit/withdraw': withdrawVersion,
  'GET /deposit/delete': deletion,
  'POST /deposit/delete': deleteDraft,
  'GET /deposit/collection': shownCollection,
  'POST /deposit/collection': saveCollection,
  'GET /deposit/collection/new': newCollection,
  'POST /deposit/collection/new': createCollection,
  'POST /deposit/collection/publish': publishCollection,
  'GET /deposit/collection/roles': shownRoles,
  'POST /deposit/collection/roles': changeRoles,
  'GET /deposit/collection/fields': shownFieldRules,
  'POST /deposit/collection/fields': saveFieldRules,
};
