import { planPublication } from '../../domain/datasets/publication/plan-publication.ts';
import {
  showDatasetSchema,
  validateDraft,
  validateNewDataset,
  validateStoredVersion,
} from '../../domain/datasets/publication/validate-dataset.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Resolvers, ValidateDatasetInput } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

function refusalOf({ code, message, problems }: DomainError) {
  return { code, message, problems: problems.map((problem) => ({ ...problem })) };
}

function validate({ collection, dataset, datasetVersion }: ValidateDatasetInput, context: RequestContext): Promise<DomainError[]> {
  if (collection && !dataset) return validateNewDataset(context, { collection: collectionKey(collection), datasetVersion });
  if (dataset && !collection) {
    const key = datasetKeyOf(dataset);
    const isStored = datasetVersion === undefined || datasetVersion === null;
    return isStored ? validateStoredVersion(context, { dataset: key }) : validateDraft(context, { dataset: key, datasetVersion });
  }
  throw new DomainError('BAD_USER_INPUT', 'Either a collection or a dataset must be named.', {
    problems: [{ pointer: '/input', message: 'must have either collection or dataset' }],
  });
}

export const datasetDryRunResolvers: Resolvers = {
  Query: {
    validateDataset: async (_root, { input }, context) => {
      const refusals = await validate(input, context);
      return { valid: refusals.length === 0, refusals: refusals.map(refusalOf) };
    },
  },
  Collection: {
    datasetSchema: ({ key }, _args, context) => showDatasetSchema(context, { collection: key }),
  },
  Dataset: {
    publishPlan: async ({ row }, { type }, context) => {
      const { number, obstacles, ...plan } = await planPublication(context, { dataset: { id: row.id }, type: type ?? null });
      return {
        type: plan.type,
        possible: obstacles.length === 0,
        versionNumber: number?.versionNumber ?? null,
        versionMinorNumber: number?.versionMinorNumber ?? null,
        reason: number?.reason ?? null,
        workflow: plan.workflow,
        externallyValidated: plan.externallyValidated,
        obstacles: obstacles.map(refusalOf),
      };
    },
  },
};
