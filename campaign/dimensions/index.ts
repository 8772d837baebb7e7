/** Everything that grows. A new input gets its line in one of these lists. */
import type { Dimension } from '../dimension.ts';
import { accountRowDimensions } from './account-rows.ts';
import { administrationListDimensions } from './administration-lists.ts';
import { archiveDimensions } from './archives.ts';
import { bearerTokenDimensions } from './bearer-tokens.ts';
import { carriedDatasetDimensions } from './carried-datasets.ts';
import { administrationDimensions } from './administration.ts';
import { depositDimensions } from './deposit.ts';
import { eventAndWorkflowDimensions } from './events-and-workflows.ts';
import { collectionItemDimensions, collectionItemForms } from './collection-items.ts';
import { externalToolDimensions } from './external-tools.ts';
import { fileDimensions } from './files.ts';
import { formDimensions } from './forms.ts';
import { graphqlDocuments } from './graphql-documents.ts';
import { randomDocuments } from './graphql-random.ts';
import { graphqlRequests } from './graphql-requests.ts';
import { harvestingDimensions } from './harvesting.ts';
import { headerDimensions } from './headers.ts';
import { jsonLdDimensions } from './json-ld.ts';
import { metadataBlockDimensions } from './metadata-blocks.ts';
import { bulkDimensions } from './bulk.ts';
import { namedDocumentDimensions } from './named-documents.ts';
import { namedTokenDimensions } from './named-tokens.ts';
import { pageDimensions } from './pages.ts';
import { mcpDimensions } from './mcp.ts';
import { pictureDimensions } from './pictures.ts';
import { provenanceDimensions } from './provenance.ts';
import { restBodies } from './rest-bodies.ts';
import { restParameters } from './rest-parameters.ts';
import { metricDimensions } from './metrics.ts';
import { searchDimensions } from './search.ts';
import { signInDimensions } from './sign-in.ts';
import { superuserFormDimensions } from './superuser-forms.ts';
import { subscriptionDimensions } from './subscriptions.ts';
import { swordDimensions } from './sword.ts';
import { tableFileDimensions } from './table-files.ts';
import { tableFormDimensions } from './table-forms.ts';
import { tableQuestionDimensions } from './table-questions.ts';
import { typedMetadata } from './typed-metadata.ts';
import { xmlDimensions } from './xml.ts';

/** Documents drawn by chance in a round. */
const DRAWN = { short: 10, long: 200 };

/** All dimensions; what is drawn by chance is drawn from the seed. @throws Error when two have one name. */
export function dimensions(seed: number, long: boolean): readonly Dimension[] {
  const all = [
    ...graphqlDocuments,
    ...randomDocuments(seed, long ? DRAWN.long : DRAWN.short),
    ...graphqlRequests,
    ...namedDocumentDimensions,
    ...headerDimensions,
    ...externalToolDimensions,
    ...collectionItemDimensions,
    ...collectionItemForms,
    ...bearerTokenDimensions,
    ...signInDimensions,
    ...administrationDimensions,
    ...superuserFormDimensions,
    ...depositDimensions,
    ...accountRowDimensions,
    ...administrationListDimensions,
    ...bulkDimensions,
    ...namedTokenDimensions,
    ...pageDimensions,
    ...harvestingDimensions,
    ...searchDimensions,
    ...subscriptionDimensions,
    ...swordDimensions,
    ...mcpDimensions,
    ...metricDimensions,
    ...eventAndWorkflowDimensions,
    ...jsonLdDimensions,
    ...xmlDimensions,
    ...metadataBlockDimensions,
    ...typedMetadata,
    ...carriedDatasetDimensions,
    ...provenanceDimensions,
    ...archiveDimensions,
    ...fileDimensions,
    ...tableFileDimensions,
    ...tableFormDimensions,
    ...tableQuestionDimensions,
    ...pictureDimensions,
    ...formDimensions(long),
    ...restParameters(seed, long),
    ...restBodies(long),
  ];
  const names = all.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two dimensions are called "${twice}".`);
  return all;
}
