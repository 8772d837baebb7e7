import type { Route } from './route.ts';

/** Whether a row writes: its operation is a mutation. */
export function hasEffect(route: Route): boolean {
  if (!('operation' in route)) return false;
  return route.operation.definitions.some((part) => part.kind === 'OperationDefinition' && part.operation === 'mutation');
}
