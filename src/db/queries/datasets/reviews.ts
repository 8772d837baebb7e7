import { desc, eq, sql } from 'drizzle-orm';
import type { ReviewAction } from '../../../vocabulary/datasets.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { datasetVersion } from '../../schema/dataset.ts';
import { reviewEvent } from '../../schema/review.ts';
import { userAccount } from '../../schema/user.ts';

/** A submission or a return of a version. */
export interface ReviewEventRow {
  readonly id: number;
  readonly datasetId: number;
  readonly datasetVersionId: number;
  readonly action: ReviewAction;
  readonly userName: string;
  readonly reason: string | null;
  readonly createdAt: Date;
}

/** Stores what happened to a version in review. */
export async function insertReviewEvent(
  db: Queryable,
  values: { datasetVersionId: number; action: ReviewAction; userAccountId: number; reason: string | null },
): Promise<void> {
  await db.insert(reviewEvent).values(values);
}

/** What happened to the versions of some datasets in review, newest first. One statement, whatever their number. */
export async function listReviewEvents(db: Queryable, datasetIds: readonly number[]): Promise<ReviewEventRow[]> {
  return db
    .select({
      id: reviewEvent.id,
      datasetId: datasetVersion.datasetId,
      datasetVersionId: reviewEvent.datasetVersionId,
      action: reviewEvent.action,
      userName: userAccount.userName,
      reason: reviewEvent.reason,
      createdAt: reviewEvent.createdAt,
    })
    .from(reviewEvent)
    .innerJoin(datasetVersion, eq(datasetVersion.id, reviewEvent.datasetVersionId))
    .innerJoin(userAccount, eq(userAccount.id, reviewEvent.userAccountId))
    .where(sql`${datasetVersion.datasetId} = ${anyOf(datasetIds, 'int')}`)
    .orderBy(desc(reviewEvent.id));
}

/** Makes the review of one version that of another. */
export async function moveReviewEvents(db: Queryable, from: number, to: number): Promise<void> {
  await db.update(reviewEvent).set({ datasetVersionId: to }).where(eq(reviewEvent.datasetVersionId, from));
}
