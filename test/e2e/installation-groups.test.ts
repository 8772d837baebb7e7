import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphqlAnswer } from '../support/graphql-client.ts';
import type { RestAnswer } from '../support/rest-client.ts';
import { assignRole, type Caller, createCollection, createUser, guest, superuser, uniqueName } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** IP groups and mail-domain groups over GraphQL, beside what REST says of them. */
let server: TestServer;
let admin: Caller;
let user: Caller;
let nobody: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  user = await createUser(server, 'user');
  nobody = guest(server);
});
afterAll(() => server.stop());

const IP_FIELDS = 'id databaseId alias identifier name description ranges { first last } addresses';
const MAIL_FIELDS = 'id databaseId alias identifier name description domains regex';

const CREATE_IP = `mutation ($input: CreateIpGroupInput!) { createIpGroup(input: $input) { group { ${IP_FIELDS} } } }`;
const CREATE_MAIL = `mutation ($input: CreateMailDomainGroupInput!) { createMailDomainGroup(input: $input) { group { ${MAIL_FIELDS} } } }`;

describe('an IP group', () => {
  test('is made, found in three ways, replaced and deleted', async () => {
    const alias = uniqueName('lab');
    const facts = { description: 'Machines', ranges: [{ first: '10.0.0.0', last: '10.0.0.9' }], addresses: ['::FFFF:10.0.0.77', '0:0::1'] };
    const made = await admin.graphql.expectData(CREATE_IP, { input: { alias, name: 'Lab', ...facts } });
    const group = made.record('data.createIpGroup.group');
    expect(group).toMatchObject({ alias, identifier: `&ip/${alias}`, name: 'Lab', ...facts, addresses: ['10.0.0.77', '::1'] });

    const { id, databaseId } = group;
    for (const reference of [{ alias }, { id }, { databaseId }]) {
      const found = await admin.graphql.expectData(
        `query ($reference: IpGroupReference!) { ipGroup(reference: $reference) { ${IP_FIELDS} } }`,
        {
          reference,
        },
      );
      expect(found.at('data.ipGroup')).toEqual(group);
    }
    expect((await admin.graphql.expectData(`{ ipGroups { nodes { ${IP_FIELDS} } } }`)).list('data.ipGroups.nodes')).toContainEqual(group);
    expect((await admin.rest.get(`/api/admin/groups/ip/${alias}`)).record('data')).toMatchObject({ id: databaseId, name: 'Lab' });

    const put = await admin.graphql.expectData(
      `mutation ($input: SetIpGroupInput!) { setIpGroup(input: $input) { group { ${IP_FIELDS} } } }`,
      { input: { alias, name: 'Other' } },
    );
    expect(put.at('data.setIpGroup.group')).toEqual({ ...group, name: 'Other', description: null, ranges: [], addresses: [] });

    const remove = `mutation ($input: DeleteIpGroupInput!) { deleteIpGroup(input: $input) { identifier } }`;
    const gone = await admin.graphql.expectData(remove, { input: { group: { id } } });
    expect(gone.at('data.deleteIpGroup.identifier')).toBe(`&ip/${alias}`);
    expect((await admin.graphql.send(remove, { input: { group: { id } } })).code).toBe('IP_GROUP_NOT_FOUND');
  });
});

describe('a mail-domain group', () => {
  test('is made, found in three ways, replaced and deleted', async () => {
    const alias = uniqueName('uni');
    const facts = { description: 'Staff', domains: ['(.+\\.)?uni\\.example'], regex: true };
    const made = await admin.graphql.expectData(CREATE_MAIL, { input: { alias, name: 'Uni', ...facts } });
    const group = made.record('data.createMailDomainGroup.group');
    expect(group).toMatchObject({ alias, identifier: `&mail/${alias}`, name: 'Uni', ...facts });

    const { id, databaseId } = group;
    for (const reference of [{ alias }, { id }, { databaseId }]) {
      const found = await admin.graphql.expectData(
        `query ($reference: MailDomainGroupReference!) { mailDomainGroup(reference: $reference) { ${MAIL_FIELDS} } }`,
        { reference },
      );
      expect(found.at('data.mailDomainGroup')).toEqual(group);
    }
    expect(
      (await admin.graphql.expectData(`{ mailDomainGroups { nodes { ${MAIL_FIELDS} } } }`)).list('data.mailDomainGroups.nodes'),
    ).toContainEqual(group);

    const put = await admin.graphql.expectData(
      `mutation ($input: SetMailDomainGroupInput!) { setMailDomainGroup(input: $input) { group { ${MAIL_FIELDS} } } }`,
      { input: { alias, domains: ['uni.example'] } },
    );
    expect(put.at('data.setMailDomainGroup.group')).toEqual({
      ...group,
      name: alias,
      description: null,
      domains: ['uni.example'],
      regex: false,
    });

    const remove = `mutation ($input: DeleteMailDomainGroupInput!) { deleteMailDomainGroup(input: $input) { identifier } }`;
    const gone = await admin.graphql.expectData(remove, { input: { group: { databaseId } } });
    expect(gone.at('data.deleteMailDomainGroup.identifier')).toBe(`&mail/${alias}`);
    expect((await admin.graphql.send(remove, { input: { group: { databaseId } } })).code).toBe('MAIL_DOMAIN_GROUP_NOT_FOUND');
  });
});

describe('groups fetched again by their global ids', () => {
  const nodes = (ids: readonly string[]): string =>
    `{ nodes(ids: ${JSON.stringify(ids)}) { id ... on IpGroup { alias } ... on MailDomainGroup { alias } } }`;

  test('are shown to who passes the gate, many for the price of one of each kind', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 4; number++) {
      const ip = await admin.graphql.expectData(CREATE_IP, { input: { alias: uniqueName('ip'), addresses: ['10.0.0.1'] } });
      const mail = await admin.graphql.expectData(CREATE_MAIL, { input: { alias: uniqueName('mail'), domains: ['example.edu'] } });
      ids.push(ip.text('data.createIpGroup.group.id'), mail.text('data.createMailDomainGroup.group.id'));
    }
    const found = await admin.graphql.expectData(nodes(ids));
    expect(ids.map((_id, at) => found.at(`data.nodes.${at}.id`))).toEqual(ids);
    for (const caller of [user, nobody]) {
      expect((await caller.graphql.expectData(nodes(ids))).at('data.nodes')).toEqual(ids.map(() => null));
    }
    const cost = async (some: readonly string[]): Promise<number> => {
      await untilQuiet(server);
      return (await statementsDuring(server, () => admin.graphql.expectData(nodes(some)))).length;
    };
    expect(await cost(ids)).toBe(await cost(ids.slice(0, 2)));
  });
});

interface Attempt {
  readonly what: string;
  readonly rest: (caller: Caller) => Promise<RestAnswer>;
  readonly graphql: (caller: Caller) => Promise<GraphqlAnswer>;
  /** For a superuser; other callers are refused at the gate. */
  readonly code: string | undefined;
  /** The form of the input is checked before the gate, for every caller. */
  readonly readBeforeGate?: true;
}

const given = { alias: '' };
const attempts: readonly Attempt[] = [
  {
    what: 'listing IP groups',
    rest: ({ rest }) => rest.get('/api/admin/groups/ip'),
    graphql: ({ graphql }) => graphql.send('{ ipGroups { nodes { alias } } }'),
    code: undefined,
  },
  {
    what: 'listing mail-domain groups',
    rest: ({ rest }) => rest.get('/api/admin/groups/domain'),
    graphql: ({ graphql }) => graphql.send('{ mailDomainGroups { nodes { alias } } }'),
    code: undefined,
  },
  {
    what: 'an IP group that is not there',
    rest: ({ rest }) => rest.get('/api/admin/groups/ip/nosuch'),
    graphql: ({ graphql }) => graphql.send('{ ipGroup(reference: { alias: "nosuch" }) { alias } }'),
    code: 'IP_GROUP_NOT_FOUND',
  },
  {
    what: 'a mail-domain group that is not there',
    rest: ({ rest }) => rest.get('/api/admin/groups/domain/999999'),
    graphql: ({ graphql }) => graphql.send('{ mailDomainGroup(reference: { databaseId: 999999 }) { alias } }'),
    code: 'MAIL_DOMAIN_GROUP_NOT_FOUND',
  },
  {
    what: 'a range that ends before it begins',
    rest: ({ rest }) => rest.post('/api/admin/groups/ip', { ranges: [['10.0.0.2', '10.0.0.1']] }),
    graphql: ({ graphql }) => graphql.send(CREATE_IP, { input: { ranges: [{ first: '10.0.0.2', last: '10.0.0.1' }] } }),
    code: 'BAD_USER_INPUT',
  },
  {
    what: 'an alias of a wrong form',
    rest: ({ rest }) => rest.put('/api/admin/groups/ip/a.b', {}),
    graphql: ({ graphql }) => graphql.send('mutation { setIpGroup(input: { alias: "a.b" }) { group { id } } }'),
    code: 'BAD_USER_INPUT',
    readBeforeGate: true,
  },
  {
    what: 'a regular expression that looks ahead',
    rest: ({ rest }) => rest.post('/api/admin/groups/domain', { alias: 'ahead', domains: ['(?=a)a'], regex: true }),
    graphql: ({ graphql }) => graphql.send(CREATE_MAIL, { input: { alias: 'ahead', domains: ['(?=a)a'], regex: true } }),
    code: 'BAD_USER_INPUT',
  },
  {
    what: 'deleting a group that has roles',
    rest: ({ rest }) => rest.delete(`/api/admin/groups/ip/${given.alias}`),
    graphql: ({ graphql }) =>
      graphql.send('mutation ($alias: String!) { deleteIpGroup(input: { group: { alias: $alias } }) { identifier } }', given),
    code: 'GROUP_HAS_ROLES',
  },
];

describe('both surfaces answer alike', () => {
  beforeAll(async () => {
    given.alias = uniqueName('holder');
    await admin.graphql.expectData(CREATE_IP, { input: { alias: given.alias } });
    await assignRole(admin, await createCollection(admin), `&ip/${given.alias}`, 'member');
  });

  test.each(attempts)('to $what', async ({ rest, graphql, code, readBeforeGate }) => {
    for (const [caller, expected] of [
      [nobody, 'AUTHENTICATION_REQUIRED'],
      [user, 'ADMIN_API_REFUSED'],
      [admin, code],
    ] as const) {
      const { identifier } = caller;
      const codes = [(await rest(caller)).errorCode, (await graphql(caller)).code];
      const answer = readBeforeGate === true ? code : expected;
      expect({ identifier, codes }).toEqual({ identifier, codes: [answer, answer] });
    }
  });
});
