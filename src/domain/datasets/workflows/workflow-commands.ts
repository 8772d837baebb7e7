/** The workflows of the installation. Source: users-admin.md 14.3. */
import { z } from 'zod';
import {
  deleteWorkflow as deleteRow,
  findWorkflow,
  hasOngoingInvocation,
  insertWorkflow,
  listWorkflows as listRows,
  lockWorkflow,
  type WorkflowRow,
} from '../../../db/queries/datasets/workflows.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { storedDefaultIds } from './default-workflows.ts';
import { workflowNotFound } from './workflow-not-found.ts';
import { newWorkflow, readSteps } from './workflow-steps-input.ts';

/** Adds a workflow, which runs when it is made the default one of a trigger. @throws DomainError WORKFLOW_INVALID */
export const addWorkflow = command({
  name: 'addWorkflow',
  input: newWorkflow,
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, services, note }, _subject, input): Promise<WorkflowRow> => {
    const added = await insertWorkflow(tx, { name: input.name, steps: readSteps(input, services.stepRequests) });
    note({ workflowId: added.id, name: added.name, stepTypes: added.steps.map(({ stepType }) => stepType) });
    return added;
  },
});

/** Deletes a workflow that publications neither pass nor are passing. @throws DomainError WORKFLOW_NOT_FOUND | WORKFLOW_IS_DEFAULT | WORKFLOW_RUNNING */
export const deleteWorkflow = command({
  name: 'deleteWorkflow',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { id }): Promise<WorkflowRow> => {
    // Who makes it a default one, or begins it, holds this row too.
    const found = await lockWorkflow(tx, id);
    if (found === undefined) throw workflowNotFound(id);
    const triggers = [...(await storedDefaultIds(tx))].flatMap(([trigger, workflowId]) => (workflowId === id ? [trigger] : []));
    if (triggers.length > 0) {
      throw new DomainError(
        'WORKFLOW_IS_DEFAULT',
        `The workflow ${id} is the default one of ${triggers.join(' and ')}; choose another one there before it is deleted.`,
      );
    }
    if (await hasOngoingInvocation(tx, id)) {
      throw new DomainError('WORKFLOW_RUNNING', `The workflow ${id} is running for a dataset; it can be deleted when that has ended.`);
    }
    await deleteRow(tx, id);
    note({ workflowId: id, name: found.name });
    return found;
  },
});

/** All workflows, by id. */
export const listWorkflows = query({
  name: 'listWorkflows',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context) => listRows(context.db),
});

/** One workflow. @throws DomainError WORKFLOW_NOT_FOUND */
export const viewWorkflow = query({
  name: 'viewWorkflow',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, id: number): Promise<WorkflowRow> => {
    const found = await findWorkflow(context.db, id);
    if (found === undefined) throw workflowNotFound(id);
    return found;
  },
});
