import { z } from 'zod';
import { openApiDocument } from '../../src/rest-compat/openapi.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';

const response = z.looseObject({ $ref: z.string().optional(), content: z.record(z.string(), z.unknown()).optional() });
const operation = z.looseObject({ operationId: z.string(), responses: z.record(z.string(), response) });
const shape = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ responses: z.record(z.string(), response) }),
});

const { paths, components } = shape.parse(openApiDocument(routeTable, { version: '0' }));

const typesOf = new Map(
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, responses }) => [
      operationId,
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([, given]) => (given.$ref === undefined ? given : components.responses[given.$ref.replace(/^.*\//, '')]))
        .flatMap((given) => Object.keys(given?.content ?? {})),
    ]),
);

/** Media types that the OpenAPI document gives to successful answers of a row. */
export function successTypes(row: string): readonly string[] {
  return typesOf.get(row) ?? [];
}
