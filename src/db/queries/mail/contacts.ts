/** Whom a message about a collection, dataset or file goes to. */
import { sql } from 'drizzle-orm';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import type { Queryable } from '../../client.ts';

/** Where contacts stand: of a collection its addresses, of a dataset, also for a file, the metadata of a version. */
export interface ContactSources {
  readonly contactEmails: readonly string[] | null;
  readonly metadata: VersionMetadata | null;
}

/** Reads the contacts of an object: those of the newest version that was released, or of the draft for its readers. */
export async function findContactSources(db: Queryable, nodeId: number, readsDrafts: boolean): Promise<ContactSources | undefined> {
  const [row] = await db.execute<ContactSources & Record<string, unknown>>(sql`
    select c.contact_emails as "contactEmails", version.metadata
    from node n
    inner join node home on home.id = case when n.kind = 'DATAFILE' then n.owner_id else n.id end
    left join collection c on c.id = home.id
    left join lateral (
      select v.metadata from dataset_version v where v.dataset_id = home.id and (${readsDrafts} or v.state = 'RELEASED')
      order by v.ordinal desc limit 1) version on true
    where n.id = ${nodeId}`);
  return row;
}
