/** The budget of the caller of an operation: what it may cost is taken out before, and set right after. */
import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { errorCatalog } from '../errors/catalog.ts';
import type { BudgetState, Reservation } from '../kernel/ports/cost-budgets.ts';
import type { RequestContext } from '../request-context.ts';
import { points } from './cost-report.ts';

/** The headers of a budget. Source: draft-ietf-httpapi-ratelimit-headers-07, 3. */
export function budgetHeaders({ limit, remaining, fullInSeconds }: BudgetState): readonly (readonly [name: string, value: string])[] {
  return [
    ['ratelimit-limit', `${limit}`],
    ['ratelimit-remaining', `${remaining}`],
    ['ratelimit-reset', `${fullInSeconds}`],
    ['ratelimit-policy', `${limit};w=3600`],
  ];
}

type Refused = Extract<Reservation, { readonly granted: false }>;

function refusal({ state, retryAfterSeconds }: Refused, cost: number, costliestField: string | undefined): GraphQLError {
  const { limit, remaining } = state;
  const when =
    retryAfterSeconds === null
      ? 'That is more than the whole budget: request smaller pages or fewer fields.'
      : `Try again in ${retryAfterSeconds} s, or request smaller pages or fewer fields.`;
  const most = costliestField === undefined ? '' : `, most of it for the field ${costliestField}`;
  const headers = new HeaderMap(budgetHeaders(state));
  if (retryAfterSeconds !== null) headers.set('retry-after', `${retryAfterSeconds}`);
  return new GraphQLError(`The operation may cost ${cost}${most}, and ${remaining} of your ${limit} an hour are left. ${when}`, {
    extensions: {
      code: 'RATE_LIMITED',
      cost,
      limit,
      remaining,
      costliestField,
      retryAfterSeconds,
      http: { status: errorCatalog.RATE_LIMITED.status, headers },
    },
  });
}

/** Sets the budget right, and tells what is left. */
export type Settle = (spent: number) => BudgetState;

/**
 * Takes what an operation may cost out of its caller's budget.
 * @returns undefined where there is no budget.
 * @throws GraphQLError RATE_LIMITED
 */
export async function spendBudget(
  context: RequestContext,
  estimated: number,
  costliestField: () => string | undefined,
): Promise<Settle | undefined> {
  const cost = points(estimated);
  const reservation = await context.services.budgets.reserve(context, cost);
  if (reservation === undefined) return undefined;
  if (!reservation.granted) throw refusal(reservation, cost, costliestField());
  return reservation.settle;
}
