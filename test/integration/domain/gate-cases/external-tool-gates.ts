import {
  launchDatasetTool,
  launchFileTool,
  viewDatasetToolParameters,
  viewFileToolParameters,
} from '../../../../src/domain/external-tools/launch-tool.ts';
import {
  addExternalTool,
  deleteExternalTool,
  listExternalTools,
  viewExternalTool,
} from '../../../../src/domain/external-tools/tool-commands.ts';
import type { DomainWorld } from '../domain-world.ts';
import type { GateTable, GateTarget } from './gate-case.ts';

async function toolId({ sql }: DomainWorld, scope: 'dataset' | 'file'): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into external_tool (display_name, description, types, scope, tool_url, http_method, parameters, required_files)
    values ('Tool', 'Shows', '{explore}', ${scope}, 'https://tool.example.org', 'GET', '[]', '[]') returning id`;
  if (row === undefined) throw new Error('There is no tool.');
  return row.id;
}

async function recordId({ sql }: DomainWorld, { fileId }: GateTarget): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from file_metadata where data_file_id = ${fileId} order by id desc limit 1`;
  return row?.id ?? 0;
}

const seeing = ({ published }: GateTarget) => (published ? 'Public' : 'ViewUnpublishedDataset');
const launched = { preview: false, locale: null };

/** Source: users-admin.md 18.3. */
export const externalToolGates: GateTable = {
  listExternalTools: { requires: 'Public', run: (context) => listExternalTools(context, { administrative: false }) },
  'listExternalTools as an administrator': {
    requires: 'AdminGate',
    run: (context) => listExternalTools(context, { administrative: true }),
  },
  viewExternalTool: { requires: 'Public', run: (context) => viewExternalTool(context, { id: 987_654, administrative: false }) },
  'viewExternalTool as an administrator': {
    requires: 'AdminGate',
    run: (context) => viewExternalTool(context, { id: 987_654, administrative: true }),
  },
  addExternalTool: {
    requires: 'Superuser',
    run: (context) =>
      addExternalTool(context, {
        displayName: 'Tool',
        description: 'Shows',
        types: ['explore'],
        scope: 'dataset',
        toolUrl: 'https://tool.example.org',
        httpMethod: 'GET',
        parameters: [{ name: 'id', value: '{datasetId}' }],
        requiredFiles: [],
      }),
    changes: true,
  },
  deleteExternalTool: { requires: 'Superuser', run: (context) => deleteExternalTool(context, { id: 987_654 }) },
  launchDatasetTool: {
    requires: seeing,
    run: async (context, { datasetId }, world) =>
      launchDatasetTool(context, { ...launched, dataset: { id: datasetId }, toolId: await toolId(world, 'dataset') }),
  },
  // Whoever sees the file and may not download it is refused with a code of its own.
  launchFileTool: {
    requires: seeing,
    run: async (context, { fileId }, world) =>
      launchFileTool(context, { ...launched, file: { id: fileId }, toolId: await toolId(world, 'file') }),
  },
  viewDatasetToolParameters: {
    requires: seeing,
    run: async (context, { datasetId }, world) =>
      viewDatasetToolParameters(context, { dataset: { id: datasetId }, version: ':latest', toolId: await toolId(world, 'dataset') }),
  },
  viewFileToolParameters: {
    requires: seeing,
    run: async (context, target, world) =>
      viewFileToolParameters(context, {
        file: { id: target.fileId },
        recordId: await recordId(world, target),
        toolId: await toolId(world, 'file'),
      }),
  },
};
