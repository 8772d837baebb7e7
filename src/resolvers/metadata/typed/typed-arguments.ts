/** The fields that take metadata by type: they read native JSON, so what was sent is written as that before, and told of as it was sent. */
import type { GraphQLFieldResolver } from 'graphql';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { isJsonObject } from '../../../model/metadata/field-reader.ts';
import type { RequestContext } from '../../../request-context.ts';
import { requireOne } from '../../require-one.ts';
import { type NativeMetadata, nativeMetadata } from './typed-input.ts';
import { placedProblems } from './typed-places.ts';
import type { TypedPlan } from './typed-plan.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

/** Under which key of its input a field takes metadata: those of a version, or values of fields. */
export const TYPED_ARGUMENTS = {
  Mutation: { createDataset: 'version', updateDatasetDraft: 'version', editDatasetMetadata: 'values', deleteDatasetMetadata: 'values' },
  Query: { validateDataset: 'version' },
} as const;

type Form = 'version' | 'values';

/** The metadata in what was sent by type; with what is said of a version beside them. */
function metadataIn(typed: unknown, form: Form): { readonly metadata: unknown; readonly rest: unknown } {
  if (form === 'values' || !isJsonObject(typed)) return { metadata: typed, rest: {} };
  return { metadata: typed['metadata'], rest: typed['rest'] ?? {} };
}

function nativeVersion(rest: unknown, { blocks }: NativeMetadata): unknown {
  // What is no object is refused where native JSON is read.
  if (!isJsonObject(rest)) return rest;
  if (rest['metadataBlocks'] !== undefined) {
    throw new DomainError('BAD_USER_INPUT', 'Metadata are given by type or as native JSON, not as both.', {
      problems: [{ pointer: '/version/typed/rest/metadataBlocks', message: 'must be absent beside typed metadata' }],
    });
  }
  return { ...rest, metadataBlocks: blocks };
}

function nativeValues({ blocks }: NativeMetadata): unknown {
  return { fields: Object.values(blocks).flatMap(({ fields }) => fields) };
}

/** What the resolver of a validation gives. */
interface Validation {
  readonly refusals: readonly { readonly problems: readonly Problem[] }[];
}

function isValidation(result: unknown): result is Validation {
  return isJsonObject(result) && Array.isArray(result['refusals']);
}

/** The resolver of a field that also takes metadata by type. */
export function takingTyped(resolve: Resolve, plan: TypedPlan, form: Form): Resolve {
  return async (source, args: Arguments, context, info) => {
    const { input } = args;
    const sent = isJsonObject(input) ? input[form] : undefined;
    if (!isJsonObject(input) || !isJsonObject(sent) || sent['typed'] === undefined || sent['typed'] === null) {
      return resolve(source, args, context, info);
    }
    requireOne(sent, `/${form}`, 'What is sent');
    const { metadata, rest } = metadataIn(sent['typed'], form);
    const native = nativeMetadata(plan, metadata, { blanks: form === 'values' });
    const written = { native: form === 'version' ? nativeVersion(rest, native) : nativeValues(native) };
    try {
      const result: unknown = await resolve(source, { ...args, input: { ...input, [form]: written } }, context, info);
      if (!isValidation(result)) return result;
      const refusals = result.refusals.map((refusal) => ({ ...refusal, problems: placedProblems(refusal.problems, plan, native) }));
      return { ...result, refusals };
    } catch (error) {
      if (!(error instanceof DomainError) || error.problems.length === 0) throw error;
      throw new DomainError(error.code, error.message, {
        problems: placedProblems(error.problems, plan, native),
        rule: error.rule,
        cause: error,
      });
    }
  };
}
