import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { checkContentType, readBody } from '../../rest-compat/body.ts';
import { parseQuery } from '../../rest-compat/query-string.ts';

const LONGEST_FORM_BYTES = 16_000;
const text = z.string();
const form = { kind: 'typed', contentTypes: { 'application/x-www-form-urlencoded': 'text' }, schema: text } as const;

/** Reads a form. @throws DomainError PAYLOAD_TOO_LARGE | UNSUPPORTED_MEDIA_TYPE | BAD_USER_INPUT */
export async function readForm(request: IncomingMessage): Promise<Readonly<Record<string, string>>> {
  checkContentType(request, form);
  return parseQuery(text.parse(await readBody(request, form, LONGEST_FORM_BYTES)));
}
