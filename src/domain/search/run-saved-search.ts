/** Links what saved searches find. Source: users-admin.md 12. */
import { listCandidates, type LinkCandidate, noteRun, type SavedSearchRow } from '../../db/queries/search/saved-searches.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import type { FoundDocument } from '../../model/search/search-request.ts';
import type { ContentKind } from '../../vocabulary/collections.ts';
import { actorOfAccount } from '../access/accounts/actor-of-account.ts';
import { linkFoundCollection } from '../collections/link-collection.ts';
import { linkDataset } from '../datasets/link-dataset.ts';
import { planSearch, type SearchPlan } from './plan-search.ts';
import { admitSavedSearchRun } from './saved-searches.ts';

/** What came of a hit. */
export interface LinkedHit {
  readonly nodeId: number;
  readonly name: string;
  readonly isNew: boolean;
  /** A sentence for people. */
  readonly result: string;
}

/** What came of a run. */
export interface SavedSearchRun {
  readonly search: SavedSearchRow;
  readonly hits: readonly LinkedHit[];
}

/** Hits of one statement. */
const PAGE = 500;

/** The plan of a search; undefined for one that cannot be read, which finds nothing. */
function planOf({ services }: CommandContext, { query, filters }: SavedSearchRow): SearchPlan | undefined {
  try {
    const texts = { query, filters, sort: 'name', descending: false, circle: undefined, offset: 0 };
    return planSearch(texts, services.blocks.current());
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_USER_INPUT') return undefined;
    throw error;
  }
}

/** All that everyone may see, a page at a time. What is linked meanwhile moves no hit. */
async function* found({ db, services }: CommandContext, plan: SearchPlan, kind: ContentKind): AsyncGenerator<readonly FoundDocument[]> {
  for (let offset = 0; ; offset += PAGE) {
    const { hits, cut } = await services.search.search(
      db,
      { identities: [], superuser: false },
      { ...plan, kinds: [kind], trees: [], circle: undefined, offset, limit: PAGE, facets: [] },
    );
    if (cut === true) throw new DomainError('STATEMENT_TOO_SLOW', 'The search took too long, and was cut.');
    yield hits.filter(({ state }) => state === null || state === 'RELEASED');
    if (hits.length < PAGE) return;
  }
}

const SKIPPED: Readonly<Record<Exclude<LinkCandidate['standing'], 'new'>, (what: string, alias: string) => string>> = {
  self: (what) => `Skipped: ${what} is the collection itself.`,
  linked: (what, alias) => `Skipped: ${what} is already linked into ${alias}.`,
  below: (what, alias) => `Skipped: ${what} is already part of the subtree of ${alias}.`,
};

/** @returns what came of it; undefined where it is gone. @throws DomainError SAVED_SEARCH_REFUSED */
async function link(
  creator: CommandContext,
  { collectionId, collectionAlias, creatorName }: SavedSearchRow,
  kind: ContentKind,
  { nodeId, name, standing }: LinkCandidate,
): Promise<LinkedHit | undefined> {
  const what = `${kind.toLowerCase()} ${nodeId}`;
  if (standing !== 'new') return { nodeId, name, isNew: false, result: SKIPPED[standing](what, collectionAlias) };
  const [here, there] = [{ id: nodeId }, { id: collectionId }];
  try {
    if (kind === 'COLLECTION') await linkFoundCollection(creator, { linked: here, linking: there });
    else await linkDataset(creator, { dataset: here, collection: there });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Another request was faster.
    if (error.code === 'LINK_REFUSED') return { nodeId, name, isNew: false, result: `Skipped: ${error.message}` };
    if (error.code === 'DATASET_NOT_FOUND' || error.code === 'COLLECTION_NOT_FOUND') return undefined;
    const permission = kind === 'COLLECTION' ? 'LinkCollection' : 'LinkDataset';
    throw new DomainError(
      'SAVED_SEARCH_REFUSED',
      `@${creatorName} may not link ${what} into ${collectionAlias}, which needs ${permission} there: ${error.message}`,
      { cause: error },
    );
  }
  return { nodeId, name, isNew: true, result: `Newly linked: ${what} into ${collectionAlias}.` };
}

async function linkAll(context: CommandContext, search: SavedSearchRow): Promise<LinkedHit[]> {
  const plan = planOf(context, search);
  if (plan === undefined) return [];
  const actor = await actorOfAccount(context, search.creatorId);
  if (actor === undefined) {
    throw new DomainError('SAVED_SEARCH_REFUSED', `@${search.creatorName}, in whose name ${search.collectionAlias} links, is deactivated.`);
  }
  const hits: LinkedHit[] = [];
  for (const kind of ['COLLECTION', 'DATASET'] as const) {
    for await (const page of found(context, plan, kind)) {
      const candidates = await listCandidates(
        context.db,
        search.collectionId,
        page.map(({ nodeId, rowId }) => ({ nodeId, rowId, kind })),
      );
      for (const candidate of candidates) {
        const hit = await link({ ...context, actor }, search, kind, candidate);
        if (hit !== undefined) hits.push(hit);
      }
    }
  }
  return hits;
}

/** Runs one search; the links that were made before a refusal stay. @throws DomainError SAVED_SEARCH_REFUSED */
export async function runOne(context: CommandContext, search: SavedSearchRow): Promise<SavedSearchRun> {
  try {
    const hits = await linkAll(context, search);
    await noteRun(context.db, search.id, null);
    return { search, hits };
  } catch (error) {
    await noteRun(context.db, search.id, error instanceof DomainError ? error.message : 'A fault of the server.');
    throw error;
  }
}

/** Runs a saved search, or all by id, of which the first refusal ends the others. @throws DomainError SAVED_SEARCH_REFUSED */
export const runSavedSearches = composed({
  name: 'runSavedSearches',
  of: [admitSavedSearchRun, linkFoundCollection, linkDataset],
  run: async (context: CommandContext, id: number | null): Promise<SavedSearchRun[]> => {
    const runs: SavedSearchRun[] = [];
    for (const search of await admitSavedSearchRun(context, id)) runs.push(await runOne(context, search));
    return runs;
  },
});
