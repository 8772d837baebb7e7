/** How a job stands that clients follow, whatever its kind. */
export const JOB_STATES = ['ABSENT', 'WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** What a bulk job does: walk over a connection, or run a mutation for each line of an upload. */
export const BULK_JOB_KINDS = ['QUERY', 'MUTATION'] as const;
export type BulkJobKind = (typeof BULK_JOB_KINDS)[number];

/** How a bulk job stands. */
export const BULK_JOB_STATES = ['WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const;
export type BulkJobState = (typeof BULK_JOB_STATES)[number];

/** How a job of the queue stands. */
export const QUEUED_JOB_STATES = ['WAITING', 'DUE', 'RUNNING', 'FAILED'] as const;
export type QueuedJobState = (typeof QUEUED_JOB_STATES)[number];
