import { z } from 'zod';
import { McpCreateDocument, McpDatasetSchemaDocument } from '../../generated/mcp-operations.ts';
import { collectionArgument, collectionReference } from '../arguments.ts';
import { citationVersion } from '../citation-version.ts';
import { defineTool, found } from '../tool.ts';

const line = z.string().trim().min(1).max(1_000);

/** A draft, by the usual fields or by native JSON. */
export const createDraftTool = defineTool(
  {
    name: 'create_draft',
    title: 'Create a draft of a dataset',
    description:
      'Creates a dataset as a draft, which the caller can change and delete until a person publishes it. Give the usual fields, or the whole version as native JSON (dataset_schema has its form).',
    readOnly: false,
  },
  z
    .strictObject({
      collection: collectionArgument,
      fields: z
        .strictObject({
          title: line,
          authors: z
            .array(z.strictObject({ name: line.describe('Family name, given name'), affiliation: line.optional() }))
            .min(1)
            .max(500),
          contacts: z
            .array(z.strictObject({ email: line, name: line.optional() }))
            .min(1)
            .max(100),
          description: z.string().trim().min(1).max(100_000),
          subjects: z.array(line).min(1).max(50).describe('Of the vocabulary of the repository, such as "Social Sciences" or "Physics"'),
          keywords: z.array(line).max(200).default([]),
        })
        .optional(),
      datasetVersion: z.record(z.string(), z.unknown()).optional().describe('In place of fields: native JSON of the version'),
    })
    .refine(({ fields, datasetVersion }) => (fields === undefined) !== (datasetVersion === undefined), {
      error: 'needs either fields or datasetVersion',
      path: ['fields'],
    }),
  async ({ collection, fields, datasetVersion }, { run }) => {
    const version = fields === undefined ? datasetVersion : citationVersion(fields);
    const { createDataset } = await run(McpCreateDocument, {
      input: { collection: collectionReference(collection), version: { native: version } },
    });
    return { ...createDataset.dataset };
  },
);

/** What a draft has to have. */
export const datasetSchemaTool = defineTool(
  {
    name: 'dataset_schema',
    title: 'Show what datasets of a collection need',
    description:
      'JSON Schema of the native JSON of datasets of a collection, with the fields that it requires. Needs the permission to create datasets there.',
    readOnly: true,
  },
  z.strictObject({ collection: collectionArgument }),
  async ({ collection }, { run }) => {
    const named = await run(McpDatasetSchemaDocument, { collection: collectionReference(collection) });
    return { schema: found(named.collection, 'COLLECTION_NOT_FOUND').datasetSchema };
  },
);
