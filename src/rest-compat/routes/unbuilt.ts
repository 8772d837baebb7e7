/**
 * Documented rows that are not built: each answers 501 to callers who pass its gates. A row is deleted here when its area's file declares
 * it; the list only shrinks.
 */
import { RateLimitsDocument, SettingListDocument } from '../../generated/operations.ts';
import type { BodyReader } from '../body-reader.ts';
import type { HttpMethod, RouteAuth, UnbuiltRoute } from '../route.ts';
import { gate, type RowGate } from '../row-gate.ts';

// Reads of little that need what the rows need.
const administration = gate({ operation: SettingListDocument, variables: () => ({}) });
const superuser = gate({ operation: RateLimitsDocument, variables: () => ({ withinMinutes: 1 }) });
/** What a row needs that says no more than who may call it. */
const GATES: Readonly<Partial<Record<RouteAuth, readonly RowGate[]>>> = { admin: [administration], superuser: [superuser] };

interface Marks {
  readonly cors?: true;
  readonly deprecated?: true;
  readonly restOfPath?: true;
  /** Query parameters that the contract names. */
  readonly query?: readonly string[];
  readonly gates?: readonly RowGate[];
  readonly body?: BodyReader<unknown>;
}

function unbuilt(id: string, method: HttpMethod, path: string, auth: RouteAuth, summary: string, marks: Marks = {}): UnbuiltRoute {
  const { query = [], gates = GATES[auth] ?? [], ...facts } = marks;
  return { kind: 'unbuilt', id, method, path, auth, summary, queryParameters: query, gates, ...facts };
}

export const unbuiltRoutes: readonly UnbuiltRoute[] = [
  unbuilt('admin.savedsearches.list', 'GET', '/api/admin/savedsearches/list', 'admin', 'All saved searches.'),
  unbuilt('admin.savedsearches.get', 'GET', '/api/admin/savedsearches/{id}', 'admin', 'One saved search.'),
  unbuilt(
    'admin.savedsearches.makelinks',
    'PUT',
    '/api/admin/savedsearches/makelinks/{id}',
    'admin',
    'Runs one saved search and links what it finds.',
    { query: ['debug'] },
  ),
  unbuilt(
    'admin.savedsearches.makelinksAll',
    'PUT',
    '/api/admin/savedsearches/makelinks/all',
    'admin',
    'Runs all saved searches and links what they find.',
    { query: ['debug'] },
  ),
];
