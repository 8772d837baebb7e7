import { query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { secretOf } from '../../../kernel/signed-message.ts';
import { stepRequestKey } from '../../../kernel/step-request-key.ts';

/** The secret with which receivers check the signatures of requests, in the form of Standard Webhooks. */
export const viewStepSecret = query({
  name: 'viewWorkflowSecret',
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ services }): string => secretOf(stepRequestKey(services.signingKey)),
});
