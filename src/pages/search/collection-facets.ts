import type { ComponentChildren } from 'preact';
import { DomainError } from '../../errors/domain-error.ts';
import { PageOfCollectionFacetsDocument } from '../../generated/page-operations.ts';
import type { PageCall } from '../page.ts';
import { facetList } from './facet-list.ts';

/** What a collection holds, by facets, each value a search in it; nothing while the search does not answer. */
export async function collectionFacets({ run }: PageCall, alias: string): Promise<ComponentChildren> {
  try {
    const { search } = await run(PageOfCollectionFacetsDocument, { alias });
    return facetList({ words: '', kind: undefined, filters: [], within: alias, order: undefined, page: 1 }, search);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
