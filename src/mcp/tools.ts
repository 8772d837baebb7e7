import type { Tool } from './tool.ts';
import { createDraftTool, datasetSchemaTool } from './tools/create-draft.ts';
import { getDatasetTool, listFilesTool } from './tools/read-datasets.ts';
import { readFileTool } from './tools/read-file.ts';
import { searchTool } from './tools/search.ts';
import { aggregateTableTool, describeTableTool, queryTableTool } from './tools/tables.ts';
import { beginUploadTool, finishUploadTool, uploadFileTool } from './tools/uploads.ts';

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  searchTool,
  getDatasetTool,
  listFilesTool,
  readFileTool,
  describeTableTool,
  queryTableTool,
  aggregateTableTool,
  datasetSchemaTool,
  createDraftTool,
  uploadFileTool,
  beginUploadTool,
  finishUploadTool,
];
