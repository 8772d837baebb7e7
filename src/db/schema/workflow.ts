import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { PUBLISH_TYPES } from '../../vocabulary/datasets.ts';
import { WORKFLOW_INVOCATION_STATES, STEP_STATES, WORKFLOW_TRIGGERS } from '../../vocabulary/workflows.ts';
import { dataset } from './dataset.ts';
import { userAccount } from './user.ts';

export const workflowTrigger = pgEnum('workflow_trigger', WORKFLOW_TRIGGERS);
export const workflowInvocationState = pgEnum('workflow_invocation_state', WORKFLOW_INVOCATION_STATES);
export const workflowStepState = pgEnum('workflow_step_state', STEP_STATES);
export const publishType = pgEnum('publish_type', PUBLISH_TYPES);

/** A step as an operator wrote it. Source: users-admin.md 14.1. */
export interface WorkflowStep {
  readonly provider: string;
  readonly stepType: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Name of a setting to the type its value is handed over as. */
  readonly requiredSettings: Readonly<Record<string, string>>;
}

/** Workflows that publications can be made to pass. Source: users-admin.md 14.1. */
export const workflow = pgTable('workflow', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  steps: json('steps').$type<readonly WorkflowStep[]>().notNull(),
});

/**
 * A workflow that was begun for a dataset: under way until it has an end, and kept afterwards. It has its own copy of the steps, so that a
 * change or the end of the workflow does not reach what has begun. Source: users-admin.md 14.4.
 */
export const workflowInvocation = pgTable(
  'workflow_invocation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** In the order in which they began; where lists go on. */
    serialNumber: serial('serial_number').notNull(),
    /** Null when the workflow was deleted since. */
    workflowId: integer('workflow_id'),
    workflowName: text('workflow_name').notNull(),
    steps: json('steps').$type<readonly WorkflowStep[]>().notNull(),
    trigger: workflowTrigger('trigger').notNull(),
    datasetId: integer('dataset_id').notNull(),
    /** How the version is published that waits, or was published. */
    publishType: publishType('publish_type').notNull(),
    /** The number that the version has, or is to get. */
    versionNumber: integer('version_number'),
    versionMinorNumber: integer('version_minor_number'),
    /** Whether the dataset was public when the publication was asked for. */
    wasPublished: boolean('was_published').notNull().default(false),
    /** The account that requested the publication. */
    userAccountId: integer('user_account_id').notNull(),
    /** Address from which it was asked for, where that is known: groups of addresses may have given the permission. */
    clientAddress: text('client_address'),
    state: workflowInvocationState('state').notNull().default('RUNNING'),
    /** The step that runs or waits, from 0; as many as there are steps when all are done. */
    position: integer('position').notNull().default(0),
    /** Since when the step waits to be resumed; null while it does not. */
    pausedAt: timestamp('paused_at', { withTimezone: true, mode: 'date' }),
    /** Whether the id is a credential while the step waits. Source: users-admin.md 3.3. */
    authorized: boolean('authorized').notNull().default(false),
    /** Why it failed; null where it did not. */
    message: text('message'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'workflow_invocation_workflow_id_fk', columns: [table.workflowId], foreignColumns: [workflow.id] }).onDelete(
      'set null',
    ),
    foreignKey({ name: 'workflow_invocation_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({
      name: 'workflow_invocation_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }),
    uniqueIndex('workflow_invocation_ongoing_key')
      .on(table.datasetId)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex('workflow_invocation_serial_number_key').on(table.serialNumber),
    index('workflow_invocation_dataset_id_idx').on(table.datasetId, table.serialNumber),
    index('workflow_invocation_workflow_id_idx').on(table.workflowId),
    index('workflow_invocation_user_account_id_idx').on(table.userAccountId),
  ],
);

/** How a step of an invocation went, from when it began. Source: users-admin.md 14.4. */
export const workflowStepRun = pgTable(
  'workflow_step_run',
  {
    invocationId: uuid('invocation_id').notNull(),
    /** From 0. */
    position: integer('position').notNull(),
    state: workflowStepState('state').notNull(),
    /** Tries that failed and were followed by another one, of the step or of its rollback. */
    failedTries: integer('failed_tries').notNull().default(0),
    /** What was said last: by the step, by the caller that resumed it, or by the fault that ended it. */
    message: text('message'),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** When it had succeeded or failed. */
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
    rolledBackAt: timestamp('rolled_back_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    primaryKey({ name: 'workflow_step_run_pkey', columns: [table.invocationId, table.position] }),
    foreignKey({
      name: 'workflow_step_run_invocation_id_fk',
      columns: [table.invocationId],
      foreignColumns: [workflowInvocation.id],
    }).onDelete('cascade'),
  ],
);
