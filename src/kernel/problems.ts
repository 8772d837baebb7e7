import type { ZodError } from 'zod';
import type { Problem } from '../errors/domain-error.ts';
import { pointerTo } from '../errors/json-pointer.ts';
import { toldOf } from '../errors/rules/rule-of-issue.ts';

/** Every fault that a schema found, each with a JSON pointer. */
export function problemsOf(error: ZodError): Problem[] {
  return error.issues.map((issue) => ({ pointer: pointerTo('', ...issue.path), ...toldOf(issue) }));
}
