import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';

interface RestrictedFile {
  readonly dataset: SeededDataset;
  readonly id: number;
}

/** The file of the last case. */
let file: RestrictedFile = { dataset: { id: 0, persistentId: '' }, id: 0 };

/** A file of a dataset in `open`, restricted, and published unless it says otherwise. */
async function restricted({ fresh, callers }: ContractWorld, published = true): Promise<RestrictedFile> {
  const dataset = await fresh.draft();
  const id = await addFile(callers.owner, dataset, { name: 'kept.txt', bytes: 'kept\n', type: 'text/plain', jsonData: { restrict: true } });
  if (published) await publishDataset(callers.owner, dataset);
  file = { dataset, id };
  return file;
}

const path = (call: string, assignee?: string) => `/api/access/datafile/${file.id}/${call}${assignee === undefined ? '' : `/${assignee}`}`;

/** A restricted file for which the stranger has asked. */
async function asked(world: ContractWorld): Promise<RestrictedFile> {
  await restricted(world);
  succeeded(await world.callers.stranger.rest.put(path('requestAccess')));
  return file;
}

async function downloads({ callers }: ContractWorld, name: ActorName): Promise<number> {
  return (await callers[name].rest.get(`/api/access/datafile/${file.id}`)).status;
}

async function openRequests({ callers }: ContractWorld): Promise<unknown[]> {
  const answer = await callers.owner.rest.get(path('listRequests'));
  return answer.status === 404 ? [] : answer.list('data').map((_user, at) => answer.at(`data.${at}.identifier`));
}

const requests: readonly ContractCase[] = [
  {
    row: 'access.requestAccess',
    shows: 'asks for access to a restricted file',
    as: 'stranger',
    given: async (world) => ({ path: [(await restricted(world)).id] }),
    status: 200,
    holds: async (_answer, world, caller) => {
      expect(await openRequests(world)).toEqual([caller.identifier]);
      expect(await downloads(world, 'stranger')).toBe(403);
    },
  },
  {
    row: 'access.requestAccess',
    shows: 'asks again after a rejection',
    as: 'stranger',
    given: async (world) => {
      await asked(world);
      succeeded(await world.callers.owner.rest.put(path('rejectAccess', world.callers.stranger.identifier)));
      return { path: [file.id] };
    },
    status: 200,
  },
  {
    row: 'access.requestAccess',
    shows: 'refuses a second request while the first one is open',
    as: 'stranger',
    given: async (world) => ({ path: [(await asked(world)).id] }),
    status: 400,
    errorCode: 'ACCESS_REQUEST_REFUSED',
    message: /already have an open request/,
  },
  {
    row: 'access.requestAccess',
    shows: 'refuses a file that is open to all',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 400,
    errorCode: 'ACCESS_REQUEST_REFUSED',
    message: /not restricted/,
  },
  {
    row: 'access.requestAccess',
    shows: 'refuses callers who may already download the file',
    as: 'member',
    given: async (world) => ({ path: [(await restricted(world)).id] }),
    status: 400,
    errorCode: 'ACCESS_REQUEST_REFUSED',
    message: /may already download/,
  },
  {
    row: 'access.requestAccess',
    shows: 'refuses a file that is not published',
    as: 'stranger',
    given: async (world) => ({ path: [(await restricted(world, false)).id] }),
    status: 400,
    errorCode: 'ACCESS_REQUEST_REFUSED',
    message: /not published/,
  },
  {
    row: 'access.requestAccess',
    shows: 'refuses where the published dataset takes no requests, whatever its draft says',
    as: 'stranger',
    given: async (world) => {
      await restricted(world, false);
      const { rest } = world.callers.owner;
      const terms = { fileAccessRequest: false, termsOfAccess: 'Nobody.' };
      succeeded(await rest.put(`/api/datasets/${file.dataset.id}/access`, { customTermsOfAccess: terms }));
      await publishDataset(world.callers.owner, file.dataset);
      succeeded(await rest.send(`/api/access/${file.dataset.id}/allowAccessRequest`, { method: 'PUT', raw: 'true' }));
      return { path: [file.id] };
    },
    status: 400,
    errorCode: 'ACCESS_REQUEST_REFUSED',
    message: /does not accept/,
  },
  {
    row: 'access.requestAccess',
    shows: 'needs an account',
    given: async (world) => ({ path: [(await restricted(world)).id] }),
    status: 400,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'access.listRequests',
    shows: 'lists who waits for an answer, in the order they asked',
    as: 'curator',
    given: async (world) => {
      await asked(world);
      // A superuser may download everything, so the second request comes from another user.
      const { rest } = world.callers.superuser;
      const { sql } = world.server.application.connection;
      await sql`insert into file_access_request (data_file_id, user_account_id) select ${file.id}, id from user_account where superuser`;
      expect((await rest.get(path('listRequests'))).list('data')).toHaveLength(2);
      return { path: [file.id] };
    },
    status: 200,
    holds: (answer, { callers }) => {
      expect([answer.at('data.0.identifier'), answer.at('data.1.identifier')]).toEqual([callers.stranger.identifier, '@admin']);
      expect(answer.record('data.0')).toMatchObject({ email: expect.any(String), superuser: false, authenticationProviderId: 'builtin' });
    },
  },
  {
    row: 'access.listRequests',
    shows: 'says so if there are no requests',
    as: 'owner',
    given: async (world) => ({ path: [(await restricted(world)).id] }),
    status: 404,
    errorCode: 'ACCESS_REQUEST_NOT_FOUND',
  },
  {
    row: 'access.listRequests',
    shows: 'needs an account',
    given: async (world) => ({ path: [(await asked(world)).id] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'access.listRequests',
    shows: 'needs ManageFilePermissions, which a contributor lacks',
    as: 'contributor',
    given: async (world) => ({ path: [(await asked(world)).id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
];

const decisions: readonly ContractCase[] = [
  {
    row: 'access.grantAccess',
    shows: 'settles the request and opens the file',
    as: 'curator',
    given: async (world) => {
      await asked(world);
      expect(await downloads(world, 'stranger')).toBe(403);
      return { path: [file.id, world.callers.stranger.identifier] };
    },
    status: 200,
    holds: async (_answer, world) => {
      expect(await downloads(world, 'stranger')).toBe(200);
      expect(await openRequests(world)).toEqual([]);
    },
  },
  {
    row: 'access.grantAccess',
    shows: 'grants access to a user who did not request it',
    as: 'owner',
    given: async (world) => ({ path: [(await restricted(world)).id, world.callers.stranger.identifier] }),
    status: 200,
    holds: async (_answer, world) => expect(await downloads(world, 'stranger')).toBe(200),
  },
  {
    row: 'access.grantAccess',
    shows: 'opens the file to a group of a collection above, whose identifier has a slash',
    as: 'owner',
    given: async (world) => {
      const { open, callers } = world;
      await restricted(world);
      const alias = `readers${file.id}`;
      succeeded(await callers.owner.rest.post(`/api/collections/${open.alias}/groups`, { aliasInOwner: alias, displayName: 'Readers' }));
      succeeded(
        await callers.owner.rest.put(`/api/collections/${open.alias}/groups/${alias}/roleAssignees/${callers.stranger.identifier}`),
      );
      return { path: [file.id, `&explicit/${open.id}-${alias}`] };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toContain(`&explicit/${world.open.id}-readers${file.id}`);
      expect(await downloads(world, 'stranger')).toBe(200);
    },
  },
  {
    row: 'access.grantAccess',
    shows: 'settles a request although the role was given meanwhile',
    as: 'owner',
    given: async (world) => {
      await asked(world);
      const { sql } = world.server.application.connection;
      await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
        select ${world.callers.stranger.identifier}, id, ${file.id}, ${file.id} from role where alias = 'fileDownloader'`;
      return { path: [file.id, world.callers.stranger.identifier] };
    },
    status: 200,
    holds: async (_answer, world) => expect(await openRequests(world)).toEqual([]),
  },
  {
    row: 'access.grantAccess',
    shows: 'refuses a second grant',
    as: 'owner',
    given: async (world) => {
      await restricted(world);
      succeeded(await world.callers.owner.rest.put(path('grantAccess', world.callers.stranger.identifier)));
      return { path: [file.id, world.callers.stranger.identifier] };
    },
    status: 400,
    errorCode: 'ROLE_ALREADY_GRANTED',
  },
  {
    row: 'access.revokeAccess',
    shows: 'closes the file again',
    as: 'curator',
    given: async (world) => {
      await restricted(world);
      succeeded(await world.callers.owner.rest.put(path('grantAccess', world.callers.stranger.identifier)));
      return { path: [file.id, world.callers.stranger.identifier] };
    },
    status: 200,
    holds: async (_answer, world) => expect(await downloads(world, 'stranger')).toBe(403),
  },
  {
    row: 'access.revokeAccess',
    shows: 'finds no grant on the file, although a role above opens it',
    as: 'owner',
    given: async (world) => ({ path: [(await restricted(world)).id, world.callers.member.identifier] }),
    status: 400,
    errorCode: 'ROLE_ASSIGNMENT_NOT_FOUND',
  },
  {
    row: 'access.rejectAccess',
    shows: 'settles the request and leaves the file closed',
    as: 'curator',
    given: async (world) => ({ path: [(await asked(world)).id, world.callers.stranger.identifier] }),
    status: 200,
    holds: async (_answer, world) => {
      expect(await openRequests(world)).toEqual([]);
      expect(await downloads(world, 'stranger')).toBe(403);
    },
  },
  {
    row: 'access.rejectAccess',
    shows: 'finds no open request',
    as: 'owner',
    given: async (world) => ({ path: [(await restricted(world)).id, world.callers.stranger.identifier] }),
    status: 400,
    errorCode: 'ACCESS_REQUEST_NOT_FOUND',
  },
  ...(['access.grantAccess', 'access.revokeAccess', 'access.rejectAccess'] as const).flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'finds no user with an unknown name',
      as: 'owner',
      given: async (world) => ({ path: [(await asked(world)).id, '@nobody-at-all'] }),
      status: 400,
      errorCode: 'ASSIGNEE_NOT_FOUND',
    },
    ...(['guest', 'stranger', 'contributor'] as const).map((as): ContractCase => ({
      row,
      shows: `needs ManageFilePermissions, which a ${as} lacks`,
      as,
      given: async (world) => ({ path: [(await asked(world)).id, world.callers.stranger.identifier] }),
      status: row === 'access.revokeAccess' ? 401 : 400,
      errorCode: 'PERMISSION_DENIED',
      holds: async (_answer, world) => expect(await openRequests(world)).toHaveLength(1),
    })),
  ]),
];

const reads: readonly ContractCase[] = [
  ...([true, false] as const).map((expected): ContractCase => ({
    row: 'access.userFileAccessRequested',
    shows: expected ? 'is true also after a rejection' : 'is false for those who never asked',
    as: 'stranger',
    given: async (world) => {
      await (expected ? asked(world) : restricted(world));
      if (expected) succeeded(await world.callers.owner.rest.put(path('rejectAccess', world.callers.stranger.identifier)));
      return { path: [file.id] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(expected),
  })),
  {
    row: 'access.userFileAccessRequested',
    shows: 'needs an account',
    given: async (world) => ({ path: [(await restricted(world)).id] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  ...(
    [
      ['guest', [false, false, false]],
      ['stranger', [false, false, false]],
      ['member', [true, false, false]],
      ['contributor', [true, false, true]],
      ['curator', [true, true, true]],
      ['superuser', [true, true, true]],
    ] as const
  ).map(([as, [canDownloadFile, canManageFilePermissions, canEditOwnerDataset]]): ContractCase => ({
    row: 'access.userPermissions',
    shows: `tells a ${as} what they may do`,
    as,
    given: async (world) => ({ path: [(await restricted(world)).id] }),
    status: 200,
    keys: ['canDownloadFile', 'canManageFilePermissions', 'canEditOwnerDataset'],
    holds: (answer) => expect(answer.record('data')).toEqual({ canDownloadFile, canManageFilePermissions, canEditOwnerDataset }),
  })),
  {
    row: 'access.userPermissions',
    shows: 'counts a role that is given on the file itself',
    as: 'stranger',
    given: async (world) => {
      await restricted(world);
      succeeded(await world.callers.owner.rest.put(path('grantAccess', world.callers.stranger.identifier)));
      return { path: [file.id] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.canDownloadFile')).toBe(true),
  },
];

const unknown = (
  [
    ['access.requestAccess', 400],
    ['access.listRequests', 400],
    ['access.grantAccess', 400],
    ['access.revokeAccess', 400],
    ['access.rejectAccess', 400],
    ['access.userFileAccessRequested', 404],
    ['access.userPermissions', 404],
  ] as const
).flatMap(([row, status]): ContractCase[] => {
  const assignee = /grant|revoke|reject/.test(row) ? ['@nobody'] : [];
  return [
    {
      row,
      shows: 'finds no file of an unknown number',
      as: 'owner',
      given: () => ({ path: [987_654, ...assignee] }),
      status,
      errorCode: 'FILE_NOT_FOUND',
    },
    {
      row,
      shows: 'refuses what can be no file',
      as: 'owner',
      given: () => ({ path: ['abc', ...assignee] }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
  ];
});

/** Cases of requests for access to files. Source: files.md 22.4. */
export const fileAccessRequestCases: readonly ContractCase[] = [...requests, ...decisions, ...reads, ...unknown];
