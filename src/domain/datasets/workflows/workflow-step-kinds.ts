/** What the steps of workflows do. Source: users-admin.md 14.2. */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { InvocationRow, WorkflowStep } from '../../../db/queries/datasets/workflows.ts';

/** What a step works with when it is started. */
export interface StepRun {
  readonly invocation: InvocationRow;
  readonly step: WorkflowStep;
  readonly log: Logger;
}

/** What somebody else said to a step that waits. */
export interface StepVerdict {
  readonly passed: boolean;
  /** For whoever asked for the publication; null where nothing was said. */
  readonly comment: string | null;
}

/** A kind of step. It is started at least once, so starting it again has to be harmless. */
export interface StepKind {
  /** Begins the step, or does all of it where it does not wait. @throws Error when it fails, which refuses the publication. */
  start(run: StepRun): Promise<void>;
  /** Reads what a step that waits is sent; absent where it does not wait. */
  readonly judge?: (message: string) => StepVerdict;
  /** Whether a success is worth a word to whoever asked for the publication. */
  readonly reportsSuccess?: true;
}

const capitalised = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);

const answerKeys = z.record(z.string(), z.unknown());

/** A text of an answer, whose keys and values may be capitalised. */
function textAt(answer: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = answer[key] ?? answer[capitalised(key)];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Reads a JSON answer; anything that is none is a failure. */
function judgeAnswer(message: string): StepVerdict {
  let parsed: unknown;
  try {
    parsed = JSON.parse(message);
  } catch {
    return { passed: false, comment: 'The step was sent an answer that is no JSON.' };
  }
  const answer = answerKeys.safeParse(parsed);
  if (!answer.success) return { passed: false, comment: 'The step was sent an answer that is no JSON object.' };
  const status = textAt(answer.data, 'status')?.toLowerCase();
  const said = [textAt(answer.data, 'reason'), textAt(answer.data, 'message')].filter((text) => text !== undefined);
  return { passed: status === 'success', comment: said.length === 0 ? null : said.join(': ') };
}

const nothingToDo = () => Promise.resolve();

const internalSteps: Readonly<Record<string, StepKind>> = {
  log: {
    start: async ({ invocation, step, log }) =>
      log.info({ invocationId: invocation.id, datasetId: invocation.datasetId, parameters: step.parameters }, 'A step of a workflow.'),
  },
  pause: {
    start: nothingToDo,
    judge: (message) => ({ passed: message.trim().toLowerCase() !== 'fail', comment: null }),
  },
  'pause/message': { start: nothingToDo, judge: judgeAnswer, reportsSuccess: true },
};

/** What a step does; undefined for one that this release does not know. */
export function stepKindOf(step: Pick<WorkflowStep, 'provider' | 'stepType'>): StepKind | undefined {
  if (step.provider !== ':internal' || !Object.hasOwn(internalSteps, step.stepType)) return undefined;
  return internalSteps[step.stepType];
}
