import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** A tool of files, as its maker describes it. */
export const FILE_TOOL = {
  displayName: 'Text reader',
  toolName: 'textReader',
  description: 'Reads <i>texts</i>.',
  types: ['preview', 'explore'],
  scope: 'file',
  contentType: 'text/plain',
  toolUrl: 'https://tools.example.org/read.html?theme=dark',
  toolParameters: {
    queryParameters: [{ fileid: '{fileId}' }, { siteUrl: '{siteUrl}' }, { pid: '{datasetPid}' }, { version: '{datasetVersion}' }],
    httpMethod: 'GET',
  },
  requirements: { auxFilesExist: [] },
};

/** A tool of datasets. */
export const DATASET_TOOL = {
  displayName: 'Overview',
  description: 'Shows a dataset.',
  types: ['explore'],
  scope: 'dataset',
  toolUrl: 'https://tools.example.org/dataset#top',
  toolParameters: {
    queryParameters: [{ datasetId: '{datasetId}' }, { version: '{datasetVersion}' }, { lang: '{localeCode}' }, { key: '{apiToken}' }],
  },
};

/** Registers a tool; its id. */
export async function registered({ callers }: ContractWorld, manifest: object): Promise<number> {
  return succeeded(await callers.superuser.rest.post('/api/externalTools', manifest)).number('data.id');
}

export const withoutTools = async ({ server }: ContractWorld): Promise<void> =>
  void (await server.application.connection.sql`delete from external_tool`);

const KEYS = ['id', 'displayName', 'toolName', 'description', 'types', 'scope', 'contentType', 'toolUrl', 'toolParameters', 'requirements'];

const places = ['', 'admin.'] as const;

const refused = (place: string, shows: string, manifest: unknown, pointers: readonly string[]): ContractCase => ({
  row: `${place}externalTools.add`,
  shows,
  as: 'superuser',
  given: () => ({ json: manifest }),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  holds: (answer) => {
    const told = JSON.stringify(answer.at('errors'));
    for (const pointer of pointers) expect(told).toContain(pointer);
  },
});

const { displayName: _name, toolUrl: _url, ...incomplete } = FILE_TOOL;

const manifests = (place: string): readonly ContractCase[] => [
  {
    row: `${place}externalTools.add`,
    shows: 'registers a tool, and answers its record',
    as: 'superuser',
    given: () => ({ json: FILE_TOOL }),
    status: 200,
    keys: KEYS,
    holds: (answer) => expect(answer.record('data')).toEqual({ ...FILE_TOOL, id: answer.number('data.id') }),
    restore: withoutTools,
  },
  {
    row: `${place}externalTools.add`,
    shows: 'takes the older key type, and calls that a tool may make',
    as: 'superuser',
    given: () => {
      const { types: _types, ...rest } = DATASET_TOOL;
      const allowedApiCalls = [{ name: 'read', httpMethod: 'get', urlTemplate: '/api/v1/datasets/{datasetId}' }];
      return { json: { ...rest, type: 'configure', allowedApiCalls } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.types')).toEqual(['configure']);
      expect(answer.at('data.allowedApiCalls')).toEqual([
        { name: 'read', httpMethod: 'GET', urlTemplate: '/api/v1/datasets/{datasetId}', timeOut: 10 },
      ]);
      expect(answer.at('data.requirements')).toEqual({ auxFilesExist: [] });
    },
    restore: withoutTools,
  },
  refused(place, 'names every key that is missing', incomplete, ['displayName', 'toolUrl']),
  refused(
    place,
    'refuses a tool of files without a type of files and without a word that names the file, and an address of another kind',
    {
      ...FILE_TOOL,
      contentType: undefined,
      toolUrl: 'javascript:alert(1)',
      toolParameters: { queryParameters: [{ site: '{siteUrl}' }] },
    },
    ['contentType', 'toolUrl'],
  ),
  refused(
    place,
    'refuses parameters that name no dataset, words that are not reserved, and calls elsewhere or with credentials',
    {
      ...DATASET_TOOL,
      toolParameters: { queryParameters: [{ id: '{collectionId}' }] },
      allowedApiCalls: [
        { name: 'away', httpMethod: 'GET', urlTemplate: 'https://example.org/api/x' },
        { name: 'own', httpMethod: 'BREW', urlTemplate: '/api/users/:me?key={apiToken}', timeOut: 0 },
      ],
    },
    [
      'toolParameters',
      'allowedApiCalls/0/urlTemplate',
      'allowedApiCalls/1/httpMethod',
      'allowedApiCalls/1/urlTemplate',
      'allowedApiCalls/1/timeOut',
    ],
  ),
];

const shared = (place: string): readonly ContractCase[] => [
  ...manifests(place),
  {
    row: `${place}externalTools.add`,
    shows: 'asks a guest to log in',
    given: () => ({ json: FILE_TOOL }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: `${place}externalTools.add`,
    shows: 'is for superusers',
    as: 'owner',
    given: () => ({ json: FILE_TOOL }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: `${place}externalTools.list`,
    shows: 'lists all tools by id',
    as: 'superuser',
    given: async (world) => {
      await withoutTools(world);
      for (const manifest of [FILE_TOOL, DATASET_TOOL]) await registered(world, manifest);
      return {};
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data')).toHaveLength(2);
      expect(answer.record('data.0')).toEqual({ ...FILE_TOOL, id: answer.number('data.0.id') });
      expect(answer.record('data.1')).toMatchObject({ scope: 'dataset', toolParameters: { httpMethod: 'GET' } });
      expect(answer.record('data.1')).not.toHaveProperty('contentType');
    },
    restore: withoutTools,
  },
  {
    row: `${place}externalTools.get`,
    shows: 'gives a tool',
    as: 'superuser',
    given: async (world) => ({ path: [await registered(world, FILE_TOOL)] }),
    status: 200,
    keys: KEYS,
    restore: withoutTools,
  },
  ...['987654', 'nonsense'].flatMap((id) =>
    ['get', 'delete'].map((row): ContractCase => ({
      row: `${place}externalTools.${row}`,
      shows: `refuses the id ${id}, which is none`,
      as: 'superuser',
      given: () => ({ path: [id] }),
      status: 400,
      errorCode: 'EXTERNAL_TOOL_NOT_FOUND',
    })),
  ),
  {
    row: `${place}externalTools.delete`,
    shows: 'takes a tool out',
    as: 'superuser',
    given: async (world) => ({ path: [await registered(world, FILE_TOOL)] }),
    status: 200,
    holds: async (_answer, { callers }) => expect(succeeded(await callers.guest.rest.get('/api/externalTools')).at('data')).toEqual([]),
  },
  {
    row: `${place}externalTools.delete`,
    shows: 'asks a guest to log in',
    given: () => ({ path: [1] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: `${place}externalTools.delete`,
    shows: 'is for superusers',
    as: 'owner',
    given: () => ({ path: [1] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
];

/** Cases of the registry of external tools. Source: users-admin.md 18.3. */
export const externalToolCases: readonly ContractCase[] = [
  ...places.flatMap(shared),
  ...(['list', 'get'] as const).flatMap((row): ContractCase[] => [
    {
      row: `admin.externalTools.${row}`,
      shows: 'asks a guest to log in',
      given: () => ({ path: row === 'get' ? [1] : [] }),
      status: 401,
      errorCode: 'AUTHENTICATION_REQUIRED',
    },
    {
      row: `admin.externalTools.${row}`,
      shows: 'is for those who pass the gate',
      as: 'owner',
      given: () => ({ path: row === 'get' ? [1] : [] }),
      status: 403,
      errorCode: 'ADMIN_API_REFUSED',
    },
  ]),
  {
    row: 'externalTools.get',
    shows: 'is open to all',
    given: async (world) => ({ path: [await registered(world, FILE_TOOL)] }),
    status: 200,
    restore: withoutTools,
  },
];
