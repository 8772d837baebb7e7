/** The fields that take metadata by type: they read native JSON, so what was sent is written as that before, and told of as it was sent. */
import type { GraphQLFieldResolver } from 'graphql';
import { DomainError } from '../../../errors/domain-error.ts';
import { isJsonObject } from '../../../model/metadata/field-reader.ts';
import type { RequestContext } from '../../../request-context.ts';
import type { DatasetValidation } from '../../generated/resolver-types.ts';
import { type NativeMetadata, nativeMetadata } from './typed-input.ts';
import { placedProblems } from './typed-places.ts';
import type { TypedPlan } from './typed-plan.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

/** How a field takes metadata: as those of a version, or as values of fields. */
export const TYPED_ARGUMENTS = {
  Mutation: { createDataset: 'version', updateDatasetDraft: 'version', editDatasetMetadata: 'fields', deleteDatasetMetadata: 'fields' },
  Query: { validateDataset: 'version' },
} as const;

function refuseBoth(pointer: string, input: string): never {
  throw new DomainError('BAD_USER_INPUT', 'Metadata are given by type or in another form, not in both.', {
    problems: [{ pointer, message: `must be absent beside ${input}` }],
  });
}

/** With the metadata of a version in its native JSON, which may hold the rest of it. */
function withVersion({ typed: _typed, ...input }: Arguments, { blocks }: NativeMetadata): Arguments {
  if (input['jsonLd'] !== undefined && input['jsonLd'] !== null) refuseBoth('/jsonLd', 'typed');
  const rest = input['datasetVersion'] ?? {};
  if (!isJsonObject(rest)) return input;
  if (rest['metadataBlocks'] !== undefined) refuseBoth('/datasetVersion/metadataBlocks', 'typed');
  return { ...input, datasetVersion: { ...rest, metadataBlocks: blocks } };
}

/** With the values of fields as a list of native JSON. */
function withFields({ typed: _typed, ...input }: Arguments, { blocks }: NativeMetadata): Arguments {
  if (input['metadata'] !== undefined && input['metadata'] !== null) refuseBoth('/metadata', 'typed');
  return { ...input, metadata: { fields: Object.values(blocks).flatMap(({ fields }) => fields) } };
}

function isValidation(result: unknown): result is DatasetValidation {
  return isJsonObject(result) && Array.isArray(result['refusals']);
}

/** The resolver of a field that also takes metadata by type. */
export function takingTyped(resolve: Resolve, plan: TypedPlan, form: 'version' | 'fields'): Resolve {
  return async (source, args: Arguments, context, info) => {
    const { input } = args;
    if (!isJsonObject(input) || input['typed'] === undefined || input['typed'] === null) return resolve(source, args, context, info);
    const native = nativeMetadata(plan, input['typed'], { blanks: form === 'fields' });
    const put = form === 'version' ? withVersion : withFields;
    const given = { ...args, input: put(input, native) };
    try {
      const result: unknown = await resolve(source, given, context, info);
      if (!isValidation(result)) return result;
      const refusals = result.refusals.map((refusal) => ({ ...refusal, problems: placedProblems(refusal.problems, plan, native) }));
      return { ...result, refusals };
    } catch (error) {
      if (!(error instanceof DomainError) || error.problems.length === 0) throw error;
      throw new DomainError(error.code, error.message, { problems: placedProblems(error.problems, plan, native), cause: error });
    }
  };
}
