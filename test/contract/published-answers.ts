import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** What the tests look at of an answer. */
interface GivenAnswer {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly body: string;
}

const NAME = 'openapi.json';
const media = z.looseObject({ schema: z.unknown().optional() });
const response = z.looseObject({ $ref: z.string().optional(), content: z.record(z.string(), media).optional() });
const operation = z.looseObject({ operationId: z.string(), responses: z.record(z.string(), response) });
const published = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ responses: z.record(z.string(), response) }),
});

function pointerOf(...steps: readonly string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

/** Says where an answer of a row differs from what a document publishes of it; undefined where it does not. */
export type PublishedAnswers = (row: string, given: GivenAnswer) => string | undefined;

/** Holds answers against an OpenAPI document as a server gives it out. */
export function publishedAnswers(document: unknown): PublishedAnswers {
  const { paths, components } = published.parse(document);
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(z.record(z.string(), z.unknown()).parse(document), NAME, undefined, false);
  const places = new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, responses }]) => {
        return [operationId, { responses, at: pointerOf('paths', path, method, 'responses') }] as const;
      }),
    ),
  );
  return (row, { status, mediaType = '', body }) => {
    const place = places.get(row);
    if (place === undefined) return `The document has no operation ${row}.`;
    const key = String(status) in place.responses ? String(status) : 'default';
    const shared = place.responses[key]?.$ref?.replace(/^.*\//, '');
    const found = shared === undefined ? place.responses[key] : components.responses[shared];
    const at = shared === undefined ? `${place.at}${pointerOf(key)}` : pointerOf('components', 'responses', shared);
    if (found?.content?.[mediaType]?.schema === undefined) {
      // A file that is given out may be JSON of any kind.
      const isOurs = mediaType === 'application/json' && found?.content?.['*/*'] === undefined;
      return isOurs ? `The document has no schema for ${row} ${status}.` : undefined;
    }
    const validate = ajv.getSchema(`${NAME}#${at}${pointerOf('content', mediaType, 'schema')}`);
    if (validate === undefined) return `The schema of ${row} ${status} cannot be read.`;
    const value: unknown = mediaType === 'application/json' ? JSON.parse(body) : body;
    return validate(value) === true ? undefined : `${row} ${status}: ${ajv.errorsText(validate.errors, { dataVar: '' })}`;
  };
}
