/** What a tool says of itself. Source: users-admin.md 18.3. */
import { z } from 'zod';
import { isUrl } from '../../formats/values/url-format.ts';
import { SIGNED_METHODS } from '../../model/sign-in/signed-request.ts';
import { line, longText } from '../../model/text-limits.ts';
import { RESERVED_WORDS, TOOL_SCOPES, TOOL_TYPES, type ToolScope } from '../../vocabulary/external-tools.ts';

const LONGEST_ADDRESS = 2_000;
const MOST_ENTRIES = 50;
/** A year, in minutes. */
const MOST_MINUTES = 525_600;

const filled = (text: typeof line) => text.trim().min(1, 'must not be blank');
const few = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(MOST_ENTRIES, `must be at most ${MOST_ENTRIES}`);
const address = z.string().max(LONGEST_ADDRESS, `must not be longer than ${LONGEST_ADDRESS} characters`);
const method = z
  .string()
  .refine((text) => SIGNED_METHODS.some((one) => one === text.toUpperCase()), `must be one of ${SIGNED_METHODS.join(', ')}`)
  .transform((text) => text.toUpperCase());

const isReserved = (text: string): boolean => RESERVED_WORDS.some((word) => word === text);

/** What is wrong with the address of a call, as the end of a sentence; undefined when nothing is. */
function templateFault(template: string): string | undefined {
  if (!/^\/api\/[\x21-\x7e]+$/.test(template)) return 'must begin with /api/ and be percent-encoded';
  const words: readonly string[] = template.match(/\{[^}]*\}?/g) ?? [];
  if (words.includes('{apiToken}')) return 'must not hold {apiToken}: calls are signed';
  const unknown = words.find((word) => !isReserved(word));
  if (unknown !== undefined) return `must hold no other words in braces than ${RESERVED_WORDS.join(' ')}`;
  return /[?&](?:key|token|invocationID)=/.test(template) ? 'must not hold a credential' : undefined;
}

const call = z.object({
  name: filled(line),
  httpMethod: method,
  urlTemplate: address.superRefine((template, check) => {
    const fault = templateFault(template);
    if (fault !== undefined) check.addIssue({ code: 'custom', message: fault });
  }),
  timeOutMinutes: z.int().min(1, 'must be at least 1').max(MOST_MINUTES, `must not be more than ${MOST_MINUTES}`),
});

/** Words of which a tool has to be given one, so that it knows what it is started for. */
const NEEDED: Readonly<Record<ToolScope, readonly string[]>> = {
  file: ['{fileId}', '{filePid}'],
  dataset: ['{datasetId}', '{datasetPid}'],
};

/** The manifest of a tool. */
export const toolManifest = z
  .object({
    displayName: filled(line),
    toolName: line.nullish(),
    description: filled(longText),
    types: z.array(z.enum(TOOL_TYPES)).nonempty('must name at least one type').max(TOOL_TYPES.length, 'must name each type once'),
    scope: z.enum(TOOL_SCOPES),
    toolUrl: address.refine((text) => isUrl(text) && /^https?:\/\//i.test(text), 'must be an address that begins with http:// or https://'),
    httpMethod: method,
    parameters: few(z.object({ name: filled(line), value: z.string().refine(isReserved, `must be one of ${RESERVED_WORDS.join(' ')}`) })),
    contentType: filled(line).nullish(),
    allowedCalls: few(call).nullish(),
    requiredFiles: few(z.object({ formatTag: filled(line), formatVersion: filled(line) })),
  })
  .superRefine(({ scope, contentType, parameters }, check) => {
    if (scope === 'file' && typeof contentType !== 'string') {
      check.addIssue({ code: 'custom', path: ['contentType'], message: 'is needed by a tool of files' });
    }
    if (!parameters.some(({ value }) => NEEDED[scope].includes(value))) {
      check.addIssue({ code: 'custom', path: ['parameters'], message: `must hold ${NEEDED[scope].join(' or ')}` });
    }
  });
