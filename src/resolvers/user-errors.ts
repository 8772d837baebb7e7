/** Errors as data: what a person can mend stands beside the payload of a mutation, when the operation asks for it. */
import {
  extendSchema,
  getNamedType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import { DomainError, type Problem } from '../errors/domain-error.ts';
import { pointerTo } from '../errors/json-pointer.ts';
import type { BrokenRule } from '../errors/rules/rules.ts';
import type { RequestContext } from '../request-context.ts';
import { isIncluded } from './selection.ts';

const FIELD = 'userErrors';
const QUERY = 'query';

const TYPE = `
"Something in the input of a mutation that a person can mend. Nothing was written."
type UserError {
  "Code of the error, as in \`extensions.code\` of other errors."
  code: String!
  "What is wrong, as a sentence."
  message: String!
  "The rule for programs; null where it has no code."
  rule: BrokenRule
  "Where in the input, as a JSON pointer: of metadata the very field, such as \`/citation/author/0/authorName\`. Null for the whole."
  field: String
  "The same place, name by name; empty for the whole."
  path: [String!]!
}
`;

function extensionOf(payload: string): string {
  return `extend type ${payload} {
  "What is to be mended; all else is null then."
  ${FIELD}: [UserError!]!
  "Everything that can be read, as it is after this change: what else of it is on show need not be asked for in another request."
  ${QUERY}: Query!
}
`;
}

/** The statuses of what a person can mend: the input, or the state that it meets. What is not there, and what the server cannot do now, is not. */
const MENDABLE: ReadonlySet<number> = new Set([400, 403, 409, 412, 413]);
/** Of these, what is about who asks: another input would be refused alike. */
const ABOUT_THE_CALLER: ReadonlySet<ErrorCode> = new Set([
  'PERMISSION_DENIED',
  'SUPERUSER_REQUIRED',
  'ADMIN_API_REFUSED',
  'API_TOKEN_LOOKUP_DISABLED',
  'FILE_ACCESS_DENIED',
  'FILE_LIMIT_FORBIDDEN',
  'TOKEN_SCOPE_EXCEEDED',
  'BEARER_ACCOUNT_MISSING',
]);

interface UserError {
  readonly code: string;
  readonly message: string;
  readonly rule: BrokenRule | null;
  readonly field: string | null;
  readonly path: readonly string[];
}

function userErrorOf(code: string, { pointer, message, rule, formPlace }: Problem): UserError {
  const field = formPlace === undefined ? pointer : pointerTo('', ...formPlace);
  const path = field.split('/').slice(1);
  return {
    code,
    message,
    rule: rule ?? null,
    field: field === '' ? null : field,
    path: path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  };
}

function userErrorsOf({ code, message, problems, rule }: DomainError): readonly UserError[] {
  if (problems.length === 0) return [{ code, message, rule: rule ?? null, field: null, path: [] }];
  return problems.map((problem) => userErrorOf(code, problem));
}

function isMendable(error: unknown): error is DomainError {
  return error instanceof DomainError && MENDABLE.has(errorCatalog[error.code].status) && !ABOUT_THE_CALLER.has(error.code);
}

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

function givingErrors(resolve: Resolve): Resolve {
  return async (source, args, context, info) => {
    try {
      return await resolve(source, args, context, info);
    } catch (error) {
      if (context.wished?.errorsAtTop === true || !isMendable(error) || !isIncluded(info, FIELD)) throw error;
      return { [FIELD]: userErrorsOf(error) };
    }
  };
}

/** The types that mutations give, but for values and what is no type of its own. */
function payloadsOf(schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const types = Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ type }) => getNamedType(type));
  return [...new Set(types)].filter((type) => isObjectType(type)).filter(({ name }) => name.endsWith('Payload'));
}

/**
 * The schema with `userErrors` and `query` on the payload of every mutation. Whatever else a payload has may be null in it, since there is nothing
 * else where there are errors. The schema given stays as it is: internal operations get all errors on top.
 */
export function withUserErrors(schema: GraphQLSchema): GraphQLSchema {
  const names = payloadsOf(schema).map(({ name }) => name);
  const extended = extendSchema(schema, parse(TYPE + names.map(extensionOf).join(''), { noLocation: true }), { assumeValidSDL: true });
  for (const payload of payloadsOf(extended)) {
    for (const field of Object.values(payload.getFields())) {
      if (field.name === FIELD) {
        field.resolve = (source: unknown) => (isGiven(source) ? source[FIELD] : []);
        continue;
      }
      if (field.name === QUERY) {
        field.resolve = (_source: unknown, _args: unknown, context: RequestContext) => {
          context.readAnew?.();
          return {};
        };
        continue;
      }
      if (isNonNullType(field.type)) field.type = field.type.ofType;
      const { resolve } = field;
      if (resolve === undefined) continue;
      field.resolve = (source, args, context, info) => (isGiven(source) ? null : resolve(source, args, context, info));
    }
  }
  for (const field of Object.values(extended.getMutationType()?.getFields() ?? {})) {
    const type = getNamedType(field.type);
    if (field.resolve !== undefined && names.includes(type.name)) field.resolve = givingErrors(field.resolve);
  }
  return extended;
}

function isGiven(source: unknown): source is { readonly [FIELD]: readonly UserError[] } {
  return typeof source === 'object' && source !== null && FIELD in source;
}
