import type { WorkflowStep } from '../../../../db/queries/datasets/workflows.ts';
import { announcementStep } from './announcement-step.ts';
import { authorizedRequestStep, requestStep } from './http-steps.ts';
import { archiverStep } from './archiver-step.ts';
import { logStep, pauseForMessageStep, pauseStep } from './plain-steps.ts';
import type { StepKind } from './step-kind.ts';

export const INTERNAL_PROVIDER = ':internal';

/** Every kind of step by its type. Source: users-admin.md 14.2. */
const internalSteps: Readonly<Record<string, StepKind>> = {
  log: logStep,
  pause: pauseStep,
  'pause/message': pauseForMessageStep,
  'http/sr': requestStep,
  'http/authExt': authorizedRequestStep,
  'http/authext': authorizedRequestStep,
  archiver: archiverStep,
  coarNotifyRelationshipAnnouncement: announcementStep,
};

export const STEP_TYPES: readonly string[] = Object.keys(internalSteps).filter((type) => type !== 'http/authext');

/** What a step does; undefined for one that this release does not know. */
export function stepKindOf(step: Pick<WorkflowStep, 'provider' | 'stepType'>): StepKind | undefined {
  if (step.provider !== INTERNAL_PROVIDER || !Object.hasOwn(internalSteps, step.stepType)) return undefined;
  return internalSteps[step.stepType];
}
