import { DomainError } from '../../../errors/domain-error.ts';
import { DatasetVersionTermsPageDocument } from '../../../generated/operations.ts';
import { pageAnswer } from '../../answers.ts';
import { booleanParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** The address under which identifiers are registered for terms of use of a dataset's own. Source: exports.md 6.2, datasets.md 14.1. */
export const versionTermsPageRoutes: readonly Route[] = [
  route({
    id: 'datasets.versions.customlicense',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/customlicense',
    summary: 'Redirects to the custom terms of use of a version.',
    auth: 'public',
    query: persistentIdQuery.extend({ includeDeaccessioned: booleanParameter }),
    refusals: ['PERMISSION_DENIED', 'NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: pageAnswer,
    operation: DatasetVersionTermsPageDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
    }),
    reply: ({ dataset: named }) => {
      const { state, versionNumber, versionMinorNumber, license, dataset } = required(named?.version);
      if (license !== null) {
        throw new DomainError('NOT_FOUND', `This version has no custom terms of use; it has a standard licence, ${license.name}.`);
      }
      const version = state === 'DRAFT' ? 'DRAFT' : `${versionNumber}.${versionMinorNumber}`;
      return { seeOther: `${dataset.landingPageUrl}&version=${version}#terms` };
    },
  }),
];
