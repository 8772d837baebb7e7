import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_IDENTIFIERS, ACCOUNT_IDS } from '../../../src/db/queries/access/account-references.ts';
import { mergeAccounts } from '../../../src/domain/access/accounts/administration/merge-accounts.ts';
import { renameAccount } from '../../../src/domain/access/accounts/administration/rename-account.ts';
import { setSuperuser } from '../../../src/domain/access/accounts/administration/superusers.ts';
import { deactivateAccount } from '../../../src/domain/access/accounts/administration/end-account.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { issueApiToken } from '../../../src/kernel/api-token.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

/** Texts with the names of accounts that stay what they were, with the reason. */
const KEPT: Readonly<Record<string, string>> = {
  'explicit_group_member.assignee': 'identifiers of groups and private-URL users; accounts are members by their id',
  'audit_record.details': 'what was said at that moment',
  'user_account.user_name': 'the name itself',
  'webhook.leased_by': 'a process of the server',
};

/** Columns whose name says that they hold an assignee, an actor or who did something. */
const NAMING = /(?:^|_)(?:assignee|actor|by)$/;

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

const nameOf = ({ account }: Actor): string => account?.userName ?? '';
const idOf = ({ account }: Actor): number => account?.id ?? 0;

interface Column {
  readonly table: string;
  readonly column: string;
}
const place = ({ table, column }: Column): string => `${table}.${column}`;

async function columnsOf(types: readonly string[]): Promise<readonly Column[]> {
  return world.sql<Column[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    inner join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = any(${types}) order by 1, 2`;
}

describe('the list of what names accounts', () => {
  test('has every foreign key to an account, and nothing else', async () => {
    const keys = await world.sql<Column[]>`
      select f.table_name as table, k.column_name as column
      from information_schema.referential_constraints r
      inner join information_schema.table_constraints f on f.constraint_schema = r.constraint_schema and f.constraint_name = r.constraint_name
      inner join information_schema.key_column_usage k on k.constraint_schema = f.constraint_schema and k.constraint_name = f.constraint_name
      inner join information_schema.table_constraints target
        on target.constraint_schema = r.unique_constraint_schema and target.constraint_name = r.unique_constraint_name
      where target.table_name = 'user_account'`;
    expect(keys.length).toBeGreaterThan(10);
    expect(new Set(keys.map(place))).toEqual(new Set(ACCOUNT_IDS.map(place)));
  });

  test('has every text whose name says that it names somebody, or a reason stands here', async () => {
    const named = (await columnsOf(['text', 'character varying'])).filter(({ column }) => NAMING.test(column)).map(place);
    const known = [...ACCOUNT_IDENTIFIERS.map(place), ...Object.keys(KEPT)];
    expect(named.filter((one) => !known.includes(one))).toEqual([]);
  });
});

/** Every column that has this text somewhere in it. */
async function placesOf(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await columnsOf(['text', 'character varying', 'json', 'jsonb', 'ARRAY'])) {
    const [row] = await world.sql<{ present: boolean }[]>`
      select exists (select from ${world.sql(table)} t where strpos(t.${world.sql(column)}::text, ${text}) > 0) as present`;
    if (row?.present === true) found.push(`${table}.${column}`);
  }
  return found;
}

let counter = 0;

/** Somebody whose id or identifier is in every column of the list. */
async function somebody(): Promise<Actor> {
  const actor = await world.createUser(`wanderer${(counter += 1)}`);
  const [id, identifier, { sql }] = [idOf(actor), actor.identifier, world];
  const collectionId = await world.createCollection(`trodden${counter}`);
  await world.assign(identifier, 'admin', collectionId);
  const datasetId = await world.createDataset(collectionId, 'Trodden', actor);
  const fileId = await world.addFile(datasetId, 'a.txt', { actor });
  const helper = await world.createUser(`helped${counter}`);
  await assignRole(world.as(actor), { collection: { id: collectionId }, assignee: helper.identifier, roleAlias: 'member' });
  await sql`insert into revoked_assignment (assignee, role_alias, definition_point_id, assigned_by, assigned_at, revoked_by)
    values (${identifier}, 'member', ${collectionId}, ${identifier}, now(), ${identifier})`;
  await sql`insert into fixity_round (dataset_id, requested_by, total_files, finished_at) values (${datasetId}, ${identifier}, 1, now())`;
  await sql`insert into search_rebuild (requested_by, builds_indexes, total_count, finished_at) values (${identifier}, false, 1, now())`;
  await sql`insert into bulk_job (kind, account_id, is_named_token, document, fingerprint) values ('QUERY', ${id}, false, '{}', 'f')`;
  await sql`insert into idempotency_key (account_id, key, fingerprint, expires_at) values (${id}, 'k', 'f', now() + interval '1 hour')`;
  await sql`insert into node_link (linked_node_id, linking_collection_id, creator_id) values (${datasetId}, ${world.rootId}, ${id})`;
  await sql`insert into saved_search (query, filters, collection_id, creator_id) values ('*', '{}', ${collectionId}, ${id})`;
  await sql`insert into dataset_lock (dataset_id, lock_type, user_account_id) values (${datasetId}, 'Ingest', ${id})`;
  const [version] = await sql<{ id: number }[]>`select id from dataset_version where dataset_id = ${datasetId}`;
  const versionId = version?.id ?? 0;
  await sql`insert into review_event (dataset_version_id, action, user_account_id)
    select ${versionId}, (enum_range(null::review_action))[1], ${id}`;
  await sql`insert into curation_status (dataset_version_id, label, user_account_id) values (${versionId}, 'New', ${id})`;
  await sql`insert into workflow_invocation (workflow_name, steps, trigger, dataset_id, publish_type, user_account_id)
    select 'w', '[]', (enum_range(null::workflow_trigger))[1], ${datasetId}, (enum_range(null::publish_type))[1], ${id}`;
  await sql`insert into ingest_request (data_file_id, dataset_id, user_account_id) values (${fileId}, ${datasetId}, ${id})`;
  await sql`insert into upload_ticket (id, dataset_id, account_id, authority, identifier, storage_driver, storage_id, storage_upload_id, size_bytes, part_size_bytes, expires_at)
    values (gen_random_uuid(), ${datasetId}, ${id}, 'a', 'i', 'd', gen_random_uuid()::text, 'u', 1, 1, now())`;
  await sql`insert into notification (user_account_id, requestor_id, type, details) values (${id}, ${id}, 'CREATEDV', '{}')`;
  await sql`insert into notification_mute (user_account_id, channel, type) values (${id}, 'EMAIL', 'CREATEDV')`;
  await sql`insert into file_access_request (data_file_id, user_account_id) values (${fileId}, ${id})`;
  await sql`insert into webhook (owner_id, collection_id, url, kinds, secret, position)
    values (${id}, ${collectionId}, 'https://example.org', '{}', 's', 0)`;
  await sql`insert into outgoing_mail (user_account_id, requestor_id, type, details) values (${id}, ${id}, 'CREATEDV', '{}')`;
  await sql`insert into email_confirmation (user_account_id, token, email, created_at, expires_at)
    values (${id}, gen_random_uuid(), 'a@example.org', now(), now())`;
  await sql`insert into user_session (user_account_id, token_hash, provider_id, expires_at)
    values (${id}, sha256(${identifier}::text::bytea), 'builtin', now() + interval '1 hour')`;
  await sql`insert into device_sign_in (user_account_id, device_code_hash, user_code, client_name, scopes, expires_at)
    values (${id}, sha256(${identifier}::text::bytea), left(md5(random()::text), 8), 'program', '{READ}', now() + interval '1 hour')`;
  await sql`insert into password_reset (user_account_id, token_hash, email, expires_at)
    values (${id}, sha256(${identifier}::text::bytea), 'a@example.org', now() + interval '1 hour')`;
  await sql`insert into builtin_user (user_account_id) values (${id})`;
  const [group] = await sql<{ id: number }[]>`
    insert into explicit_group (owner_id, alias, display_name) values (${collectionId}, 'g', 'G') returning id`;
  await sql`insert into explicit_group_member (group_id, user_account_id) values (${group?.id ?? 0}, ${id})`;
  await sql`insert into named_token (user_account_id, name, token_hash, scopes, expires_at)
    values (${id}, 'n', decode(md5(random()::text), 'hex'), '{READ}', now())`;
  const [asking] = await sql<{ id: number }[]>`
    insert into guestbook (collection_id, name, enabled, name_required, email_required, institution_required, position_required)
    values (${collectionId}, 'G', true, false, false, false, false) returning id`;
  await sql`insert into guestbook_response (guestbook_id, dataset_id, data_file_id, user_account_id, answers)
    values (${asking?.id ?? 0}, ${datasetId}, ${fileId}, ${id}, '[]')`;
  await issueApiToken(world.db, id);
  return actor;
}

async function countOf({ table, column }: Column, value: string | number): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from ${world.sql(table)} t where t.${world.sql(column)} = ${value}`;
  return row?.count ?? 0;
}

async function countsOf(actor: Actor): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const one of ACCOUNT_IDS) counts[place(one)] = await countOf(one, idOf(actor));
  for (const one of ACCOUNT_IDENTIFIERS) counts[place(one)] = await countOf(one, actor.identifier);
  return counts;
}

describe('an account that is named everywhere', () => {
  test('is named in every column of the list', async () => {
    const counts = await countsOf(await somebody());
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  });

  test('is renamed wherever its name is, and nowhere else', async () => {
    const actor = await somebody();
    // The name of another account begins like it.
    await world.createUser(`${nameOf(actor)}-longer`);
    await world.assign(`${actor.identifier}-longer`, 'member', world.rootId);
    const before = await countsOf(actor);
    await renameAccount(world.as(world.superuser), { user: { id: idOf(actor) }, userName: `New.${nameOf(actor).toUpperCase()}` });
    const after = await countsOf({ ...actor, identifier: `@New.${nameOf(actor).toUpperCase()}` });
    expect(after).toEqual(before);
    await world.sql`delete from role_assignment where assignee = ${`${actor.identifier}-longer`}`;
    expect((await placesOf(actor.identifier)).filter((one) => !(one in KEPT))).toEqual([]);
  });

  test('leaves everything to the account that it is merged into, but for what is its own alone', async () => {
    const [merged, continuing] = [await somebody(), await somebody()];
    const [before, others] = [await countsOf(merged), await countsOf(continuing)];
    await mergeAccounts(world.as(world.superuser), { merged: { id: idOf(merged) }, continuing: { id: idOf(continuing) } });
    const after = await countsOf(continuing);
    for (const one of [...ACCOUNT_IDS, ...ACCOUNT_IDENTIFIERS]) {
      const key = place(one);
      const gained = one.merging === 'end' ? 0 : (before[key] ?? 0);
      expect({ key, count: after[key] }).toEqual({ key, count: (others[key] ?? 0) + gained });
    }
    expect(await countsOf(merged)).toEqual(Object.fromEntries(Object.keys(before).map((key) => [key, 0])));
    expect(await world.sql`select from user_account where id = ${idOf(merged)}`).toHaveLength(0);
  });

  test('brings nothing that the other account has already', async () => {
    const [merged, continuing] = [await world.createUser('double1'), await world.createUser('double2')];
    const collectionId = await world.createCollection('doubles');
    const datasetId = await world.createDataset(collectionId);
    const fileId = await world.addFile(datasetId, 'b.txt');
    const [group] = await world.sql<{ id: number }[]>`
      insert into explicit_group (owner_id, alias, display_name) values (${collectionId}, 'g', 'G') returning id`;
    for (const actor of [merged, continuing]) {
      await world.assign(actor.identifier, 'member', collectionId);
      await world.sql`insert into explicit_group_member (group_id, user_account_id) values (${group?.id ?? 0}, ${idOf(actor)})`;
      await world.sql`insert into file_access_request (data_file_id, user_account_id) values (${fileId}, ${idOf(actor)})`;
      await world.sql`insert into file_access_request (data_file_id, user_account_id, state, decided_at)
        values (${fileId}, ${idOf(actor)}, 'REJECTED', now())`;
    }
    await world.assign(merged.identifier, 'curator', collectionId);
    await mergeAccounts(world.as(world.superuser), { merged: { id: idOf(merged) }, continuing: { id: idOf(continuing) } });
    const roles = await world.sql<{ alias: string }[]>`
      select r.alias from role_assignment a inner join role r on r.id = a.role_id where a.assignee = ${continuing.identifier} order by 1`;
    expect(roles.map(({ alias }) => alias)).toEqual(['curator', 'member']);
    const requests = await world.sql<{ state: string }[]>`
      select state::text from file_access_request where user_account_id = ${idOf(continuing)} order by 1`;
    expect(requests.map(({ state }) => state)).toEqual(['CREATED', 'REJECTED', 'REJECTED']);
    expect(await countOf({ table: 'explicit_group_member', column: 'user_account_id' }, idOf(continuing))).toBe(1);
  });
});

describe('changes of accounts at once', () => {
  const asAdmin = () => world.as(world.superuser);

  test('leave one superuser, however many give it up', async () => {
    const second = await world.createUser('second', { superuser: true });
    const [third] = [await world.createUser('third', { superuser: true })];
    const outcomes = await Promise.all([
      outcome(setSuperuser(asAdmin(), { user: { userName: 'admin' }, superuser: false })),
      outcome(deactivateAccount(asAdmin(), { user: { id: idOf(second) } })),
      outcome(setSuperuser(asAdmin(), { user: { id: idOf(third) }, superuser: false })),
    ]);
    expect(outcomes.toSorted()).toEqual(['LAST_SUPERUSER', 'OK', 'OK']);
    const left = await world.sql`select from user_account where superuser and deactivated_at is null`;
    expect(left).toHaveLength(1);
    await world.sql`update user_account set superuser = true where user_name = 'admin'`;
  });

  test('merge two accounts into each other once', async () => {
    const [one, other] = [await world.createUser('mutual1'), await world.createUser('mutual2')];
    const outcomes = await Promise.all([
      outcome(mergeAccounts(asAdmin(), { merged: { id: idOf(one) }, continuing: { id: idOf(other) } })),
      outcome(mergeAccounts(asAdmin(), { merged: { id: idOf(other) }, continuing: { id: idOf(one) } })),
    ]);
    expect(outcomes.toSorted()).toEqual(['OK', 'USER_NOT_FOUND']);
  });

  test('give a free name to one of several', async () => {
    const actors = await Promise.all(['racer1', 'racer2', 'racer3'].map((name) => world.createUser(name)));
    const outcomes = await Promise.all(
      actors.map((actor) => outcome(renameAccount(asAdmin(), { user: { id: idOf(actor) }, userName: 'winner' }))),
    );
    expect(outcomes.toSorted()).toEqual(['OK', 'USER_NAME_TAKEN', 'USER_NAME_TAKEN']);
  });

  test('give no role to a name that an account had', async () => {
    const actor = await world.createUser('leaving');
    const collectionId = await world.createCollection('left');
    const results = await Promise.all([
      outcome(renameAccount(asAdmin(), { user: { id: idOf(actor) }, userName: 'arrived' })),
      outcome(assignRole(asAdmin(), { collection: { id: collectionId }, assignee: '@leaving', roleAlias: 'member' })),
    ]);
    expect(results[0]).toBe('OK');
    expect(['OK', 'ASSIGNEE_NOT_FOUND']).toContain(results[1]);
    expect(await countOf({ table: 'role_assignment', column: 'assignee' }, '@leaving')).toBe(0);
  });
});
