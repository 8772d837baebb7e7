import { allowFileAccessRequests, setLicense, setTermsOfAccess } from '../../domain/versions/set-terms.ts';
import type { VersionRow } from '../../domain/rows.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { copyOf, requireDataset } from '../datasets/datasets.ts';
import { versionModel } from '../models.ts';
import { datasetKeyOf } from '../references.ts';
import { requireOne } from '../require-one.ts';

async function savedDraft(context: RequestContext, row: VersionRow) {
  return { datasetVersion: versionModel(await requireDataset(context, row.datasetId), row) };
}

export const versionTermsResolvers: Resolvers = {
  Mutation: {
    setTermsOfAccess: async (_root, { input }, context) =>
      savedDraft(
        context,
        await setTermsOfAccess(context, { ...input, ifMatch: copyOf(input.ifMatch), dataset: datasetKeyOf(input.dataset) }),
      ),
    setLicense: async (_root, { input: { choice, ...input } }, context) => {
      requireOne(choice, '/choice', 'A choice');
      const row = await setLicense(context, { ...input, ...choice, ifMatch: copyOf(input.ifMatch), dataset: datasetKeyOf(input.dataset) });
      return savedDraft(context, row);
    },
    allowFileAccessRequests: async (_root, { input }, context) =>
      savedDraft(context, await allowFileAccessRequests(context, { dataset: datasetKeyOf(input.dataset), allow: input.allow })),
  },
};
