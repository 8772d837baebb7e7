/** How far a counter of usage outside is with the logs of each month. Source: users-admin.md 15.4. */
import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  UsageProcessingDeleteDocument,
  type UsageProcessingFactsFragment,
  UsageProcessingSetDocument,
  UsageProcessingViewDocument,
} from '../../../generated/operations.ts';
import { PROCESSING_STATES, type ProcessingState } from '../../../vocabulary/metrics.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

const PATH = '/api/admin/makeDataCount/{yyyymm}/processingState';

const processingSchema = recordSchema('UsageProcessing', 'How far the usage of a month is processed. Source: users-admin.md 15.4.', {
  yearMonth: z.string(),
  state: z.enum(PROCESSING_STATES),
  stateChangeTimestamp: z.string().describe('UTC: `yyyy-MM-dd HH:mm:ss.S`.'),
  server: z.string().optional().describe('The machine that processes it; absent where that was not told.'),
});

function processingRecord({ month, state, changedAt, server }: UsageProcessingFactsFragment): z.infer<typeof processingSchema> {
  // Whole tenths of a second, as clients of Dataverse have parsed them.
  const stateChangeTimestamp = changedAt.replace('T', ' ').slice(0, 21);
  return { yearMonth: month, state, stateChangeTimestamp, ...(server === null ? {} : { server }) };
}

/** Reads a state, in any case. @throws DomainError BAD_USER_INPUT */
function stateOf(text: string | undefined): ProcessingState {
  const known = PROCESSING_STATES.find((state) => state === text?.toUpperCase());
  if (known !== undefined) return known;
  const names = PROCESSING_STATES.join(', ');
  throw new DomainError('BAD_USER_INPUT', `The state must be one of ${names}.`, {
    problems: [{ pointer: '/query/state', message: `must be one of ${names}` }],
  });
}

const common = { path: PATH, auth: 'admin' } as const;

export const usageProcessingRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'admin.processingState',
    method: 'GET',
    summary: 'How far the usage of a month is processed.',
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'USAGE_MONTH_NOT_FOUND'],
    answer: enveloped(processingSchema),
    operation: UsageProcessingViewDocument,
    variables: ({ path }) => ({ month: path.yyyymm }),
    reply: ({ usageProcessing }) => ({ data: processingRecord(usageProcessing) }),
  }),
  route({
    ...common,
    id: 'admin.processingState.set',
    method: 'POST',
    summary: 'Says how far the usage of a month is processed.',
    query: z.object({ state: z.string().optional(), server: z.string().optional() }),
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(processingSchema),
    operation: UsageProcessingSetDocument,
    variables: ({ path, query }) => ({ input: { month: path.yyyymm, state: stateOf(query.state), server: query.server } }),
    reply: ({ setUsageProcessing: { usageProcessing } }) => ({ data: processingRecord(usageProcessing) }),
  }),
  route({
    ...common,
    id: 'admin.processingState.delete',
    method: 'DELETE',
    summary: 'Forgets how far the usage of a month is processed.',
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'USAGE_MONTH_NOT_FOUND'],
    answer: messageAnswer,
    operation: UsageProcessingDeleteDocument,
    variables: ({ path }) => ({ input: { month: path.yyyymm } }),
    reply: ({ deleteUsageProcessing: { month } }) => ({ data: { message: `Nothing is known of ${month} any more.` } }),
  }),
];
