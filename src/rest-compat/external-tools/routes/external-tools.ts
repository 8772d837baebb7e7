/** The registry of external tools, at its address for administrators and at the public one. Source: users-admin.md 18.3. */
import {
  ExternalToolAddDocument,
  ExternalToolDeleteDocument,
  ExternalToolListDocument,
  ExternalToolViewDocument,
} from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { externalToolRecord, externalToolSchema } from '../records/external-tool-record.ts';
import { toolInput, toolManifestBody } from './tool-manifest-body.ts';

const inputNames = {
  parameters: 'toolParameters',
  allowedCalls: 'allowedApiCalls',
  requiredFiles: 'requirements',
  timeOutMinutes: 'timeOut',
};

const listing = {
  method: 'GET',
  summary: 'External tools.',
  answer: enveloped(listOf(externalToolSchema)),
  operation: ExternalToolListDocument,
} as const;

const viewing = {
  method: 'GET',
  summary: 'One external tool.',
  answer: enveloped(externalToolSchema),
  operation: ExternalToolViewDocument,
} as const;

const adding = {
  method: 'POST',
  summary: 'Registers an external tool.',
  body: { kind: 'json', schema: toolManifestBody },
  inputNames,
  answer: enveloped(externalToolSchema),
  operation: ExternalToolAddDocument,
} as const;

const deleting = {
  method: 'DELETE',
  summary: 'Takes an external tool out of the registry.',
  answer: messageAnswer,
  operation: ExternalToolDeleteDocument,
} as const;

export const externalToolRoutes: readonly Route[] = [
  route({
    ...listing,
    id: 'externalTools.list',
    path: '/api/externalTools',
    auth: 'public',
    credentials: 'ignored',
    variables: () => ({ administrative: false }),
    reply: ({ externalTools }) => ({ data: externalTools.nodes.map(externalToolRecord) }),
  }),
  route({
    ...viewing,
    id: 'externalTools.get',
    path: '/api/externalTools/{id}',
    auth: 'public',
    credentials: 'ignored',
    refusals: ['EXTERNAL_TOOL_NOT_FOUND'],
    variables: ({ path }) => ({ databaseId: numericId(path.id), administrative: false }),
    reply: ({ externalTool }) => ({ data: externalToolRecord(externalTool) }),
  }),
  route({
    ...adding,
    id: 'externalTools.add',
    path: '/api/externalTools',
    auth: 'superuser',
    variables: ({ body }) => ({ input: toolInput(body) }),
    reply: ({ createExternalTool }) => ({ data: externalToolRecord(createExternalTool.externalTool) }),
  }),
  route({
    ...deleting,
    id: 'externalTools.delete',
    path: '/api/externalTools/{id}',
    auth: 'superuser',
    refusals: ['EXTERNAL_TOOL_NOT_FOUND'],
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ deleteExternalTool }) => ({ message: `Deleted external tool ${deleteExternalTool.externalTool.displayName}.` }),
  }),
  route({
    ...listing,
    id: 'admin.externalTools.list',
    path: '/api/admin/externalTools',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    variables: () => ({ administrative: true }),
    reply: ({ externalTools }) => ({ data: externalTools.nodes.map(externalToolRecord) }),
  }),
  route({
    ...viewing,
    id: 'admin.externalTools.get',
    path: '/api/admin/externalTools/{id}',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'EXTERNAL_TOOL_NOT_FOUND'],
    variables: ({ path }) => ({ databaseId: numericId(path.id), administrative: true }),
    reply: ({ externalTool }) => ({ data: externalToolRecord(externalTool) }),
  }),
  route({
    ...adding,
    id: 'admin.externalTools.add',
    path: '/api/admin/externalTools',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED'],
    variables: ({ body }) => ({ input: toolInput(body) }),
    reply: ({ createExternalTool }) => ({ data: externalToolRecord(createExternalTool.externalTool) }),
  }),
  route({
    ...deleting,
    id: 'admin.externalTools.delete',
    path: '/api/admin/externalTools/{id}',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED', 'EXTERNAL_TOOL_NOT_FOUND'],
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ deleteExternalTool }) => ({ message: `Deleted external tool ${deleteExternalTool.externalTool.displayName}.` }),
  }),
];
