import { desc, eq } from 'drizzle-orm';
import type { VersionState } from '../../../vocabulary/datasets.ts';
import type { Queryable } from '../../client.ts';
import { datasetVersion } from '../../schema/dataset.ts';

/** A version by what places it in the history of its dataset. */
export interface VersionPlace {
  readonly id: number;
  readonly ordinal: number;
  readonly state: VersionState;
}

/** All versions of a dataset, newest first, without anything that could be long. */
export async function listVersionPlaces(db: Queryable, datasetId: number): Promise<VersionPlace[]> {
  return db
    .select({ id: datasetVersion.id, ordinal: datasetVersion.ordinal, state: datasetVersion.state })
    .from(datasetVersion)
    .where(eq(datasetVersion.datasetId, datasetId))
    .orderBy(desc(datasetVersion.ordinal))
    .prepare('dataset_version_places')
    .execute();
}
