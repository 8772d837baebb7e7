/** What a form sent: all values of each name, in their order. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { checkContentType, readBody } from '../../rest-compat/body.ts';
import { messagesOf } from '../messages/messages.ts';
import { PageRefusal } from '../page-refusal.ts';

export type FormValues = ReadonlyMap<string, readonly string[]>;

/** Metadata of one dataset; a text of a field is rarely more than some pages. */
const LONGEST_FORM_BYTES = 1024 * 1024;
/** Parsed one by one: a thousand authors with all that there is to say of them fit in. */
const MOST_FIELDS = 10_000;
const LONGEST_NAME = 500;
const text = z.string();
const form = { kind: 'typed', contentTypes: { 'application/x-www-form-urlencoded': 'text' }, schema: text } as const;

function countFields(body: string): number {
  let count = 1;
  for (let at = body.indexOf('&'); at !== -1 && count <= MOST_FIELDS; at = body.indexOf('&', at + 1)) count += 1;
  return count;
}

/** @throws DomainError PAYLOAD_TOO_LARGE for more fields than a page of this server has */
function valuesIn(body: string): FormValues {
  if (countFields(body) > MOST_FIELDS) throw new PageRefusal('PAYLOAD_TOO_LARGE', messagesOf().form.tooLong);
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (name.length > LONGEST_NAME) continue;
    // Escaped, it passes the reading of the body.
    if (name.includes('\0') || value.includes('\0')) throw new PageRefusal('BAD_USER_INPUT', messagesOf().form.nul);
    const plain = value.replaceAll('\r\n', '\n');
    const known = values.get(name);
    if (known === undefined) values.set(name, [plain]);
    else known.push(plain);
  }
  return values;
}

/** Reads a form. @throws DomainError PAYLOAD_TOO_LARGE | UNSUPPORTED_MEDIA_TYPE | BAD_USER_INPUT */
export async function readFormValues(request: IncomingMessage): Promise<FormValues> {
  checkContentType(request, form);
  return valuesIn(text.parse(await readBody(request, form, LONGEST_FORM_BYTES)));
}

/** The first value of a name; empty without one. */
export function valueOf(values: FormValues, name: string): string {
  return values.get(name)?.[0] ?? '';
}
