import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import type { Route, RouteAuth } from './route.ts';
import { hasEffect } from './row-effect.ts';

const OF_AUTH: Readonly<Record<RouteAuth, readonly ErrorCode[]>> = {
  public: [],
  token: ['AUTHENTICATION_REQUIRED', 'PERMISSION_DENIED'],
  superuser: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED'],
  admin: ['ADMIN_API_REFUSED'],
  key: [],
};

function ofBody(route: Route): readonly ErrorCode[] {
  if (route.kind === 'upload') return ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT'];
  if ((route.kind !== 'operation' && route.kind !== 'download') || route.body === undefined) return [];
  const any: readonly ErrorCode[] = ['BAD_USER_INPUT', 'PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT'];
  if (route.body.kind === 'form' || route.body.kind === 'things') return [...any, 'UNSUPPORTED_MEDIA_TYPE'];
  return route.body.kind === 'json' || route.body.kind === 'typed' ? [...any, 'MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE'] : any;
}

/**
 * The codes with which a row refuses, in the order of the catalogue: those of who may call and of how the request is read, and its own.
 * What every row can answer at any time, such as RATE_LIMITED, SERVICE_UNAVAILABLE or a fault of the server, is not among them.
 */
export function refusalsOf(route: Route): readonly ErrorCode[] {
  const looksAtToken =
    route.credentials !== 'ignored' && route.auth !== 'key' && (route.auth !== 'admin' || route.credentials === 'evaluated');
  const isAdministrative = route.auth === 'superuser' || route.auth === 'admin';
  const needsScope = route.credentials !== 'ignored' && route.auth !== 'key' && (isAdministrative || hasEffect(route));
  const codes = new Set<ErrorCode>([
    ...OF_AUTH[route.auth],
    ...(looksAtToken ? (['INVALID_API_TOKEN'] as const) : []),
    ...(needsScope ? (['TOKEN_SCOPE_EXCEEDED'] as const) : []),
    ...('query' in route && route.query !== undefined ? (['BAD_USER_INPUT'] as const) : []),
    ...ofBody(route),
    ...(route.kind === 'operation' && route.conditional ? (['PRECONDITION_FAILED'] as const) : []),
    ...(route.kind === 'operation' && route.onlyForms ? (['NOT_ACCEPTABLE'] as const) : []),
    ...(route.kind === 'download' ? (['RANGE_NOT_SATISFIABLE'] as const) : []),
    ...(route.refusals ?? []),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the catalogue are the codes
  return (Object.keys(errorCatalog) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The HTTP status that a row gives to a code. */
export function refusalStatus(route: Route, code: ErrorCode): number {
  return route.statuses?.[code] ?? errorCatalog[code].status;
}
