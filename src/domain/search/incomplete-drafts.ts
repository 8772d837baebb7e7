/** Drafts without all required metadata, which an installation may allow to be created. Source: users-admin.md 18.9. */
import { findDocuments } from '../../db/queries/search/find-documents.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { ReadContext } from '../../kernel/command.ts';
import type { SearchCondition } from '../../model/search/search-condition.ts';
import type { HeldRoles } from '../../model/search/search-request.ts';
import { validateMetadata } from '../metadata/validate-metadata.ts';
import { metadataScopeOf } from '../versions/version-metadata-input.ts';
import type { VersionOfDataset } from '../versions/view-version-by-id.ts';
import type { SearchHit } from './search.ts';

/** The metadata of each draft are read and judged. */
const MOST_DRAFTS = 500;

const ofColumn = (name: 'dvObjectType' | 'publicationStatus' | 'datasetVersionId', values: readonly string[]): SearchCondition => ({
  kind: 'fact',
  fact: { of: 'column', name },
  test: { is: 'one', values },
});

async function isFilled({ db, services }: ReadContext, { version, dataset }: VersionOfDataset): Promise<boolean> {
  if (version.state !== 'DRAFT') return true;
  const catalog = services.blocks.current();
  return validateMetadata(version.metadata.value, catalog, await metadataScopeOf(db, catalog, dataset.ownerId)).length === 0;
}

/** Whether the required metadata of a version are there; what is no version of a dataset has none. */
export async function isComplete(context: ReadContext, hit: SearchHit): Promise<boolean> {
  return hit.kind !== 'DATASET' || isFilled(context, hit);
}

/** What is complete, or what is not, of that on which roles are held. @throws DomainError BAD_USER_INPUT where there are too many drafts */
export async function incompleteDrafts(context: ReadContext, held: HeldRoles, complete: boolean): Promise<SearchCondition> {
  const { hits } = await findDocuments(
    context.db,
    context.actor,
    {
      condition: { kind: 'all' },
      filters: [ofColumn('publicationStatus', ['Draft'])],
      kinds: ['DATASET'],
      trees: [],
      circle: undefined,
      sort: { by: 'relevance' },
      descending: true,
      offset: 0,
      limit: MOST_DRAFTS + 1,
      facets: [],
    },
    held,
  );
  if (hits.length > MOST_DRAFTS) {
    const message = `can be asked for among at most ${MOST_DRAFTS} drafts`;
    throw new DomainError('BAD_USER_INPUT', `What is complete ${message}; fewer roles leave fewer of them.`, {
      problems: [{ pointer: '/complete', message }],
    });
  }
  const judged = await Promise.all(
    hits.map(async ({ versionId, datasetId }) => {
      if (versionId === null || datasetId === null) return [];
      const [version, dataset] = await Promise.all([context.loaders.version.load(versionId), context.loaders.dataset.load(datasetId)]);
      if (version === undefined || dataset === undefined || (await isFilled(context, { version, dataset }))) return [];
      return [String(versionId)];
    }),
  );
  const incomplete: SearchCondition = {
    kind: 'every',
    parts: [ofColumn('dvObjectType', ['datasets']), ofColumn('datasetVersionId', judged.flat())],
  };
  return complete ? { kind: 'not', part: incomplete } : incomplete;
}
