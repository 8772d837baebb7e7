/** The steps of a new workflow, as they are sent and as they are kept. Source: users-admin.md 14.1. */
import { z } from 'zod';
import type { WorkflowStep } from '../../../db/queries/datasets/workflows.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { pointerTo } from '../../../errors/json-pointer.ts';
import type { StepRequests } from '../../../kernel/ports/step-requests.ts';
import { INTERNAL_PROVIDER, STEP_TYPES, stepKindOf } from './steps/step-kinds.ts';

const MOST_STEPS = 100;
const MOST_PARAMETERS = 100;
const LONGEST = { name: 1000, key: 200, value: 20_000 };

const atMost = (characters: number) => z.string().max(characters, `must not be longer than ${characters} characters`);

const parameter = z.object({ name: atMost(LONGEST.key), value: atMost(LONGEST.value) });
const requiredSetting = z.object({ name: atMost(LONGEST.key), type: atMost(LONGEST.key) });
const few = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(entry).max(MOST_PARAMETERS, `must not have more than ${MOST_PARAMETERS} entries`).readonly().nullish();

const step = z.object({
  provider: atMost(LONGEST.key),
  stepType: atMost(LONGEST.key),
  parameters: few(parameter),
  requiredSettings: few(requiredSetting),
});

export const newWorkflow = z.object({
  name: atMost(LONGEST.name),
  steps: z.array(step).max(MOST_STEPS, `must not have more than ${MOST_STEPS} steps`).readonly(),
});
export type NewWorkflow = z.infer<typeof newWorkflow>;

/** Names that come twice, with pointers to the later ones. */
function repeated(entries: readonly { readonly name: string }[], pointer: string): Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name }, at) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ pointer: `${pointer}/${at}/name`, message: `${name} is there already` }];
  });
}

function stepFaults(given: WorkflowStep, pointer: string, requests: Pick<StepRequests, 'allows'>): Problem[] {
  if (given.provider !== INTERNAL_PROVIDER) return [{ pointer: `${pointer}/provider`, message: `must be ${INTERNAL_PROVIDER}` }];
  const kind = stepKindOf(given);
  if (kind === undefined) return [{ pointer: `${pointer}/stepType`, message: `must be one of ${STEP_TYPES.join(', ')}` }];
  return (kind.faults?.(given.parameters, requests) ?? []).map((fault) => ({
    pointer: pointerTo(`${pointer}/parameters`, fault.pointer.slice(1)),
    message: fault.message,
  }));
}

/**
 * The steps of a new workflow as they are kept. @throws DomainError WORKFLOW_INVALID naming every fault: what would fail when a dataset
 * is published is refused here.
 */
export function readSteps({ steps }: NewWorkflow, requests: Pick<StepRequests, 'allows'>): readonly WorkflowStep[] {
  const problems: Problem[] = [];
  const kept = steps.map(({ provider, stepType, parameters, requiredSettings }, at): WorkflowStep => {
    const pointer = `/steps/${at}`;
    const read: WorkflowStep = {
      provider,
      stepType,
      parameters: Object.fromEntries((parameters ?? []).map(({ name, value }) => [name, value])),
      requiredSettings: Object.fromEntries((requiredSettings ?? []).map(({ name, type }) => [name, type])),
    };
    problems.push(
      ...repeated(parameters ?? [], `${pointer}/parameters`),
      ...repeated(requiredSettings ?? [], `${pointer}/requiredSettings`),
      ...stepFaults(read, pointer, requests),
    );
    return read;
  });
  if (problems.length === 0) return kept;
  const listed = problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  throw new DomainError('WORKFLOW_INVALID', `The workflow has steps that could not run: ${listed}.`, { problems });
}
