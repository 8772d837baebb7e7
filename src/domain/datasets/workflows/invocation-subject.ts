import { findOngoingInvocation, type InvocationRow } from '../../../db/queries/datasets/workflow-invocations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { LockingScope } from '../../../kernel/command.ts';
import { isInvocationId } from '../../../model/invocation-id.ts';
import { type DatasetSubject, lockDataset } from '../../subjects/dataset-subject.ts';

export interface InvocationSubject extends DatasetSubject {
  readonly invocation: InvocationRow;
}

function invocationNotFound(): DomainError {
  return new DomainError('WORKFLOW_INVOCATION_NOT_FOUND', 'No workflow under way has this invocation id; it may have gone on already.');
}

/**
 * Loads a workflow under way as the subject of a write, with its dataset; both are locked for the write.
 * @throws DomainError WORKFLOW_INVOCATION_NOT_FOUND
 */
export async function lockInvocation(scope: LockingScope, invocationId: string): Promise<InvocationSubject> {
  const known = isInvocationId(invocationId) ? await findOngoingInvocation(scope.tx, invocationId) : undefined;
  if (known === undefined) throw invocationNotFound();
  let subject: DatasetSubject;
  try {
    subject = await lockDataset(scope, { id: known.datasetId });
  } catch (error) {
    // The dataset was destroyed, and all that was under way for it is gone too.
    if (error instanceof DomainError && error.code === 'DATASET_NOT_FOUND') throw invocationNotFound();
    throw error;
  }
  // Read again: it may have gone on, or ended, while this transaction waited.
  const invocation = await findOngoingInvocation(scope.tx, invocationId);
  if (invocation === undefined) throw invocationNotFound();
  return { ...subject, invocation };
}
