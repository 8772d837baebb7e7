import type { ErrorCode } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';

/** What a page itself refuses. It says so in the language of the page. */
export class PageRefusal extends DomainError {
  /** @param field name of the field that it is about, as its form calls it */
  constructor(code: ErrorCode, message: string, field?: string) {
    super(code, message, { problems: field === undefined ? [] : [{ pointer: `/${field}`, message }] });
  }
}
