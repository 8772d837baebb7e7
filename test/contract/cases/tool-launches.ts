import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import type { ContractCase } from './contract-case.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';
import { DATASET_TOOL, FILE_TOOL, registered, withoutTools } from './external-tools.ts';

const OF_DATASET = 'datasets.externalTool.toolUrl';
const OF_FILE = 'files.externalTool.toolUrl';
const DATASET_GRANT = 'datasets.versions.toolparams';
const FILE_GRANT = 'files.metadata.toolparams';

const CALLS = [
  { name: 'bytes', httpMethod: 'GET', urlTemplate: '/api/v1/access/datafile/{fileId}?gbrecs=true', timeOut: 30 },
  { name: 'dataset', httpMethod: 'GET', urlTemplate: '/api/v1/datasets/:persistentId/?persistentId={datasetPid}', timeOut: 5 },
];
const CALLING_TOOL = { ...FILE_TOOL, allowedApiCalls: CALLS };

/** A case after which there are no tools. */
const launching = (row: string, shows: string, more: Omit<ContractCase, 'row' | 'shows' | 'restore'>): ContractCase => ({
  row,
  shows,
  restore: withoutTools,
  ...more,
});

const addressOf = (answer: RestAnswer): URL => new URL(answer.text('data.toolUrl'));

/** What a tool does with the address at which it asks. */
async function askAs({ callers }: ContractWorld, as: ActorName, address: string): Promise<RestAnswer> {
  const { pathname, search } = new URL(address);
  return callers[as].rest.get(`${pathname}${search}`);
}

const callbackOf = (answer: RestAnswer): string => Buffer.from(addressOf(answer).searchParams.get('callback') ?? '', 'base64').toString();

/** A published dataset with a restricted file; the id of the file. */
async function restrictedFile({ callers, fresh }: ContractWorld): Promise<number> {
  const dataset = await fresh.draft();
  const file = await addFile(callers.owner, dataset, { name: 'closed.txt', type: 'text/plain' });
  succeeded(await callers.owner.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' }));
  succeeded(
    await callers.owner.rest.put(`/api/datasets/${dataset.id}/access`, {
      customTermsOfAccess: { fileAccessRequest: true, termsOfAccess: 'Ask.' },
    }),
  );
  await publishDataset(callers.owner, dataset);
  return file;
}

/** A dataset whose only version is withdrawn. */
async function withdrawn({ callers, fresh }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.published();
  const path = `/api/datasets/${dataset.id}/versions/1.0/deaccession`;
  succeeded(await callers.owner.rest.post(path, { deaccessionReason: 'Measured wrongly.' }));
  return dataset;
}

const ofDataset: readonly ContractCase[] = [
  launching(OF_DATASET, 'gives a guest the address with what is public', {
    given: async (world) => {
      const dataset = await world.fresh.published();
      return { path: [dataset.id, await registered(world, DATASET_TOOL)], json: { preview: true, locale: 'de' } };
    },
    status: 200,
    keys: ['toolUrl', 'displayName', 'datasetId', 'preview'],
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ displayName: 'Overview', preview: true });
      expect(answer.text('data.toolUrl')).toBe(
        `https://tools.example.org/dataset?datasetId=${answer.number('data.datasetId')}&version=1.0&lang=de&preview=true#top`,
      );
    },
  }),
  launching(OF_DATASET, 'needs no body, and keeps the token to itself where all is public', {
    as: 'owner',
    given: async (world) => ({ path: [(await world.fresh.published()).id, await registered(world, DATASET_TOOL)] }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.preview')).toBe(false);
      expect([...addressOf(answer).searchParams.keys()]).toEqual(['datasetId', 'version']);
    },
  }),
  launching(OF_DATASET, 'gives the token of the request for a draft where the tool asks for it', {
    as: 'owner',
    given: async (world) => ({ path: [world.draft.id, await registered(world, DATASET_TOOL)], json: {} }),
    status: 200,
    holds: async (answer, { callers }) => {
      const { searchParams } = addressOf(answer);
      expect(searchParams.get('version')).toBe(':draft');
      const me = await callers.guest.rest.send('/api/users/:me', { headers: { 'X-Service-key': searchParams.get('key') ?? '' } });
      expect(succeeded(me).text('data.identifier')).toBe(callers.owner.identifier);
    },
  }),
  ...(['guest', 'stranger'] as const).map((as) =>
    launching(OF_DATASET, `refuses a draft to a ${as}`, {
      as,
      given: async (world) => ({ path: [world.draft.id, await registered(world, DATASET_TOOL)], json: {} }),
      status: 403,
      errorCode: 'PERMISSION_DENIED',
    }),
  ),
  ...(['guest', 'member'] as const).map((as) =>
    launching(OF_DATASET, `refuses what is withdrawn to a ${as}`, {
      as,
      given: async (world) => ({ path: [(await withdrawn(world)).id, await registered(world, DATASET_TOOL)], json: {} }),
      status: 403,
      errorCode: 'PERMISSION_DENIED',
    }),
  ),
  launching(OF_DATASET, 'is started for what is withdrawn by who edits it', {
    as: 'owner',
    given: async (world) => ({ path: [(await withdrawn(world)).id, await registered(world, DATASET_TOOL)], json: {} }),
    status: 200,
    holds: (answer) => expect(addressOf(answer).searchParams.get('version')).toBe('1.0'),
  }),
  launching(OF_DATASET, 'refuses a dataset that is not there', {
    given: async (world) => ({ path: [987_654, await registered(world, DATASET_TOOL)], json: {} }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  }),
  launching(OF_DATASET, 'refuses a tool that is not there', {
    given: ({ published }) => ({ path: [published.id, 987_654], json: {} }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_NOT_FOUND',
  }),
  launching(OF_DATASET, 'refuses a tool of files', {
    given: async (world) => ({ path: [world.published.id, await registered(world, FILE_TOOL)], json: {} }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_UNFIT',
  }),
  launching(OF_DATASET, 'refuses a body that is not right, with all problems', {
    given: async (world) => ({
      path: [world.published.id, await registered(world, DATASET_TOOL)],
      json: { preview: 'yes', locale: 'x'.repeat(51) },
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(JSON.stringify(answer.at('errors'))).toMatch(/preview.*locale/),
  }),
];

const ofFile: readonly ContractCase[] = [
  launching(OF_FILE, 'adds to the parameters that the address has', {
    given: async (world) => ({ path: [world.publishedFile, await registered(world, FILE_TOOL)], json: {} }),
    status: 200,
    keys: ['toolUrl', 'displayName', 'fileId', 'preview'],
    holds: (answer, { published, publishedFile, server }) => {
      expect(Object.fromEntries(addressOf(answer).searchParams)).toEqual({
        theme: 'dark',
        fileid: String(publishedFile),
        siteUrl: server.application.services.installation.siteUrl,
        pid: published.persistentId,
        version: '1.0',
      });
    },
  }),
  launching(OF_FILE, 'gives a tool with calls nothing but where it may ask, signed for what is not public', {
    as: 'owner',
    given: async (world) => ({
      path: [await restrictedFile(world), await registered(world, CALLING_TOOL)],
      json: { preview: true, locale: 'fr' },
    }),
    status: 200,
    holds: async (answer, world) => {
      expect([...addressOf(answer).searchParams.keys()]).toEqual(['theme', 'callback', 'locale', 'preview']);
      const callback = callbackOf(answer);
      expect(new URL(callback).searchParams.get('user')).toBe(world.callers.owner.identifier.slice(1));
      const grant = succeeded(await askAs(world, 'guest', callback));
      expect(grant.record('data.queryParameters')).toMatchObject({ fileid: answer.number('data.fileId'), version: '1.0' });
      expect(grant.at('data.signedUrls')).toEqual([
        { name: 'bytes', httpMethod: 'GET', signedUrl: expect.stringContaining('token='), timeOut: 30 },
        { name: 'dataset', httpMethod: 'GET', signedUrl: expect.stringContaining('token='), timeOut: 5 },
      ]);
      const bytes = await askAs(world, 'guest', grant.text('data.signedUrls.0.signedUrl'));
      expect([bytes.status, bytes.body]).toEqual([200, 'content of closed.txt\n']);
      expect(succeeded(await askAs(world, 'guest', grant.text('data.signedUrls.1.signedUrl'))).status).toBe(200);
    },
  }),
  launching(OF_FILE, 'gives plain addresses for what is public', {
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const file = await addFile(world.callers.owner, dataset, { name: 'open.txt', type: 'text/plain' });
      await publishDataset(world.callers.owner, dataset);
      return { path: [file, await registered(world, CALLING_TOOL)], json: {} };
    },
    status: 200,
    holds: async (answer, world) => {
      const callback = callbackOf(answer);
      expect(callback).toMatch(/\/api\/v1\/files\/\d+\/metadata\/\d+\/toolparams\/\d+$/);
      const grant = succeeded(await askAs(world, 'guest', callback));
      expect(grant.text('data.signedUrls.0.signedUrl')).toBe(
        `${world.server.application.services.installation.siteUrl}/api/v1/access/datafile/${answer.number('data.fileId')}?gbrecs=true`,
      );
    },
  }),
  ...(['guest', 'stranger'] as const).map((as) =>
    launching(OF_FILE, `refuses a restricted file to a ${as}`, {
      as,
      given: async (world) => ({ path: [await restrictedFile(world), await registered(world, FILE_TOOL)], json: {} }),
      status: 403,
      errorCode: 'FILE_ACCESS_DENIED',
    }),
  ),
  launching(OF_FILE, 'refuses a file of a draft', {
    as: 'stranger',
    given: async (world) => ({ path: [world.draftFile, await registered(world, FILE_TOOL)], json: {} }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  }),
  launching(OF_FILE, 'refuses a file that is not there', {
    given: async (world) => ({ path: [987_654, await registered(world, FILE_TOOL)], json: {} }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  }),
  launching(OF_FILE, 'refuses a tool that is not there', {
    given: ({ publishedFile }) => ({ path: [publishedFile, 987_654], json: {} }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_NOT_FOUND',
  }),
  launching(OF_FILE, 'refuses a file of another type', {
    given: async (world) => ({
      path: [world.publishedFile, await registered(world, { ...FILE_TOOL, contentType: 'image/png' })],
      json: {},
    }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_UNFIT',
  }),
  launching(OF_FILE, 'refuses a file without the auxiliary file that the tool needs', {
    given: async (world) => {
      const requirements = { auxFilesExist: [{ formatTag: 'dpJson', formatVersion: '0.1' }] };
      return { path: [world.publishedFile, await registered(world, { ...FILE_TOOL, requirements })], json: {} };
    },
    status: 400,
    errorCode: 'EXTERNAL_TOOL_UNFIT',
  }),
  launching(OF_FILE, 'refuses JSON that is none', {
    given: async (world) => ({ path: [world.publishedFile, await registered(world, FILE_TOOL)], raw: '{' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  }),
];

/** Id of the record of the published file. */
async function recordOf({ callers, publishedFile }: ContractWorld): Promise<number> {
  const query = 'query ($id: Int!) { file(reference: { databaseId: $id }) { inVersion(version: ":latest-published") { databaseId } } }';
  return (await callers.owner.graphql.send(query, { id: publishedFile })).number('data.file.inVersion.databaseId');
}

const grants: readonly ContractCase[] = [
  launching(DATASET_GRANT, 'gives parameters, and no addresses to a tool without calls', {
    given: async (world) => ({ path: [world.published.id, '1.0', await registered(world, DATASET_TOOL)] }),
    status: 200,
    keys: ['queryParameters'],
    holds: (answer, { published }) => expect(answer.record('data.queryParameters')).toEqual({ datasetId: published.id, version: '1.0' }),
  }),
  ...(['guest', 'stranger'] as const).map((as) =>
    launching(DATASET_GRANT, `refuses a draft to a ${as}`, {
      as,
      given: async (world) => ({ path: [world.draft.id, ':draft', await registered(world, DATASET_TOOL)] }),
      status: 403,
      errorCode: 'PERMISSION_DENIED',
    }),
  ),
  launching(DATASET_GRANT, 'refuses a version that is not there', {
    as: 'owner',
    given: async (world) => ({ path: [world.published.id, '7.0', await registered(world, DATASET_TOOL)] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  }),
  launching(DATASET_GRANT, 'refuses what is no version', {
    given: async (world) => ({ path: [world.published.id, 'newest', await registered(world, DATASET_TOOL)] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  }),
  launching(DATASET_GRANT, 'refuses a tool that is not there', {
    given: ({ published }) => ({ path: [published.id, '1.0', 987_654] }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_NOT_FOUND',
  }),
  launching(DATASET_GRANT, 'refuses a tool of files', {
    given: async (world) => ({ path: [world.published.id, '1.0', await registered(world, FILE_TOOL)] }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_UNFIT',
  }),
  launching(DATASET_GRANT, 'refuses a dataset that is not there', {
    given: async (world) => ({ path: [987_654, '1.0', await registered(world, DATASET_TOOL)] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  }),
  launching(FILE_GRANT, 'gives parameters and calls', {
    given: async (world) => ({ path: [world.publishedFile, await recordOf(world), await registered(world, CALLING_TOOL)] }),
    status: 200,
    keys: ['queryParameters', 'signedUrls'],
    holds: (answer, { published }) =>
      expect(answer.record('data.queryParameters')).toMatchObject({ pid: published.persistentId, version: '1.0' }),
  }),
  launching(FILE_GRANT, 'refuses a record that is none of this file', {
    given: async (world) => ({ path: [world.publishedFile, 987_654, await registered(world, CALLING_TOOL)] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  }),
  launching(FILE_GRANT, 'refuses a restricted file', {
    as: 'stranger',
    given: async (world) => {
      const file = await restrictedFile(world);
      const { sql } = world.server.application.connection;
      const [record] = await sql<{ id: number }[]>`select id from file_metadata where data_file_id = ${file}`;
      return { path: [file, record?.id ?? 0, await registered(world, CALLING_TOOL)] };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  }),
  launching(FILE_GRANT, 'refuses a file of a draft', {
    as: 'stranger',
    given: async (world) => ({ path: [world.draftFile, 1, await registered(world, CALLING_TOOL)] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  }),
  launching(FILE_GRANT, 'refuses a tool that is not there', {
    given: ({ publishedFile }) => ({ path: [publishedFile, 1, 987_654] }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_NOT_FOUND',
  }),
  launching(FILE_GRANT, 'refuses a tool of datasets', {
    given: async (world) => ({ path: [world.publishedFile, 1, await registered(world, DATASET_TOOL)] }),
    status: 400,
    errorCode: 'EXTERNAL_TOOL_UNFIT',
  }),
];

/** Cases of starting tools. Source: users-admin.md 18.3. */
export const toolLaunchCases: readonly ContractCase[] = [...ofDataset, ...ofFile, ...grants];
