import { sql } from 'drizzle-orm';
import { preparedRows, type Queryable } from '../../client.ts';
import { stampColumns, stateKey } from './kept-exports.ts';

const stampStatement = preparedRows<Record<string, never>>(
  () => sql`
    update metadata_export e set export_revision = s.export_revision, license_id = s.license_id, owner_ids = s.owner_ids, surroundings_key = s.surroundings_key
    from (
      select v.dataset_id, ${stateKey} as state_key, ${stampColumns.exportRevision.sql} as export_revision, v.license_id, ${stampColumns.ownerIds.sql} as owner_ids, ${stampColumns.surroundingsKey.sql} as surroundings_key
      from unnest((select ${sql.placeholder('datasetIds')}::int[])) asked(id)
      join lateral (select * from dataset_version r where r.dataset_id = asked.id and r.state = 'RELEASED' order by r.ordinal desc limit 1) v on true) s
    where e.dataset_id = s.dataset_id and e.exporter = ${sql.placeholder('exporter')} and e.state_key = s.state_key`,
);

/** Stamps the exports of datasets that were made of the present state: for those whose dataset was changed and changed back. */
export async function stampExports(
  db: Queryable,
  datasetIds: readonly number[],
  asked: { readonly exporter: string; readonly installation: string },
): Promise<void> {
  await stampStatement(db).execute({ ...asked, datasetIds });
}
