import type { ZodError } from 'zod';
import type { Problem } from '../errors/domain-error.ts';

/** Writes a path as a JSON pointer (RFC 6901). */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Every fault that a schema found, each with a JSON pointer. */
export function problemsOf(error: ZodError): Problem[] {
  return error.issues.map((issue) => ({ pointer: jsonPointer(issue.path), message: issue.message }));
}
