/** How a job stands that clients follow, whatever its kind. */
export const JOB_STATES = ['ABSENT', 'WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type JobState = (typeof JOB_STATES)[number];
