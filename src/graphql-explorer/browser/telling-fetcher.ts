import type { CallerToken } from './caller-token.ts';
import { type Cost, costIn } from './cost-text.ts';
import type { Fetcher } from './globals.ts';

/** Sends operations with the caller's token, and tells what each has cost; before it is known, that it is not. Headers of the editor go before the token. */
export function tellingFetcher(send: Fetcher, caller: Pick<CallerToken, 'text'>, tell: (cost: Cost | undefined) => void): Fetcher {
  return (operation, options) => {
    const own = caller.text === '' ? {} : { 'X-Service-key': caller.text };
    const answer = send(operation, { ...options, headers: { ...own, ...options?.headers } });
    // GraphiQL asks for the schema by itself.
    if (operation.operationName === 'IntrospectionQuery') return answer;
    tell(undefined);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: unknown) => {
      tell(costIn(result));
      return result;
    });
  };
}
