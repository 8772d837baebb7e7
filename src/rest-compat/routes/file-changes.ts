import { z } from 'zod';
import { FileRestrictDocument } from '../../generated/operations.ts';
import type { RestrictFileInput } from '../../generated/resolvers.ts';
import { parseJson } from '../parse-json.ts';
import { fileReference, persistentIdQuery } from '../reference.ts';
import { type Route, route } from '../route.ts';
import { checkBySchema } from '../schema-problems.ts';

/** Source: files.md 6. */
const restriction = z.object({
  restrict: z.boolean(),
  enableAccessRequest: z.boolean().nullish(),
  termsOfAccess: z.string().nullish(),
});

/** A JSON object, or the text `true`; any other text is false. */
function readRestriction(body: string): Omit<RestrictFileInput, 'file'> {
  const text = body.trim();
  if (!text.startsWith('{')) return { restrict: text.toLowerCase() === 'true' };
  return checkBySchema(restriction, parseJson(text, 'The request body'), 'The body', '');
}

function describeRestriction(label: string, { restrict, enableAccessRequest, termsOfAccess }: Omit<RestrictFileInput, 'file'>): string {
  const sentences = [`File ${label} ${restrict ? 'restricted' : 'unrestricted'}.`];
  if (restrict && typeof enableAccessRequest === 'boolean') {
    sentences.push(`Access request is ${enableAccessRequest ? 'enabled' : 'disabled'}.`);
    if (termsOfAccess) sentences.push(`Terms of access: ${termsOfAccess}`);
  }
  return sentences.join(' ');
}

export const fileChangeRoutes: readonly Route[] = [
  route({
    id: 'files.restrict',
    method: 'PUT',
    path: '/api/files/{id}/restrict',
    summary: 'Restricts access to a file, or lifts the restriction.',
    auth: 'token',
    // Source: files.md 6.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 400, DATASET_LOCKED: 400 },
    query: persistentIdQuery,
    body: { kind: 'text', schema: z.string() },
    operation: FileRestrictDocument,
    variables: ({ path, query, body }) => ({ input: { file: fileReference(path.id, query), ...readRestriction(body) } }),
    reply: ({ restrictFile: { file } }, { body }) => ({ message: describeRestriction(file.label, readRestriction(body)) }),
  }),
];
