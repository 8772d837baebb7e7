import type { DomainError, Problem } from '../errors/domain-error.ts';
import { messagesOf } from './messages/messages.ts';
import { PageRefusal } from './page-refusal.ts';
import type { Told } from './told.ts';

/** Why something was refused, in the words of the page. */
export function toldRefusal(error: DomainError): Told {
  return error instanceof PageRefusal ? { text: error.message } : messagesOf().shipped.refusal(error);
}

/** Its problems, each in the words of the page. */
export function toldProblems(error: DomainError): readonly (Omit<Problem, 'message' | 'rule'> & { readonly told: Told })[] {
  return error.problems.map(({ message, rule, ...where }) => ({
    ...where,
    told: error instanceof PageRefusal ? { text: message } : messagesOf().shipped.problem(message, rule),
  }));
}
