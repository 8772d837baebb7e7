import { DomainError } from '../../../errors/domain-error.ts';

export function workflowNotFound(id: number): DomainError {
  return new DomainError('WORKFLOW_NOT_FOUND', `There is no workflow with the id ${id}.`);
}
