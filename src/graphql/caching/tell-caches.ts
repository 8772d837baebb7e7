/** What caches are told of an answer by GET. All answers are private unless this says otherwise. */
import type { ApolloServerPlugin } from '@apollo/server';
import { ALL_USERS_IDENTIFIER, GUEST_IDENTIFIER } from '../../vocabulary/access.ts';
import type { RequestContext } from '../../request-context.ts';
import type { CostReport } from '../cost-report.ts';
import { isPublicReading } from './public-reading.ts';

/** Whether a caller is nobody in particular: without account, groups of the address, private URL or a gate that opens to it. */
function isAnybody({ actor }: RequestContext): boolean {
  const { account, superuser, identities, passesAdminGate } = actor;
  return (
    account === null &&
    !superuser &&
    !passesAdminGate &&
    identities.length === 2 &&
    identities.includes(GUEST_IDENTIFIER) &&
    identities.includes(ALL_USERS_IDENTIFIER)
  );
}

/** The cost without what is another one each time, or the caller's: two equal answers are equal in every byte. */
function lastingCost({ estimated, limit, spent: { cost, fields } }: CostReport): object {
  return { estimated, limit, spent: { cost, fields } };
}

/**
 * Marks an answer as public where anybody has asked for what is the same for all. Either would do against leaks: what a guest reads is public,
 * and what is the same for all is no draft. Both are asked, so that one mistake does not leak a draft.
 * @param seconds how long caches may keep it; 0 for not at all
 */
export function tellCaches(seconds: number): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async ({ request: { http } }) =>
      seconds === 0 || http?.method !== 'GET'
        ? undefined
        : {
            willSendResponse: async ({ request, response, document, operation, schema, contextValue }) => {
              const { body } = response;
              if (body.kind !== 'single' || document === undefined || operation === undefined) return;
              const { data, errors, extensions } = body.singleResult;
              if (data === null || data === undefined || (errors?.length ?? 0) > 0 || extensions?.['explain'] !== undefined) return;
              // What is not there may be there for others.
              if (!isAnybody(contextValue) || Object.values(data).includes(null)) return;
              if (!isPublicReading(schema, document, operation, request.variables ?? {})) return;
              const { headers } = response.http;
              headers.set('cache-control', `public, max-age=${seconds}, must-revalidate`);
              for (const name of [...headers.keys()].filter((key) => key.startsWith('ratelimit-'))) headers.delete(name);
              const cost: unknown = extensions?.['cost'];
              // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the executor of this server made it
              if (cost !== undefined) body.singleResult.extensions = { ...extensions, cost: lastingCost(cost as CostReport) };
            },
          },
  };
}
