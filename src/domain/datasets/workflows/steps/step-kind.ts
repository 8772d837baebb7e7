/** What a kind of step of a workflow is made of. Source: users-admin.md 14.2. */
import type { DatasetRow } from '../../../../db/queries/datasets/datasets.ts';
import type { InvocationRow } from '../../../../db/queries/datasets/workflow-invocations.ts';
import type { WorkflowStep } from '../../../../db/queries/datasets/workflows.ts';
import type { VersionRow } from '../../../../db/queries/versions/versions.ts';
import type { Problem } from '../../../../errors/domain-error.ts';
import type { DomainServices } from '../../../../kernel/services.ts';
import type { StepRequests } from '../../../../kernel/ports/step-requests.ts';

/** Values of settings by their names; null where one is not set. */
export type StepSettings = Readonly<Record<string, string | number | boolean | null>>;

/** What a step works with while it runs, or is rolled back. */
export interface StepRun {
  readonly invocation: InvocationRow;
  readonly step: WorkflowStep;
  /** Its place among the steps, from 0. */
  readonly position: number;
  readonly services: DomainServices;
  /** The dataset that is published. */
  readonly dataset: () => Promise<DatasetRow>;
  /** The version that was published; undefined while it is not, or where it is not to be read any more. */
  readonly publishedVersion: () => Promise<VersionRow | undefined>;
  /** Puts facts of the dataset and the version in place of `${variables}`. */
  readonly filled: (text: string) => Promise<string>;
  /** The settings that the step requires, as they are now. */
  readonly settings: () => Promise<StepSettings>;
}

/** The message to a step that waits. */
export interface StepVerdict {
  readonly passed: boolean;
  /** For the account that asked for the publication; null where nothing was said. */
  readonly comment: string | null;
}

/** Why a step failed, in words for the account that asked for the publication. */
export class StepFailure extends Error {
  /** Whether it may be over soon, as where nothing listens: the step is then tried again, a few times. */
  readonly passing: boolean;

  constructor(message: string, { passing = false }: { readonly passing?: boolean } = {}) {
    super(message);
    this.passing = passing;
  }
}

export type StepParameters = WorkflowStep['parameters'];

/** A kind of step. It is started at least once, and rolled back at least once, so both have to be harmless to repeat. */
export interface StepKind {
  /** What is wrong with its parameters, with pointers into them; nothing by default. */
  readonly faults?: (parameters: StepParameters, requests: Pick<StepRequests, 'allows'>) => readonly Problem[];
  /** Begins the step, or does all of it where it does not wait; what came of it in words, if there is something to say. @throws StepFailure */
  start(run: StepRun): Promise<string | null>;
  /** Reads what a step that waits is sent; absent where it does not wait. */
  readonly judge?: (message: string, parameters: StepParameters) => StepVerdict;
  /** Whether the invocation id is a credential while the step waits. Source: users-admin.md 3.3. */
  readonly authorizes?: (parameters: StepParameters) => boolean;
  /** Whether a success is worth a notice to the account that asked for the publication. */
  readonly reportsSuccess?: true;
  /** What keeps the step from its work is only recorded: the workflow goes on. */
  readonly neverFails?: true;
  /** Undoes a step that has succeeded; absent where there is nothing to undo. @throws StepFailure */
  readonly rollBack?: (run: StepRun) => Promise<void>;
  /** Whether a step has something to undo; every one of a kind with `rollBack` by default. */
  readonly rollsBack?: (parameters: StepParameters) => boolean;
}
