/** External tools as clients know them. Source: users-admin.md 18.3. */
import { z } from 'zod';
import type { ExternalToolFactsFragment, GrantFactsFragment } from '../../../generated/operations.ts';
import { TOOL_SCOPES, TOOL_TYPES } from '../../../vocabulary/external-tools.ts';
import { listOf, mapOf, objectId, recordSchema } from '../../records/schema.ts';

export const externalToolSchema = recordSchema('ExternalTool', 'A tool for datasets or files. Source: users-admin.md 18.3.', {
  id: objectId,
  displayName: z.string(),
  toolName: z.string().optional(),
  description: z.string(),
  types: listOf(z.enum(TOOL_TYPES)),
  scope: z.enum(TOOL_SCOPES),
  contentType: z.string().optional().describe('Absent for a tool of datasets.'),
  toolUrl: z.string(),
  toolParameters: z.strictObject({
    queryParameters: listOf(mapOf(z.string())).describe('Reserved words by the names of parameters.'),
    httpMethod: z.string(),
  }),
  requirements: z.strictObject({ auxFilesExist: listOf(z.strictObject({ formatTag: z.string(), formatVersion: z.string() })) }),
  allowedApiCalls: listOf(
    z.strictObject({
      name: z.string(),
      httpMethod: z.string(),
      urlTemplate: z.string(),
      timeOut: z.int().describe('Minutes.'),
    }),
  ).optional(),
});

/** The record of a tool. */
export function externalToolRecord(tool: ExternalToolFactsFragment): z.infer<typeof externalToolSchema> {
  return {
    id: tool.databaseId,
    displayName: tool.displayName,
    ...(tool.toolName !== null && { toolName: tool.toolName }),
    description: tool.description,
    types: [...tool.types],
    scope: tool.scope,
    ...(tool.contentType !== null && { contentType: tool.contentType }),
    toolUrl: tool.toolUrl,
    toolParameters: { queryParameters: tool.parameters.map(({ name, value }) => ({ [name]: value })), httpMethod: tool.httpMethod },
    requirements: { auxFilesExist: tool.requiredFiles.map(({ formatTag, formatVersion }) => ({ formatTag, formatVersion })) },
    ...(tool.allowedCalls !== null && {
      allowedApiCalls: tool.allowedCalls.map(({ timeOutMinutes, ...call }) => ({ ...call, timeOut: timeOutMinutes })),
    }),
  };
}

export const toolGrantSchema = recordSchema('ToolParameters', 'What a started tool may ask for. Source: users-admin.md 18.3.', {
  queryParameters: mapOf(z.union([z.int(), z.string()])).describe('Values by the names of parameters; ids are numbers.'),
  signedUrls: listOf(
    z.strictObject({ name: z.string(), httpMethod: z.string(), signedUrl: z.string(), timeOut: z.int().describe('Minutes.') }),
  ).optional(),
});

/** The record of what a tool may ask for. */
export function toolGrantRecord({ parameters, calls }: GrantFactsFragment): z.infer<typeof toolGrantSchema> {
  return {
    queryParameters: Object.fromEntries(parameters.map(({ name, value }) => [name, /^\d{1,10}$/.test(value) ? Number(value) : value])),
    ...(calls.length > 0 && {
      signedUrls: calls.map(({ name, httpMethod, url, timeOutMinutes }) => ({ name, httpMethod, signedUrl: url, timeOut: timeOutMinutes })),
    }),
  };
}
