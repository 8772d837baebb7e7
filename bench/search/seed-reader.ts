import type { Sql } from 'postgres';
import { z } from 'zod';
import { callApi } from '../api-client.ts';
import type { Seeded } from '../seed.ts';

const created = z.object({ apiToken: z.string() });

/** An account that may see the drafts of one half of all datasets and holds a role on each of a thousand others; its token. */
export async function seedReader(sql: Sql, url: string, { largeAlias, datasets }: Seeded): Promise<string> {
  await callApi(`${url}/api/admin/settings/:BuiltinUsersKey`, 'PUT', 'bench-users-key');
  const body = { userName: 'reader', firstName: 'Rea', lastName: 'Der', email: 'reader@example.org' };
  const { apiToken } = created.parse(
    await callApi(
      `${url}/api/builtin-users?password=Reader-12345&key=bench-users-key&sendEmailNotification=false`,
      'POST',
      JSON.stringify(body),
    ),
  );
  await callApi(`${url}/api/collections/${largeAlias}/assignments`, 'POST', JSON.stringify({ assignee: '@reader', role: 'member' }));
  await sql`
    insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
    select '@reader', r.id, n.id, n.id from role r, (select id from node where id >= ${datasets.first}::int and kind = 'DATASET' order by id limit 1000) n
    where r.alias = 'member'`;
  return apiToken;
}
