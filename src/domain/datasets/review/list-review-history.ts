import type { ReviewEventRow } from '../../../db/queries/datasets/reviews.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { includesPermission } from '../../../permission-set.ts';
import { query, type ReadContext } from '../../../kernel/command.ts';

/** Submissions and returns of the versions of a dataset, newest first: for those who edit it and those who publish it. */
export const listReviewHistory = query({
  name: 'listReviewHistory',
  subject: async ({ context }: { readonly context: ReadContext }, { id }: { readonly id: number }) => {
    const place = await context.loaders.nodeGrants.load(id);
    if (place === undefined) throw new DomainError('DATASET_NOT_FOUND', `There is no dataset ${id}.`);
    return { nodeId: place.id, granted: place.granted };
  },
  requires: ({ granted }) => (includesPermission(granted, 'PublishDataset') ? 'PublishDataset' : 'EditDataset'),
  run: (context, { nodeId }): Promise<readonly ReviewEventRow[]> => context.loaders.reviewEvents.load(nodeId),
});
