import {
  launchDatasetTool,
  launchFileTool,
  viewDatasetToolParameters,
  viewFileToolParameters,
} from '../../domain/external-tools/launch-tool.ts';
import { addExternalTool, deleteExternalTool, listExternalTools, viewExternalTool } from '../../domain/external-tools/tool-commands.ts';
import type { ExternalToolRow } from '../../domain/rows.ts';
import { connectionOfWhole } from '../connection.ts';
import type { ExternalTool, ExternalToolGrant, ExternalToolLaunch, Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';

function toolModel({ id, allowedCalls, parameters, requiredFiles, ...row }: ExternalToolRow): ExternalTool {
  return {
    ...row,
    id: globalIdOf('ExternalTool', id),
    databaseId: id,
    parameters: [...parameters],
    requiredFiles: [...requiredFiles],
    allowedCalls: allowedCalls === null ? null : [...allowedCalls],
  };
}

function launchModel({ tool, nodeId, url, preview }: Awaited<ReturnType<typeof launchFileTool>>): ExternalToolLaunch {
  return { externalTool: toolModel(tool), databaseId: nodeId, url, preview };
}

function grantModel({ parameters, calls }: Awaited<ReturnType<typeof viewFileToolParameters>>): ExternalToolGrant {
  return { parameters: [...parameters], calls: [...calls] };
}

const choiceOf = (args: {
  readonly toolDatabaseId: number;
  readonly preview?: boolean | null;
  readonly locale?: string | null | undefined;
}) => ({
  toolId: args.toolDatabaseId,
  preview: args.preview ?? false,
  locale: args.locale ?? null,
});

export const externalToolResolvers: Resolvers = {
  Query: {
    externalTools: async (_root, { administrative, ...args }, context) => {
      const rows = await listExternalTools(context, { administrative: administrative ?? false });
      return connectionOfWhole(context, args, { name: 'externalTools', rows, keyOf: ({ id }) => id, item: toolModel });
    },
    externalTool: async (_root, { databaseId, administrative }, context) =>
      toolModel(await viewExternalTool(context, { id: databaseId, administrative: administrative ?? false })),
  },
  Dataset: {
    externalToolLaunch: async ({ key }, args, context) =>
      launchModel(await launchDatasetTool(context, { dataset: key, ...choiceOf(args) })),
    externalToolGrant: async ({ key }, { version, toolDatabaseId }, context) =>
      grantModel(await viewDatasetToolParameters(context, { dataset: key, version, toolId: toolDatabaseId })),
  },
  DataFile: {
    externalToolLaunch: async ({ key }, args, context) => launchModel(await launchFileTool(context, { file: key, ...choiceOf(args) })),
    externalToolGrant: async ({ key }, { fileMetadataDatabaseId, toolDatabaseId }, context) =>
      grantModel(await viewFileToolParameters(context, { file: key, recordId: fileMetadataDatabaseId, toolId: toolDatabaseId })),
  },
  Mutation: {
    createExternalTool: async (_root, { input }, context) => ({
      externalTool: toolModel(
        await addExternalTool(context, {
          ...input,
          httpMethod: input.httpMethod ?? 'GET',
          types: [...input.types],
          parameters: [...input.parameters],
          allowedCalls: input.allowedCalls ? [...input.allowedCalls] : null,
          requiredFiles: [...(input.requiredFiles ?? [])],
        }),
      ),
    }),
    deleteExternalTool: async (_root, { input }, context) => {
      const externalTool = toolModel(await deleteExternalTool(context, { id: input.databaseId }));
      return { deletedExternalToolId: externalTool.id, deletedExternalToolDatabaseId: externalTool.databaseId, externalTool };
    },
  },
};
