import type { RequestHandler } from 'express';
import type { ServedSchemaSource } from '../graphql/served-schema.ts';
import { evaluatePreconditions } from '../rest-compat/preconditions.ts';

/** Serves the schema as SDL, with a tag by which tools that look for changes need not read it again. */
export function schemaDocument(source: ServedSchemaSource): RequestHandler {
  return (request, response) => {
    const served = source.current();
    const etag = `"${served.version}"`;
    response.set({ ETag: etag, 'Cache-Control': 'no-cache' });
    // Not Express's `fresh`: it heeds the `Cache-Control: no-cache` that fetch sends along with a tag of the caller's.
    if (evaluatePreconditions(request.headers, { etag, lastModified: null }) === 'not-modified') {
      response.status(304).end();
      return;
    }
    response.type('text/plain; charset=utf-8').send(served.text);
  };
}
