/** What a search offers beside its hits. Source: collections.md 11.1. */
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { query, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { requireSearchable, searcher } from './searcher.ts';

const MOST_SUGGESTED = 20;

function checkedCount(first: number): number {
  if (first >= 1 && first <= MOST_SUGGESTED) return first;
  throw new DomainError('BAD_USER_INPUT', `From 1 to ${MOST_SUGGESTED} can be asked for; these are ${first}.`, {
    problems: [{ pointer: '/first', message: `must be from 1 to ${MOST_SUGGESTED}` }],
  });
}

/** Names of what the actor may see in which a word begins as the last one that was typed. @throws DomainError BAD_USER_INPUT */
export const suggestNames = query({
  name: 'suggestNames',
  subject: noSubject,
  requires: 'Public',
  run: async (
    context: ReadContext,
    _subject,
    { beginning, first }: { readonly beginning: string; readonly first: number },
  ): Promise<string[]> => {
    requireSearchable(context);
    return context.services.search.names(context.db, searcher(context.actor), beginning, checkedCount(first));
  },
});

/** Published datasets with much the same words as one that was shown, the ones most alike first. @throws DomainError BAD_USER_INPUT */
export const listSimilar = detail({
  name: 'listSimilar',
  run: async (context: ReadContext, datasetId: number, first: number): Promise<DatasetWithGrants[]> => {
    const ids = await context.services.search.similar(context.db, datasetId, checkedCount(first));
    const rows = await Promise.all(ids.map((id) => context.loaders.dataset.load(id)));
    return rows.filter((row) => row !== undefined);
  },
});
