/** What accounts left behind. Source: users-admin.md 7.7. */
import { z } from 'zod';
import { AccountTracesDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { ACCOUNT_TRACE_ELEMENTS, type AccountTraceElement } from '../../../vocabulary/access.ts';
import { bareText, enveloped } from '../../answers.ts';
import { csvOf } from '../../records/csv.ts';
import { countParameter } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { accountTraceRows, accountTracesRecord, accountTracesSchema } from '../records/account-traces-record.ts';

const CSV = 'text/csv';
/** Items of one kind in an answer; there may be as many files as an account has added. */
const MOST_ITEMS = 250;

/** @throws DomainError BAD_USER_INPUT */
function elementOf(text: string): AccountTraceElement {
  const found = ACCOUNT_TRACE_ELEMENTS.find((element) => element === text);
  if (found !== undefined) return found;
  throw new DomainError('BAD_USER_INPUT', `${text} is no kind of trace; it must be one of ${ACCOUNT_TRACE_ELEMENTS.join(', ')}.`, {
    problems: [{ pointer: '/path/element', message: `must be one of ${ACCOUNT_TRACE_ELEMENTS.join(', ')}` }],
  });
}

export const accountTraceRoutes: readonly Route[] = [
  route({
    id: 'users.traces',
    method: 'GET',
    path: '/api/users/{identifier}/traces',
    summary: `What an account left behind, by kind: how much, and the first ${MOST_ITEMS} of each.`,
    auth: 'superuser',
    refusals: ['USER_NOT_FOUND'],
    answer: enveloped(accountTracesSchema),
    operation: AccountTracesDocument,
    variables: ({ path }) => ({ reference: { userName: path.identifier }, itemLimit: MOST_ITEMS }),
    reply: ({ accountTraces }) => ({ data: accountTracesRecord(accountTraces) }),
  }),
  route({
    id: 'users.traces.element',
    method: 'GET',
    path: '/api/users/{identifier}/traces/{element}',
    summary: `What an account left behind of one kind, ${MOST_ITEMS} entries at most: CSV, or JSON for \`Accept: application/json\`.`,
    auth: 'superuser',
    query: z.object({ offset: countParameter, limit: countParameter }),
    ordinaryForm: CSV,
    alternatives: ['application/json'],
    refusals: ['USER_NOT_FOUND', 'BAD_USER_INPUT'],
    answer: [bareText(CSV), enveloped(accountTracesSchema)],
    operation: AccountTracesDocument,
    variables: ({ path, query }) => ({
      reference: { userName: path.identifier },
      elements: [elementOf(path.element)],
      itemOffset: query.offset,
      itemLimit: query.limit ?? MOST_ITEMS,
    }),
    reply: ({ accountTraces }, { path, form }) => {
      if (form !== undefined) return { data: accountTracesRecord(accountTraces) };
      const element = elementOf(path.element);
      const body = csvOf(accountTraceRows(element, accountTraces));
      return { bare: body, contentType: 'text/csv; charset=utf-8', attachment: `${element}.csv` };
    },
  }),
];
