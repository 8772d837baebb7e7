import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createCollection, createUser, type SeededCollection, succeeded, superuser, uniqueName } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { statementsDuring, untilQuiet } from '../../support/statements.ts';

/** The members of explicit groups, page by page. */
let server: TestServer;
let admin: Caller;
let user: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  user = await createUser(server, 'uma');
  collection = await createCollection(admin);
});
afterAll(() => server.stop());

async function createGroup(members: readonly string[], owner = collection): Promise<string> {
  const aliasInOwner = uniqueName('group');
  succeeded(await admin.rest.post(`/api/collections/${owner.id}/groups`, { aliasInOwner, displayName: `Name of ${aliasInOwner}` }));
  succeeded(await admin.rest.post(`/api/collections/${owner.id}/groups/${aliasInOwner}/roleAssignees`, members));
  return aliasInOwner;
}

const QUERY = `query ($reference: ExplicitGroupReference!, $first: Int, $after: String) {
  explicitGroup(reference: $reference) {
    members(first: $first, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } nodes { identifier title affiliation } edges { cursor } }
  }
}`;

function page(aliasInOwner: string, variables: { readonly first?: number; readonly after?: unknown } = {}) {
  return admin.graphql.send(QUERY, { reference: { collection: { databaseId: collection.id }, aliasInOwner }, ...variables });
}

describe('the members of a group', () => {
  test('have names, each kind its own', async () => {
    const [lab, mail] = [uniqueName('lab'), uniqueName('mail')];
    const { sql } = server.application.connection;
    await sql`insert into ip_group (alias, name) values (${lab}, 'Laboratory')`;
    await sql`insert into mail_domain_group (alias, name, domains) values (${mail}, 'Students', '{example.org}')`;
    await sql`update user_account set affiliation = 'Kill' where user_name = ${user.identifier.slice(1)}`;
    const inner = await createGroup([]);
    const innerIdentifier = `&explicit/${collection.id}-${inner}`;
    const gone = uniqueName('gone');
    await sql`insert into ip_group (alias, name) values (${gone}, 'Gone')`;
    const members = [
      user.identifier,
      ':guest',
      ':AllUsers',
      ':authenticated-users',
      '#7',
      innerIdentifier,
      `&ip/${lab}`,
      `&mail/${mail}`,
      `&ip/${gone}`,
    ];
    const group = await createGroup(members);
    await sql`delete from ip_group where alias = ${gone}`;

    const answer = await page(group);
    const none = { affiliation: null };
    expect(answer.at('data.explicitGroup.members.nodes')).toEqual([
      { identifier: '#7', title: 'Private URL', ...none },
      { identifier: innerIdentifier, title: `Name of ${inner}`, ...none },
      { identifier: `&ip/${gone}`, title: `&ip/${gone}`, ...none },
      { identifier: `&ip/${lab}`, title: 'Laboratory', ...none },
      { identifier: `&mail/${mail}`, title: 'Students', ...none },
      { identifier: ':AllUsers', title: 'Everyone, including guests', ...none },
      { identifier: ':authenticated-users', title: 'Anyone with an account', ...none },
      { identifier: ':guest', title: 'Guest', ...none },
      { identifier: user.identifier, title: 'uma Tester', affiliation: 'Kill' },
    ]);
    expect(answer.at('data.explicitGroup.members.totalCount')).toBe(members.length);
  });

  test('come in pages that hold each member once', async () => {
    const members = Array.from({ length: 7 }, (_member, position) => `#${position + 1}`);
    const group = await createGroup(members);
    const seen: string[] = [];
    let after: unknown = null;
    for (let round = 0; round < 4; round += 1) {
      const answer = await page(group, { first: 2, after });
      for (const position of answer.list('data.explicitGroup.members.nodes').keys()) {
        seen.push(answer.text(`data.explicitGroup.members.nodes.${position}.identifier`));
      }
      expect(answer.record('data.explicitGroup.members.pageInfo')).toMatchObject({ hasNextPage: round < 3, hasPreviousPage: round > 0 });
      expect(answer.at('data.explicitGroup.members.totalCount')).toBe(7);
      after = answer.at('data.explicitGroup.members.pageInfo.endCursor');
    }
    expect(seen).toEqual(members);
  });

  test('are none in a group without any', async () => {
    const answer = await page(await createGroup([]));
    expect(answer.at('data.explicitGroup.members')).toEqual({
      totalCount: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null },
      nodes: [],
      edges: [],
    });
  });

  test.each([
    [{ first: 101 }, 'PAGE_TOO_LARGE'],
    [{ first: 0 }, 'BAD_USER_INPUT'],
    [{ after: 'x' }, 'CURSOR_INVALID'],
    [{ after: Buffer.from('["contents","DATASET",1]').toString('base64url') }, 'CURSOR_INVALID'],
    [{ after: Buffer.from('["members","a\\u0000b"]').toString('base64url') }, 'BAD_USER_INPUT'],
  ])('are not given for %j', async (variables, code) => {
    expect((await page(await createGroup([':guest']), variables)).code).toBe(code);
  });

  test('cost no more statements in many groups than in one', async () => {
    const [one, many] = [await createCollection(admin), await createCollection(admin)];
    await createGroup([':guest'], one);
    for (let index = 0; index < 6; index += 1) await createGroup([':guest', user.identifier], many);
    const statements = async ({ id }: SeededCollection): Promise<number> => {
      await untilQuiet(server);
      const query = `{ collection(reference: { databaseId: ${id} }) { groups { nodes { members { totalCount nodes { title } } containedRoleAssignees } } } }`;
      return (await statementsDuring(server, () => admin.graphql.expectData(query))).length;
    };
    await statements(one);
    expect(await statements(many)).toBe(await statements(one));
  });
});
