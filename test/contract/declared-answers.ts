import { z } from 'zod';
import { type Answer, answersOf, BESIDE_DATA } from '../../src/rest-compat/answers.ts';
import { refusalSchema } from '../../src/rest-compat/envelope.ts';
import type { Route } from '../../src/rest-compat/route.ts';
import { refusalsOf, refusalStatus } from '../../src/rest-compat/row-refusals.ts';

/** What the tests look at of an answer. */
interface GivenAnswer {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly body: string;
}

/** The schema of a whole body; undefined where there is none to hold it against. */
function bodySchema(answer: Answer, { status, mediaType = '' }: GivenAnswer): z.ZodType | undefined {
  if (answer.kind === 'envelope' && answer.status === status && mediaType === 'application/json') {
    const beside = Object.fromEntries(answer.beside.map((key) => [key, BESIDE_DATA[key].optional()]));
    return z.strictObject({ status: z.literal(answer.envelopeStatus), ...beside, data: answer.data });
  }
  return answer.kind === 'bare' && status === (answer.status ?? 200) ? answer.content[mediaType] : undefined;
}

/** Whether an answer is one of those without a body of its own making. */
function isOther(answer: Answer, { status, mediaType = '' }: GivenAnswer): boolean {
  switch (answer.kind) {
    case 'bytes':
      return (
        [303, 304].includes(status) ||
        ([200, 206].includes(status) &&
          (answer.mediaTypes.length === 0 || [...answer.mediaTypes, 'multipart/byteranges'].includes(mediaType)))
      );
    case 'empty':
      return status === 204;
    case 'unchanged':
      return status === 304;
    case 'page':
      return status === 303;
    default:
      return false;
  }
}

/** Why a successful answer of a row is none of those that it declares; keys beyond the schema count. Undefined when it is one. */
export function undeclaredIn(route: Route, given: GivenAnswer): string | undefined {
  const declared = answersOf(route.answer);
  if (declared.some((answer) => isOther(answer, given))) return undefined;
  const schemas = declared.flatMap((answer) => bodySchema(answer, given) ?? []);
  if (schemas.length === 0) return `${route.id} declares no answer ${given.status} ${given.mediaType}.`;
  const body: unknown = given.mediaType === 'application/json' ? JSON.parse(given.body) : given.body;
  const faults = schemas.flatMap((schema) => {
    const { error } = schema.safeParse(body);
    return error === undefined ? [] : [z.prettifyError(error)];
  });
  return faults.length < schemas.length ? undefined : `${route.id} ${given.status}: ${faults.join('; ')}`;
}

/** Refusals that any row can answer, which the document has under `default`. */
const EVERYWHERE: readonly string[] = ['RATE_LIMITED', 'ENDPOINT_BLOCKED', 'SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'];

/** Why a refusal is none of those that the row declares, under their statuses. Undefined when it is one. */
export function undeclaredRefusal(route: Route, { status, body }: Pick<GivenAnswer, 'status' | 'body'>): string | undefined {
  const { data, error } = refusalSchema.safeParse(JSON.parse(body));
  if (data === undefined) return z.prettifyError(error);
  const declared = refusalsOf(route).some((code) => code === data.errorCode && refusalStatus(route, code) === status);
  return declared || EVERYWHERE.includes(data.errorCode) ? undefined : `${route.id} declares no ${status} ${data.errorCode}.`;
}
