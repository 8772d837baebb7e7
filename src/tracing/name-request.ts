import { activeSpan } from './spans.ts';

/** Says of the request's span what was asked for, with the places of its path in place of what stood there: `GET /api/datasets/{id}`. */
export function nameRequest(method: string, route: string): void {
  activeSpan()?.updateName(`${method} ${route}`).setAttribute('http.route', route);
}
