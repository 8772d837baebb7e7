import { foreignKey, integer, json, pgEnum, pgTable, serial, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { PUBLISH_TYPES, WORKFLOW_TRIGGERS } from '../../vocabulary.ts';
import { dataset } from './dataset.ts';
import { userAccount } from './user.ts';

export const workflowTrigger = pgEnum('workflow_trigger', WORKFLOW_TRIGGERS);
export const publishType = pgEnum('publish_type', PUBLISH_TYPES);

/** A step as an operator wrote it. Source: users-admin.md 14.1. */
export interface WorkflowStep {
  readonly provider: string;
  readonly stepType: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Name of a setting to the type its value is handed over as. */
  readonly requiredSettings: Readonly<Record<string, string>>;
}

/** Workflows for publications. Source: users-admin.md 14.1. */
export const workflow = pgTable('workflow', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  steps: json('steps').$type<readonly WorkflowStep[]>().notNull(),
});

/**
 * A workflow under way, until it ends. It keeps its own copy of the steps, so that a change or deletion of the workflow does not affect it.
 * Source: users-admin.md 14.4.
 */
export const workflowInvocation = pgTable(
  'workflow_invocation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workflowName: text('workflow_name').notNull(),
    steps: json('steps').$type<readonly WorkflowStep[]>().notNull(),
    trigger: workflowTrigger('trigger').notNull(),
    datasetId: integer('dataset_id').notNull(),
    /** How the held version is to be, or was, published. */
    publishType: publishType('publish_type').notNull(),
    /** The account that requested the publication. */
    userAccountId: integer('user_account_id').notNull(),
    /** The step that runs or waits, from 0; as many as there are steps when all are done. */
    position: integer('position').notNull().default(0),
    /** Since when the step waits to be resumed; null while it does not. */
    pausedAt: timestamp('paused_at', { withTimezone: true, mode: 'date' }),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'workflow_invocation_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({
      name: 'workflow_invocation_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }),
    unique('workflow_invocation_dataset_id_key').on(table.datasetId),
  ],
);
