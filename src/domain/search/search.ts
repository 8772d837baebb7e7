/** Search over everything that a caller may see. Source: collections.md 11.1. */
import { type CollectionKey, type CollectionWithGrants, findCollection } from '../../db/queries/collections/collections.ts';
import { listReached } from '../../db/queries/search/find-documents.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { query, type ReadContext } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { FoundDocument, SearchAnswer, SearchTree, SpellingAlternative } from '../../model/search/search-request.ts';
import type { NodeKind } from '../../vocabulary/collections.ts';
import type { SearchService } from '../../vocabulary/search.ts';
import { maySeeCollection } from '../collections/view-collection.ts';
import type { VersionOfDataset } from '../versions/view-version-by-id.ts';
import { type Highlight, highlightsOf } from './highlight.ts';
import { planSearch, type SearchTexts } from './plan-search.ts';
import { alternativesOf } from './spelling.ts';
import { requireSearchable, searcher } from './searcher.ts';
import { FacetPlan, type SearchFacet } from './search-facets.ts';

/** Collections below which one search looks. */
const MOST_TREES = 50;

export interface SearchAsked extends SearchTexts {
  readonly kinds: readonly NodeKind[];
  /** Below any of these; everything without. */
  readonly within: readonly CollectionKey[];
  readonly limit: number;
  /** Name of what answers; null for the usual one. */
  readonly service: string | null;
  readonly withFacets: boolean;
  readonly withHighlights: boolean;
  readonly withAlternatives: boolean;
}

/** A hit with what it is. */
export type SearchHit = { readonly document: FoundDocument; readonly highlights: readonly Highlight[] } & (
  | { readonly kind: 'COLLECTION'; readonly collection: CollectionWithGrants }
  | ({ readonly kind: 'DATASET' } & VersionOfDataset)
  | ({ readonly kind: 'DATAFILE'; readonly file: FileRow; readonly cited: VersionOfDataset['version'] } & VersionOfDataset)
);

export interface SearchResult extends Pick<SearchAnswer, 'totalCount' | 'countsByKind' | 'facetsEstimated'> {
  readonly hits: readonly SearchHit[];
  readonly facets: readonly SearchFacet[];
  /** Whether the time limit was reached: there may be more hits than were found. */
  readonly cut: boolean;
  /** Only where nothing was found. */
  readonly alternatives: readonly SpellingAlternative[];
}

/** @throws DomainError BAD_USER_INPUT */
function serviceNamed({ services }: ReadContext, name: string | null): SearchService['name'] | undefined {
  if (name === null) return undefined;
  const service = services.search.services.find((known) => known.name === name);
  if (service !== undefined) return service.name;
  const message = `must be ${services.search.services.map((known) => known.name).join(' or ')}`;
  throw new DomainError('BAD_USER_INPUT', `The service of a search ${message}.`, { problems: [{ pointer: '/service', message }] });
}

async function searchedCollections(context: ReadContext, keys: readonly CollectionKey[]): Promise<CollectionWithGrants[]> {
  if (keys.length > MOST_TREES) {
    throw new DomainError('BAD_USER_INPUT', `A search looks below at most ${MOST_TREES} collections.`, {
      problems: [{ pointer: '/within', message: `must be at most ${MOST_TREES}` }],
    });
  }
  const found = await Promise.all(keys.map((key) => findCollection(context.db, key, context.actor.identities)));
  const problems = found.flatMap((collection, position) =>
    collection !== undefined && maySeeCollection(context, collection)
      ? []
      : [{ pointer: `/within/${position}`, message: 'must name a collection' }],
  );
  if (problems.length > 0) {
    const names = problems
      .map(({ pointer }) => keys[Number(pointer.split('/')[2])])
      .map((key) => (key !== undefined && 'alias' in key ? key.alias.slice(0, 100) : 'of this id'));
    throw new DomainError('BAD_USER_INPUT', `There is no collection ${names.join(', ')}.`, { problems });
  }
  return found.filter((collection) => collection !== undefined);
}

/** The root holds everything. */
async function treesOf({ db }: ReadContext, collections: readonly CollectionWithGrants[]): Promise<SearchTree[]> {
  if (collections.some(({ ownerId }) => ownerId === null)) return [];
  return Promise.all(collections.map(async ({ id }) => ({ collectionId: id, reached: await listReached(db, id) })));
}

async function facetPlan({ db, loaders, services }: ReadContext, searched: readonly CollectionWithGrants[]): Promise<FacetPlan> {
  const catalog = services.blocks.current();
  const shown = searched.length > 0 ? searched : [await findCollection(db, { root: true }, [])].filter((root) => root !== undefined);
  const [fieldIds, blockFacets] = await Promise.all([
    Promise.all(shown.map(({ id }) => loaders.facetFields.load(id))),
    Promise.all(shown.map(({ id }) => loaders.blockFacets.load(id))),
  ]);
  const blockIds = blockFacets.flatMap((facets) => facets?.blockIds ?? []);
  return new FacetPlan(catalog, {
    fields: [...new Set(fieldIds.flat())].flatMap((id) => catalog.findFieldById(id) ?? []),
    blocks: [...new Set(blockIds)].flatMap((id) => catalog.findBlockById(id) ?? []),
    publicOnly: services.settings.get(':PublicInstall') === true,
  });
}

/** What a hit is; nothing if it was removed since. */
export async function hitOf({ loaders }: ReadContext, document: FoundDocument, highlights: readonly Highlight[]): Promise<SearchHit[]> {
  const { kind, nodeId, rowId, versionId, datasetId, citedVersionId } = document;
  if (kind === 'COLLECTION') {
    const collection = await loaders.collection.load(nodeId);
    return collection === undefined ? [] : [{ kind, document, highlights, collection }];
  }
  if (versionId === null || datasetId === null) return [];
  const [version, cited, dataset, file] = await Promise.all([
    loaders.version.load(versionId),
    loaders.version.load(citedVersionId ?? versionId),
    loaders.dataset.load(datasetId),
    kind === 'DATAFILE' ? loaders.versionFile.load({ versionId, recordId: rowId }) : undefined,
  ]);
  if (version === undefined || dataset === undefined) return [];
  if (kind === 'DATASET') return [{ kind, document, highlights, version, dataset }];
  return file === undefined ? [] : [{ kind, document, highlights, version, dataset, file, cited: cited ?? version }];
}

/** Finds collections, versions and files that the actor may see. @throws DomainError BAD_USER_INPUT */
export const search = query({
  name: 'search',
  subject: noSubject,
  requires: 'Public',
  run: async (context: ReadContext, _subject, asked: SearchAsked): Promise<SearchResult> => {
    const { services, actor } = context;
    requireSearchable(context);
    const plan = planSearch(asked, services.blocks.current());
    const service = serviceNamed(context, asked.service);
    const searched = await searchedCollections(context, asked.within);
    const facets = asked.withFacets ? await facetPlan(context, searched) : undefined;
    const { hits, ...found } = await services.search.search(
      context.db,
      searcher(actor),
      {
        ...plan,
        kinds: asked.kinds,
        trees: await treesOf(context, searched),
        circle: asked.circle,
        offset: asked.offset,
        limit: asked.limit,
        facets: facets?.names ?? [],
      },
      service,
    );
    const pieceLength = services.settings.get(':SearchHighlightFragmentSize');
    const highlights = asked.withHighlights ? await highlightsOf(context.db, plan.condition, hits, pieceLength) : () => [];
    return {
      ...found,
      hits: (await Promise.all(hits.map((document) => hitOf(context, document, highlights(document))))).flat(),
      facets: facets?.of(found.facets) ?? [],
      cut: found.cut ?? false,
      alternatives:
        asked.withAlternatives && found.totalCount === 0 && found.cut !== true ? await alternativesOf(context, plan.condition) : [],
    };
  },
});
