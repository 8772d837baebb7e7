import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  addFile,
  assignRole,
  BUILTIN_USERS_KEY,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  succeeded,
  uniqueName,
} from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ALL = '/api/notifications/all';

async function told(caller: Caller, query = ''): Promise<readonly Record<string, unknown>[]> {
  const answer = succeeded(await caller.rest.get(`${ALL}${query}`));
  return answer.list('data').map((_entry, position) => answer.record(`data.${position}`));
}

async function typesTold(caller: Caller): Promise<unknown[]> {
  return (await told(caller)).map(({ type }) => type);
}

/** The newest notification of the contributor, who has at least that of the account. */
async function newestOf({ callers }: ContractWorld): Promise<number> {
  return Number((await told(callers.contributor, '?limit=1'))[0]?.['id']);
}

/** Somebody new with a collection, in it a contributor and a curator. */
async function team({ server, callers }: ContractWorld) {
  const owner = await createUser(server, 'lead');
  await assignRole(callers.superuser, { id: 1, alias: 'root' }, owner.identifier, 'fullContributor');
  const collection = await createCollection(owner);
  const author = await createUser(server, 'author');
  const curator = await createUser(server, 'reviewer');
  await assignRole(owner, collection, author.identifier, 'contributor');
  await assignRole(owner, collection, curator.identifier, 'curator');
  return { owner, author, curator, collection, dataset: await createDataset(owner, collection) };
}

const anAnswer = { row: 'notifications.all', given: () => ({}), status: 200 } as const;

/** A mention, which no request raises. */
const mentions: readonly ContractCase[] = (
  [
    ['{"name":"A"}', { name: 'A' }],
    ['cited in A', 'cited in A'],
  ] as const
).map(([sent, shown]) => ({
  row: 'notifications.all',
  shows: `tells what a mention says: ${sent}`,
  as: 'contributor',
  given: async (world) => {
    const { id } = await world.fresh.draft();
    await world.server.application.db.execute(sql`
      insert into notification (user_account_id, type, subject_id, details)
      select id, 'DATASETMENTIONED', ${id}, ${JSON.stringify({ additionalInfo: sent })}::text::json from user_account
      where user_name = ${world.callers.contributor.identifier.slice(1)}`);
    return { query: { inAppNotificationFormat: 'true', limit: '1' } };
  },
  status: 200,
  holds: (answer) => {
    expect(answer.record('data.0')).toMatchObject({
      type: 'DATASETMENTIONED',
      additionalInfo: shown,
      datasetDisplayName: expect.any(String),
    });
  },
}));

const refusedToGuests: readonly ContractCase[] = (
  [
    ['notifications.all', []],
    ['notifications.unreadCount', []],
    ['notifications.markAsRead', [1]],
    ['notifications.delete', [1]],
    ['notifications.mutedEmails.list', []],
    ['notifications.mutedEmails.add', ['CREATEDV']],
    ['notifications.mutedEmails.remove', ['CREATEDV']],
    ['notifications.mutedNotifications.list', []],
    ['notifications.mutedNotifications.add', ['CREATEDV']],
    ['notifications.mutedNotifications.remove', ['CREATEDV']],
  ] as const
).map(([row, path]) => ({
  row,
  shows: 'is for accounts',
  as: 'guest',
  given: () => ({ path }),
  status: 401,
  errorCode: 'AUTHENTICATION_REQUIRED',
}));

const oneOfTheirOwn: readonly ContractCase[] = (
  [
    ['notifications.markAsRead', 'marked as read'],
    ['notifications.delete', 'deleted'],
  ] as const
).flatMap(([row, done]): ContractCase[] => [
  {
    row,
    shows: 'takes one of the caller',
    as: 'contributor',
    given: async (world) => {
      const { contributor, curator } = world.callers;
      await createDataset(curator, world.open);
      const { id } = await world.fresh.draft();
      succeeded(await contributor.rest.post(`/api/datasets/${id}/submitForReview`));
      succeeded(await curator.rest.post(`/api/datasets/${id}/returnToAuthor`, { reasonForReturn: 'No units.' }));
      return { path: [await newestOf(world)] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const id = Number(/^Notification (\d+) /.exec(answer.text('data.message'))?.[1]);
      expect(answer.text('data.message')).toContain(done);
      const left = (await told(callers.contributor)).filter((notification) => notification['id'] === id);
      expect(left).toMatchObject(row === 'notifications.delete' ? [] : [{ displayAsRead: true }]);
    },
  },
  {
    row,
    shows: "finds nobody else's",
    as: 'curator',
    given: async (world) => ({ path: [await newestOf(world)] }),
    status: 404,
    errorCode: 'NOTIFICATION_NOT_FOUND',
  },
  {
    row,
    shows: 'finds nothing under what is no number',
    as: 'curator',
    given: () => ({ path: ['newest'] }),
    status: 404,
    errorCode: 'NOTIFICATION_NOT_FOUND',
  },
]);

const muting: readonly ContractCase[] = (['mutedEmails', 'mutedNotifications'] as const).flatMap((list): ContractCase[] => [
  {
    row: `notifications.${list}.add`,
    shows: 'mutes a type, also twice',
    as: 'member',
    given: async ({ callers }) => {
      succeeded(await callers.member.rest.put(`/api/notifications/${list}/INGESTCOMPLETED`));
      return { path: ['INGESTCOMPLETED'] };
    },
    status: 200,
    holds: async (_answer, { callers }) => {
      const muted = await callers.member.rest.get(`/api/notifications/${list}`);
      expect(muted.list(`data.${list}`)).toEqual([{ name: 'INGESTCOMPLETED', description: 'Ingest is completed' }]);
    },
  },
  { row: `notifications.${list}.list`, shows: 'gives them', as: 'stranger', given: () => ({}), status: 200, keys: [list] },
  {
    row: `notifications.${list}.remove`,
    shows: 'ends it, also when there is nothing to end',
    as: 'member',
    given: () => ({ path: ['INGESTCOMPLETED'] }),
    status: 200,
    holds: async (_answer, { callers }) =>
      expect((await callers.member.rest.get(`/api/notifications/${list}`)).list(`data.${list}`)).toEqual([]),
  },
  ...(['add', 'remove'] as const).map((what): ContractCase => ({
    row: `notifications.${list}.${what}`,
    shows: 'knows types in capitals alone, and looks before it asks who calls',
    as: 'guest',
    given: () => ({ path: ['createdv'] }),
    status: 404,
    errorCode: 'BAD_USER_INPUT',
  })),
]);

/** Cases of notifications. Source: users-admin.md 5, datasets.md 16. */
export const notificationCases: readonly ContractCase[] = [
  ...refusedToGuests,
  ...mentions,
  ...oneOfTheirOwn,
  ...muting,
  {
    ...anAnswer,
    shows: 'tells a new user with a collection and a dataset of the collection, then of the account',
    as: 'stranger',
    holds: async (_answer, world) => {
      const { owner } = await team(world);
      const answer = await owner.rest.get(ALL);
      expect([answer.number('totalCount'), await typesTold(owner)]).toEqual([3, ['ASSIGNROLE', 'CREATEDV', 'CREATEACC']]);
      expect(answer.record('data.2')).toEqual({
        id: expect.any(Number),
        type: 'CREATEACC',
        displayAsRead: false,
        sentTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        subjectText: 'Root: Your account has been created',
        messageText: expect.stringContaining('Hello,'),
      });
      expect(answer.text('data.1.subjectText')).toBe('Root: Your collection has been created');
    },
  },
  {
    ...anAnswer,
    shows: 'tells a curator of a submission and the author of its return, but not the curator who returned it',
    as: 'stranger',
    holds: async (_answer, world) => {
      const { author, curator, dataset } = await team(world);
      succeeded(await author.rest.post(`/api/datasets/${dataset.id}/submitForReview`));
      expect(await typesTold(curator)).toEqual(['SUBMITTEDDS', 'CREATEACC']);
      succeeded(await curator.rest.post(`/api/datasets/${dataset.id}/returnToAuthor`, { reasonForReturn: 'Name the sensor.' }));
      expect(await typesTold(author)).toEqual(['RETURNEDDS', 'CREATEACC']);
      expect(await typesTold(curator)).toEqual(['SUBMITTEDDS', 'CREATEACC']);
      expect((await told(author))[0]?.['messageText']).toContain('Name the sensor.');
    },
  },
  {
    ...anAnswer,
    shows: 'tells all who work with a dataset of its publication, each once',
    as: 'stranger',
    holds: async (_answer, world) => {
      const { owner, author, curator, collection, dataset } = await team(world);
      await assignRole(owner, collection, author.identifier, 'member');
      await publishDataset(curator, dataset);
      for (const caller of [owner, author, curator]) {
        expect((await typesTold(caller)).filter((type) => type === 'PUBLISHEDDS')).toHaveLength(1);
      }
      expect(await typesTold(world.callers.stranger)).not.toContain('PUBLISHEDDS');
    },
  },
  {
    ...anAnswer,
    shows: 'gives keys in place of texts, and says what is gone',
    as: 'stranger',
    holds: async (_answer, world) => {
      const { owner, author, curator, collection, dataset } = await team(world);
      succeeded(await author.rest.post(`/api/datasets/${dataset.id}/submitForReview`));
      const about = (await told(curator, '?inAppNotificationFormat=true'))[0] ?? {};
      expect(Object.keys(about)).toEqual([
        'id',
        'type',
        'displayAsRead',
        'sentTimestamp',
        'datasetPersistentIdentifier',
        'datasetDisplayName',
        'ownerAlias',
        'ownerDisplayName',
        'requestorFirstName',
        'requestorLastName',
        'requestorEmail',
      ]);
      expect(about).toMatchObject({
        datasetPersistentIdentifier: dataset.persistentId,
        ownerAlias: collection.alias,
        requestorFirstName: 'author',
      });
      const [, roles, created, account] = await told(owner, '?inAppNotificationFormat=true');
      expect(roles).toMatchObject({ type: 'ASSIGNROLE', collectionAlias: collection.alias });
      expect(roles?.['roleAssignments']).toMatchObject([{ assignee: owner.identifier, _roleAlias: 'admin' }]);
      expect(created).toMatchObject({ collectionAlias: collection.alias, ownerAlias: 'root', userGuidesVersion: expect.any(String) });
      const { pathname } = new URL(`${String(created?.['userGuidesBaseUrl'])}/user/index.html`);
      expect((await fetch(world.server.url + pathname)).url).toMatch(/\/docs$/);
      expect(account).toMatchObject({ installationBrandName: 'Root', userGuidesSectionPath: 'user/index.html' });

      succeeded(await world.callers.superuser.rest.delete(`/api/datasets/${dataset.id}/destroy`));
      expect((await told(curator, '?inAppNotificationFormat=true'))[0]).toMatchObject({ type: 'SUBMITTEDDS', objectDeleted: true });
      expect(Object.keys((await told(curator))[0] ?? {})).toEqual(['id', 'type', 'displayAsRead', 'sentTimestamp']);
    },
  },
  {
    ...anAnswer,
    shows: 'gives a slice, and counts all',
    as: 'owner',
    given: () => ({ query: { limit: '1', offset: '1' } }),
    holds: async (answer, { callers }) => {
      const all = await callers.owner.rest.get(ALL);
      expect(answer.list('data')).toEqual([all.record('data.1')]);
      expect(answer.number('totalCount')).toBe(all.list('data').length);
      expect((await callers.owner.rest.get(`${ALL}?offset=100000`)).list('data')).toEqual([]);
    },
  },
  {
    ...anAnswer,
    shows: 'leaves out what was read when asked to; reading the list marks nothing',
    as: 'stranger',
    given: async ({ callers: { stranger } }) => {
      // Other cases tell the stranger of other things.
      for (const { id } of (await told(stranger)).slice(1)) succeeded(await stranger.rest.delete(`/api/notifications/${Number(id)}`));
      return { query: { onlyUnread: 'true' } };
    },
    holds: async (answer, { callers }) => {
      expect(answer.number('totalCount')).toBe(1);
      expect((await callers.stranger.rest.get('/api/notifications/unreadCount')).number('data.unreadCount')).toBe(1);
      const id = answer.number('data.0.id');
      for (let time = 0; time < 2; time += 1) succeeded(await callers.stranger.rest.put(`/api/notifications/${id}/markAsRead`));
      expect((await callers.stranger.rest.get(`${ALL}?onlyUnread=true`)).record('')).toMatchObject({ totalCount: 0, data: [] });
      expect((await callers.stranger.rest.get(ALL)).number('totalCount')).toBe(1);
    },
  },
  ...(['', '0'] as const).map((limit): ContractCase => ({
    ...anAnswer,
    shows: `gives all for the limit "${limit}"`,
    as: 'owner',
    given: () => ({ query: { limit, offset: '' } }),
    holds: (answer) => expect(answer.list('data')).toHaveLength(answer.number('totalCount')),
  })),
  ...[{ limit: 'all' }, { limit: '-1' }, { limit: '1.5' }, { offset: '-1' }].map((query): ContractCase => ({
    ...anAnswer,
    shows: `takes whole numbers from 0 alone, not ${JSON.stringify(query)}`,
    as: 'owner',
    given: () => ({ query }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    ...anAnswer,
    shows: 'names the dataset where access to a file was asked for, granted and rejected',
    as: 'owner',
    holds: async (_answer, world) => {
      const { owner, collection, dataset } = await team(world);
      const file = await addFile(owner, dataset, { name: 'interviews.txt' });
      succeeded(await owner.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' }));
      await publishDataset(owner, dataset);
      const reader = await createUser(world.server, 'reader');
      const decide = async (decision: 'rejectAccess' | 'grantAccess') => {
        succeeded(await reader.rest.put(`/api/access/datafile/${file}/requestAccess`));
        succeeded(await owner.rest.put(`/api/access/datafile/${file}/${decision}/${reader.identifier}`));
      };
      await decide('rejectAccess');
      await decide('grantAccess');
      const [granted, asked, rejected] = await told(reader, '?inAppNotificationFormat=true');
      const about = { datasetPersistentIdentifier: dataset.persistentId, datasetDisplayName: expect.stringContaining('Door counter') };
      const ofDataset = { ...about, ownerAlias: collection.alias, ownerDisplayName: expect.stringContaining('Collection') };
      expect(granted).toMatchObject({ type: 'GRANTFILEACCESS', ...ofDataset });
      expect(asked).toMatchObject({ type: 'REQUESTEDFILEACCESS', dataFileId: file, dataFileDisplayName: 'interviews.txt', ...about });
      expect(rejected).toMatchObject({ type: 'REJECTFILEACCESS', ...ofDataset });
      const request = (await told(owner))[0];
      expect((await told(owner, '?inAppNotificationFormat=true'))[0]).toMatchObject({
        type: 'REQUESTFILEACCESS',
        dataFileId: file,
        requestorFirstName: 'reader',
        requestorLastName: 'Tester',
        ...about,
      });
      expect(request?.['subjectText']).toBe(
        `Root: reader Tester (${reader.identifier}) requested access to dataset "${String(granted?.['datasetDisplayName'])}"`,
      );
      expect(request?.['messageText']).toContain(`/dataset.xhtml?persistentId=${dataset.persistentId}`);
    },
  },
  {
    ...anAnswer,
    shows: 'holds nothing of a type that the account, or the operator, has muted; what is never muted comes through',
    as: 'stranger',
    holds: async (_answer, world) => {
      const { author, curator, dataset } = await team(world);
      const round = async () => {
        succeeded(await author.rest.post(`/api/datasets/${dataset.id}/submitForReview`));
        succeeded(await curator.rest.post(`/api/datasets/${dataset.id}/returnToAuthor`, { reasonForReturn: 'Again.' }));
        return (await typesTold(curator)).filter((type) => type === 'SUBMITTEDDS').length;
      };
      const setting = (name: string, method: 'PUT' | 'DELETE') =>
        world.callers.superuser.rest.send(`/api/admin/settings/${name}`, { method, ...(method === 'PUT' ? { raw: 'SUBMITTEDDS' } : {}) });
      succeeded(await curator.rest.put('/api/notifications/mutedNotifications/SUBMITTEDDS'));
      expect(await round()).toBe(0);
      succeeded(await setting(':NeverMuted', 'PUT'));
      expect(await round()).toBe(1);
      succeeded(await setting(':AlwaysMuted', 'PUT'));
      expect(await round()).toBe(1);
      succeeded(await setting(':NeverMuted', 'DELETE'));
      succeeded(await setting(':AlwaysMuted', 'DELETE'));
      succeeded(await curator.rest.delete('/api/notifications/mutedNotifications/SUBMITTEDDS'));
      expect(await round()).toBe(2);
    },
  },
  {
    row: 'builtinusers.create',
    shows: 'welcomes nobody who is not to be welcomed',
    given: () => {
      const userName = uniqueName('quiet');
      const json = { userName, firstName: 'Quiet', lastName: 'Quill', email: `${userName}@example.org` };
      return { query: { password: 'secret-1234', key: BUILTIN_USERS_KEY, sendEmailNotification: 'false' }, json };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const list = await callers.guest.rest.get(`${ALL}?key=${answer.text('data.apiToken')}`);
      expect(list.number('totalCount')).toBe(0);
    },
  },
  {
    row: 'notifications.unreadCount',
    shows: 'counts what the caller has not read',
    as: 'curator',
    given: () => ({}),
    status: 200,
    keys: ['unreadCount'],
    holds: (answer) => expect(answer.number('data.unreadCount')).toBeGreaterThan(0),
  },
  {
    row: 'notifications.all',
    shows: 'tells those who can publish of a new dataset, where the installation wants it',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: async (_answer, world) => {
      const { owner, author, curator, collection } = await team(world);
      const setting = '/api/admin/settings/:SendNotificationOnDatasetCreation';
      succeeded(await world.callers.superuser.rest.send(setting, { method: 'PUT', raw: 'true' }));
      await createDataset(curator, collection);
      succeeded(await world.callers.superuser.rest.delete(setting));
      expect((await told(owner, '?inAppNotificationFormat=true'))[0]).toMatchObject({
        type: 'DATASETCREATED',
        requestorFirstName: 'reviewer',
      });
      expect(await typesTold(curator)).toContain('DATASETCREATED');
      expect(await typesTold(author)).not.toContain('DATASETCREATED');
    },
  },
];
