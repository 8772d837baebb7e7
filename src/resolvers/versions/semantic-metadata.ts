import { showDescription } from '../../domain/versions/semantic/describe-version.ts';
import { deleteSemanticMetadata, type DescriptionEdit, editSemanticMetadata } from '../../domain/versions/semantic/edit-description.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { copyOf, requireDataset } from '../datasets/datasets.ts';
import { versionModel } from '../models.ts';
import { datasetKeyOf } from '../references.ts';
import { wholeVersion } from './version-metadata.ts';

async function payloadOf({ version, created }: DescriptionEdit, context: RequestContext) {
  return { datasetVersion: versionModel(await requireDataset(context, version.datasetId), version), draftCreated: created };
}

export const semanticMetadataResolvers: Resolvers = {
  DatasetVersion: {
    jsonLd: async (version, _args, context) =>
      showDescription(context, { dataset: version.dataset.row, version: await wholeVersion(version, context) }),
  },
  Mutation: {
    editSemanticMetadata: async (_root, { input }, context) => {
      const { dataset, jsonLd, replace, ifMatch } = input;
      const edit = { dataset: datasetKeyOf(dataset), description: jsonLd, replace: replace ?? false, ifMatch: copyOf(ifMatch) };
      return payloadOf(await editSemanticMetadata(context, edit), context);
    },
    deleteSemanticMetadata: async (_root, { input }, context) => {
      const { dataset, jsonLd, ifMatch } = input;
      const edit = { dataset: datasetKeyOf(dataset), description: jsonLd, ifMatch: copyOf(ifMatch) };
      return payloadOf(await deleteSemanticMetadata(context, edit), context);
    },
  },
};
