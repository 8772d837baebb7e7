import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  WorkflowAddDocument,
  WorkflowAddressesDocument,
  WorkflowAddressesResetDocument,
  WorkflowAddressesSetDocument,
  WorkflowDefaultSetDocument,
  WorkflowDefaultsDocument,
  WorkflowDefaultUnsetDocument,
  WorkflowDefaultViewDocument,
  WorkflowDeleteDocument,
  WorkflowListDocument,
  WorkflowResumeDocument,
  WorkflowViewDocument,
} from '../../../generated/operations.ts';
import { WORKFLOW_TRIGGERS, type WorkflowTrigger } from '../../../vocabulary/workflows.ts';
import { bareText, enveloped, messageAnswer } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';
import { workflowNameSchema, workflowRecord, workflowSchema } from '../records/workflow-record.ts';

const BASE = '/api/admin/workflows';
const DEFAULT = '/api/admin/workflows/default/{triggerType}';
const ADDRESSES = '/api/admin/workflows/ip-whitelist';
const LARGEST_ID = 2_147_483_647;

/** A body is read as it is, whatever its content type says. */
const textBody = { kind: 'text', schema: z.string() } as const;

/** Values as they are kept: what is no text, as its JSON. Source: users-admin.md 14.1. */
const texts = z
  .record(z.string(), z.unknown())
  .transform((given) =>
    Object.entries(given).map(([name, value]) => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value) })),
  )
  .nullish();

const newWorkflow = z.object({
  name: z.string(),
  steps: z.array(z.object({ provider: z.string(), stepType: z.string(), parameters: texts, requiredSettings: texts })),
});

/** Reads the id of a workflow; one that no row can have names nothing. @throws DomainError BAD_USER_INPUT when it is no number. */
function workflowId(text: string, pointer: string): number {
  if (!/^\d+$/.test(text)) {
    throw new DomainError('BAD_USER_INPUT', 'The id of a workflow has to be a number.', {
      problems: [{ pointer, message: 'must be a number' }],
    });
  }
  const id = Number(text);
  return id <= LARGEST_ID ? id : 0;
}

/** Reads a trigger, exact case. @throws DomainError BAD_USER_INPUT naming those that there are. */
function triggerOf(text: string): WorkflowTrigger {
  const known = WORKFLOW_TRIGGERS.find((trigger) => trigger === text);
  if (known !== undefined) return known;
  const names = WORKFLOW_TRIGGERS.join(', ');
  throw new DomainError('BAD_USER_INPUT', `Unknown trigger type '${text}'. Available triggers: [${names}]`, {
    problems: [{ pointer: '/path/triggerType', message: `must be one of ${names}` }],
  });
}

const defaultsSchema = recordSchema('DefaultWorkflows', 'The workflow of each trigger. Source: users-admin.md 14.3.', {
  PrePublishDataset: workflowNameSchema.nullable(),
  PostPublishDataset: workflowNameSchema.nullable(),
});

const idBeside = (workflow: { readonly databaseId: number; readonly name: string } | null | undefined) =>
  workflow ? { id: workflow.databaseId, name: workflow.name } : null;

export const workflowRoutes: readonly Route[] = [
  route({
    id: 'admin.workflows.list',
    method: 'GET',
    path: BASE,
    summary: 'All workflows.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(workflowNameSchema)),
    operation: WorkflowListDocument,
    variables: () => ({}),
    reply: ({ workflows }) => ({ data: workflows.nodes.map(({ databaseId, name }) => ({ id: databaseId, name })) }),
  }),
  route({
    id: 'admin.workflows.add',
    method: 'POST',
    path: BASE,
    summary: 'Adds a workflow.',
    auth: 'admin',
    body: { kind: 'json', schema: newWorkflow },
    refusals: ['AUTHENTICATION_REQUIRED', 'WORKFLOW_INVALID'],
    answer: enveloped(workflowSchema, { status: 201 }),
    operation: WorkflowAddDocument,
    variables: ({ body: { name, steps } }) => ({
      input: {
        name,
        steps: steps.map(({ provider, stepType, parameters, requiredSettings }) => ({
          provider,
          stepType,
          parameters: parameters?.map((parameter) => ({ name: parameter.name, value: parameter.text })),
          requiredSettings: requiredSettings?.map((setting) => ({ name: setting.name, type: setting.text })),
        })),
      },
    }),
    reply: ({ createWorkflow: { workflow } }) => ({
      status: 201,
      location: `${BASE}/${workflow.databaseId}`,
      data: workflowRecord(workflow),
    }),
  }),
  route({
    id: 'admin.workflows.get',
    method: 'GET',
    path: '/api/admin/workflows/{id}',
    summary: 'One workflow with its steps.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'WORKFLOW_NOT_FOUND'],
    answer: enveloped(workflowSchema),
    operation: WorkflowViewDocument,
    variables: ({ path }) => ({ databaseId: workflowId(path.id, '/path/id') }),
    reply: ({ workflow }) => ({ data: workflowRecord(workflow) }),
  }),
  route({
    id: 'admin.workflows.delete',
    method: 'DELETE',
    path: '/api/admin/workflows/{id}',
    summary: 'Deletes a workflow that is no default one and does not run.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'WORKFLOW_NOT_FOUND', 'WORKFLOW_IS_DEFAULT', 'WORKFLOW_RUNNING'],
    answer: messageAnswer,
    operation: WorkflowDeleteDocument,
    variables: ({ path }) => ({ input: { databaseId: workflowId(path.id, '/path/id') } }),
    reply: ({ deleteWorkflow: { deletedWorkflowDatabaseId } }) => ({ message: `Workflow ${deletedWorkflowDatabaseId} deleted` }),
  }),
  route({
    id: 'admin.workflows.defaults',
    method: 'GET',
    path: '/api/admin/workflows/default/',
    summary: 'Default workflow of each trigger.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(defaultsSchema),
    operation: WorkflowDefaultsDocument,
    variables: () => ({}),
    reply: ({ defaultWorkflows }) => {
      const of = new Map(defaultWorkflows.map(({ trigger, workflow }) => [trigger, idBeside(workflow)]));
      return { data: { PrePublishDataset: of.get('PrePublishDataset') ?? null, PostPublishDataset: of.get('PostPublishDataset') ?? null } };
    },
  }),
  route({
    id: 'admin.workflows.default.put',
    method: 'PUT',
    path: DEFAULT,
    summary: 'Sets the default workflow of a trigger; the body is its id.',
    auth: 'admin',
    body: textBody,
    refusals: ['AUTHENTICATION_REQUIRED', 'WORKFLOW_NOT_FOUND'],
    answer: messageAnswer,
    operation: WorkflowDefaultSetDocument,
    variables: ({ path, body }) => ({
      input: { trigger: triggerOf(path.triggerType), workflowDatabaseId: workflowId(body.trim(), '') },
    }),
    reply: (_data, { path, body }) => ({
      message: `Default workflow id for trigger ${path.triggerType} set to ${workflowId(body.trim(), '')}`,
    }),
  }),
  route({
    id: 'admin.workflows.default.get',
    method: 'GET',
    path: DEFAULT,
    summary: 'Default workflow of a trigger.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'WORKFLOW_NOT_FOUND'],
    answer: enveloped(workflowSchema),
    operation: WorkflowDefaultViewDocument,
    variables: ({ path }) => ({ trigger: triggerOf(path.triggerType) }),
    reply: ({ defaultWorkflow }, { path }) => {
      if (defaultWorkflow) return { data: workflowRecord(defaultWorkflow) };
      throw new DomainError('WORKFLOW_NOT_FOUND', `There is no default workflow for the trigger ${path.triggerType}.`);
    },
  }),
  route({
    id: 'admin.workflows.default.delete',
    method: 'DELETE',
    path: DEFAULT,
    summary: 'Lets a trigger run no workflow, whether it ran one or not.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT'],
    answer: messageAnswer,
    operation: WorkflowDefaultUnsetDocument,
    variables: ({ path }) => ({ input: { trigger: triggerOf(path.triggerType) } }),
    reply: (_data, { path }) => ({ message: `default workflow for trigger ${path.triggerType} unset.` }),
  }),
  route({
    id: 'admin.workflows.ipWhitelist.put',
    method: 'PUT',
    path: ADDRESSES,
    summary: 'Sets the addresses that may resume workflows; the body names them, with semicolons between.',
    auth: 'admin',
    body: textBody,
    refusals: ['AUTHENTICATION_REQUIRED', 'WORKFLOW_ADDRESSES_INVALID'],
    answer: messageAnswer,
    operation: WorkflowAddressesSetDocument,
    variables: ({ body }) => ({ input: { addresses: body.trim().split(';') } }),
    reply: ({ setWorkflowResumeAddresses: { addresses } }) => ({ message: addresses.join(';') }),
  }),
  route({
    id: 'admin.workflows.ipWhitelist.get',
    method: 'GET',
    path: ADDRESSES,
    summary: 'Addresses that may resume workflows.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: messageAnswer,
    operation: WorkflowAddressesDocument,
    variables: () => ({}),
    reply: ({ workflowResumeAddresses }) => ({ message: workflowResumeAddresses.join(';') }),
  }),
  route({
    id: 'admin.workflows.ipWhitelist.delete',
    method: 'DELETE',
    path: ADDRESSES,
    summary: 'Lets only this machine resume workflows again.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: messageAnswer,
    operation: WorkflowAddressesResetDocument,
    variables: () => ({}),
    reply: ({ resetWorkflowResumeAddresses: { addresses } }) => ({ message: `Restored whitelist to default (${addresses.join(';')})` }),
  }),
  route({
    id: 'workflows.resume',
    method: 'POST',
    path: '/api/workflows/{invocationId}',
    summary: 'Sends a message to the step that a workflow waits at; the body is the message.',
    auth: 'public',
    credentials: 'ignored',
    body: { ...textBody, maximumBytes: 400_000 },
    refusals: ['WORKFLOW_ADDRESS_REFUSED', 'WORKFLOW_INVOCATION_NOT_FOUND'],
    answer: { ...bareText('text/plain'), status: 202 as const },
    operation: WorkflowResumeDocument,
    variables: ({ path, body }) => ({ input: { invocationId: path.invocationId, message: body } }),
    reply: ({ resumeWorkflow: { datasetDatabaseId } }) => ({
      status: 202,
      bare: `/api/datasets/${datasetDatabaseId}`,
      contentType: 'text/plain;charset=UTF-8',
    }),
  }),
];
