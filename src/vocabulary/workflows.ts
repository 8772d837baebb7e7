/** Words about workflows. */

/** When workflows run. Source: users-admin.md 5.4. */
export const WORKFLOW_TRIGGERS = ['PrePublishDataset', 'PostPublishDataset'] as const;
export type WorkflowTrigger = (typeof WORKFLOW_TRIGGERS)[number];

/** How far a workflow has come for a dataset. Source: users-admin.md 14.4. */
export const WORKFLOW_INVOCATION_STATES = ['RUNNING', 'WAITING', 'ROLLING_BACK', 'SUCCEEDED', 'FAILED', 'ABANDONED'] as const;
export type WorkflowInvocationState = (typeof WORKFLOW_INVOCATION_STATES)[number];

/** How far a step of it has come; one that has not begun has no state. Source: users-admin.md 14.4. */
export const STEP_STATES = ['RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'ROLLING_BACK', 'ROLLED_BACK', 'ROLLBACK_FAILED'] as const;
export type WorkflowStepState = (typeof STEP_STATES)[number];
