/** Commands whose callers count as contributors of the version they worked on. */
export const EDITING_COMMANDS = [
  'updateDatasetDraft',
  'editDatasetMetadata',
  'deleteDatasetMetadata',
  'setVersionNote',
  'addFile',
  'addArchive',
  'replaceFile',
  'storeUploadedFiles',
  'removeFile',
  'removeFiles',
  'updateFileMetadata',
  'updateFilesMetadata',
  'changeFileCategories',
  'restrictFile',
];
