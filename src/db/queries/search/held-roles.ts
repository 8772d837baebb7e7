/** What roles are held on. Source: users-admin.md 18.9. */
import { type SQL, sql } from 'drizzle-orm';
import type { HeldRoles } from '../../../model/search/search-request.ts';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { withinReach } from '../gate/granted.ts';

/** Whether any of the roles is held on `doc` of the index. */
export function holdsAnyOf({ identities, roleIds }: HeldRoles): SQL {
  const own = sql`${sql.param(identities)}::text[]`;
  return sql`exists (select from node place where place.id = doc.node_id and ${withinReach(sql`place.permission_path`, own)}
    and place.permission_path && array(
      select a.effective_node_id from role_assignment a where a.assignee = ${anyOf(identities, 'text')} and a.role_id = ${anyOf(roleIds, 'int')}))`;
}

/** Names of the roles that some identities hold on each node, by name; by id of the node. */
export async function listHeldRoleNames(
  db: Queryable,
  nodeIds: readonly number[],
  identities: readonly string[],
): Promise<Map<number, string[]>> {
  const rows = await db.execute<{ id: number; names: string[] }>(sql`
    select n.id, json_agg(distinct r.name order by r.name) as names
    from node n join role_assignment a on a.effective_node_id = any(n.permission_path) and a.assignee = ${anyOf(identities, 'text')}
    join role r on r.id = a.role_id
    where n.id = ${anyOf(nodeIds, 'int')} group by n.id`);
  return new Map(rows.map(({ id, names }) => [id, names]));
}
