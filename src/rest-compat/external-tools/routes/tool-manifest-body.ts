/** A manifest as makers of tools write it. Source: users-admin.md 18.3. */
import { z } from 'zod';
import type { CreateExternalToolInput } from '../../../resolvers/generated/resolver-types.ts';
import { TOOL_SCOPES, TOOL_TYPES } from '../../../vocabulary/external-tools.ts';

const USUAL_MINUTES = 10;

/** The body that registers a tool. */
export const toolManifestBody = z
  .object({
    displayName: z.string(),
    toolName: z.string().nullish(),
    description: z.string(),
    types: z.array(z.enum(TOOL_TYPES)).optional(),
    type: z.enum(TOOL_TYPES).optional().describe('Older form of `types`, with one of them.'),
    scope: z.enum(TOOL_SCOPES),
    toolUrl: z.string(),
    contentType: z.string().nullish(),
    toolParameters: z.object({
      queryParameters: z.array(z.record(z.string(), z.string())),
      httpMethod: z.string().optional(),
    }),
    allowedApiCalls: z
      .array(
        z.object({
          name: z.string(),
          httpMethod: z.string(),
          urlTemplate: z.string(),
          timeOut: z.int32().optional().describe('Minutes; 10 by default.'),
        }),
      )
      .nullish(),
    requirements: z.object({ auxFilesExist: z.array(z.object({ formatTag: z.string(), formatVersion: z.string() })).optional() }).nullish(),
  })
  .refine(({ types, type }) => types !== undefined || type !== undefined, { path: ['types'], message: 'is missing' });

/** What the operation is given. */
export function toolInput(body: z.infer<typeof toolManifestBody>): CreateExternalToolInput {
  const { types, type, toolParameters, allowedApiCalls, requirements, ...facts } = body;
  return {
    ...facts,
    types: types ?? (type === undefined ? [] : [type]),
    httpMethod: toolParameters.httpMethod ?? 'GET',
    parameters: toolParameters.queryParameters.flatMap((named) => Object.entries(named).map(([name, value]) => ({ name, value }))),
    allowedCalls: allowedApiCalls?.map(({ timeOut, ...call }) => ({ ...call, timeOutMinutes: timeOut ?? USUAL_MINUTES })) ?? null,
    requiredFiles: requirements?.auxFilesExist ?? [],
  };
}
