import { planPublication } from '../../domain/datasets/publication/plan-publication.ts';
import {
  showDatasetSchema,
  validateDraft,
  validateNewDataset,
  validateStoredVersion,
} from '../../domain/datasets/publication/validate-dataset.ts';
import type { DomainError } from '../../errors/domain-error.ts';
import type { Resolvers, ValidateDatasetInput } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { requireOne } from '../require-one.ts';
import { sentVersion } from './sent-version.ts';

function refusalOf({ code, message, problems, rule }: DomainError) {
  return { code, message, rule: rule ?? null, problems: problems.map((problem) => ({ ...problem })) };
}

function validate({ place, version }: ValidateDatasetInput, context: RequestContext): Promise<DomainError[]> {
  requireOne(place, '/place', 'A place');
  const { collection, dataset } = place;
  const sent = version ? sentVersion(version) : undefined;
  if (collection) return validateNewDataset(context, { ...sent, collection: collectionKey(collection) });
  const key = datasetKeyOf(dataset ?? {});
  return sent === undefined ? validateStoredVersion(context, { dataset: key }) : validateDraft(context, { ...sent, dataset: key });
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
