import { z } from 'zod';
import { McpDatasetDocument, McpFilesDocument } from '../../generated/mcp-operations.ts';
import { cursorArgument, datasetArgument, datasetReference, versionArgument } from '../arguments.ts';
import { defineTool, found } from '../tool.ts';

/** Metadata of a version. */
export const getDatasetTool = defineTool(
  {
    name: 'get_dataset',
    title: 'Read a dataset',
    description:
      'Citation, licence, collection and metadata of a version of a dataset, with its number of files. Metadata are the native JSON of the blocks.',
    readOnly: true,
  },
  z.strictObject({
    dataset: datasetArgument,
    version: versionArgument,
    blocks: z.array(z.string().max(100)).max(50).optional().describe('Only these metadata blocks, such as ["citation"]; all without it'),
  }),
  async ({ dataset, version, blocks }, { run }) => {
    const answer = found((await run(McpDatasetDocument, { reference: datasetReference(dataset), version })).dataset, 'DATASET_NOT_FOUND');
    const { version: shown, ...facts } = answer;
    const { metadataBlocks, ...versionFacts } = found(shown, 'DATASET_VERSION_NOT_FOUND');
    const wanted = metadataBlocks.filter(({ name }) => blocks === undefined || blocks.includes(name));
    return { ...facts, version: versionFacts, metadataBlocks: wanted };
  },
);

/** Files of a version, a page at a time. */
export const listFilesTool = defineTool(
  {
    name: 'list_files',
    title: 'List the files of a dataset',
    description:
      'Names, folders, types, sizes and checksums of the files of a version. originalFileName is set for tables that can be asked with query_table. downloadUrl needs no token for an hour, and is missing where the caller may not download.',
    readOnly: true,
  },
  z.strictObject({
    dataset: datasetArgument,
    version: versionArgument,
    text: z.string().max(500).optional().describe('Only files with this text in name or description'),
    first: z.int().min(1).max(100).default(50),
    after: cursorArgument,
  }),
  async ({ dataset, version, text, first, after }, { run }) => {
    const reference = datasetReference(dataset);
    const filter = text === undefined ? null : { searchText: text };
    const answer = found(
      (await run(McpFilesDocument, { reference, version, filter, first, after: after ?? null })).dataset,
      'DATASET_NOT_FOUND',
    );
    const { files } = found(answer.version, 'DATASET_VERSION_NOT_FOUND');
    return {
      persistentId: answer.persistentId,
      totalCount: files.totalCount,
      ...files.pageInfo,
      files: files.nodes.map(({ dataFile: { permittedDownloadUrl, databaseId, ...bytes }, ...metadata }) => ({
        file: databaseId,
        ...metadata,
        ...bytes,
        downloadUrl: permittedDownloadUrl?.url,
      })),
    };
  },
);
