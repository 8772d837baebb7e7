/** The rows of the REST table as the OpenAPI document has them: a new row comes in by itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { World } from '../world.ts';

/** A JSON schema, as far as anything can be sent by it. */
export interface BodySchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, BodySchema>> | undefined;
  readonly items?: BodySchema | false | undefined;
  readonly anyOf?: readonly BodySchema[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
}

const schema: z.ZodType<BodySchema> = z.lazy(() =>
  z.looseObject({
    properties: z.record(z.string(), schema).optional(),
    items: z.union([schema, z.literal(false)]).optional(),
    anyOf: z.array(schema).optional(),
    enum: z.array(z.unknown()).optional(),
  }),
);
const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.looseObject({ schema: schema.optional() })) }).optional(),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** A row of the table. */
export interface RestRow {
  /** `POST /api/datasets/{id}/add`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Names of the parameters in the query string. */
  readonly query: readonly string[];
  /** What the body may be, by media type. */
  readonly bodies: Readonly<Record<string, BodySchema>>;
}

const METHODS = new Set(['get', 'post', 'put', 'delete', 'patch']);

/** Reads every row. */
export function restRows(): RestRow[] {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
  const { paths } = document.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, found]) => {
        const { parameters = [], requestBody } = operation.parse(found);
        return {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          bodies: Object.fromEntries(Object.entries(requestBody?.content ?? {}).map(([type, body]) => [type, body.schema ?? {}])),
        };
      }),
  );
}

/** A row that no request of the campaign may carry out: it would take away what the others are sent to. */
const NOBODY = 2_000_000_000;

/** What a parameter of a path names: something that is there, and for a removal something that is not. */
function valueOf({ method, path }: RestRow, name: string, { published, draft, collection }: World): string {
  if (/version/i.test(name)) return ':latest';
  if (name !== 'id' && !/^(datasetId|fileId|alias|linked|linking|target)/.test(name)) return '1';
  if (method === 'DELETE') return String(NOBODY);
  if (path.startsWith('/api/collections') || name === 'alias' || name.startsWith('link')) return collection;
  if (path.startsWith('/api/files') || path.startsWith('/api/access/datafile') || name === 'fileId') {
    return String(method === 'GET' ? published.fileId : draft.fileId);
  }
  if (path.startsWith('/api/datasets') || name === 'datasetId') return String(method === 'GET' ? published.id : draft.id);
  return '1';
}

/** The path of a row with its parameters filled in; `given` wins for the one that it names. */
export function pathOf(row: RestRow, world: World, given: Readonly<Record<string, string>> = {}): string {
  return row.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? valueOf(row, name, world)));
}

/** The names of the parameters in a path. */
export function pathParameters({ path }: RestRow): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? []);
}
