import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { addFile, publishDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

/** Cases of downloading files and reading their metadata. Source: files.md 7.1 and 11. */
export const fileReadCases: readonly ContractCase[] = [
  {
    row: 'access.datafile',
    shows: 'gives the bytes of a published file to any account, with its headers',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 200,
    holds: (answer) => {
      expect(answer.body).toBe('first bytes\n');
      const headers = ['content-type', 'content-length', 'content-disposition', 'accept-ranges'].map((name) => answer.headers.get(name));
      expect(headers).toEqual(['text/plain; name="first.txt"', '12', 'attachment; filename="first.txt"', 'bytes']);
      expect(answer.headers.get('etag')).toMatch(/^"MD5-/);
    },
  },
  {
    row: 'access.datafile',
    shows: 'clips a range that ends beyond the file',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile], headers: { Range: 'bytes=6-999' } }),
    status: 206,
    holds: (answer) => expect([answer.body, answer.headers.get('content-range')]).toEqual(['bytes\n', 'bytes 6-11/12']),
  },
  ...['bytes=5-1', 'bytes=0-9,2-11', 'bytes=12-', 'bytes=x'].map((range): ContractCase => ({
    row: 'access.datafile',
    shows: `refuses the range ${range}`,
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile], headers: { Range: range } }),
    status: 416,
    errorCode: 'RANGE_NOT_SATISFIABLE',
  })),
  {
    row: 'access.datafile',
    shows: 'says that nothing changed to who has the file',
    as: 'stranger',
    given: async ({ publishedFile, callers }) => {
      const first = await callers.stranger.rest.get(`/api/access/datafile/${publishedFile}`);
      return { path: [publishedFile], headers: { 'If-None-Match': `"other", ${first.headers.get('etag') ?? ''}` } };
    },
    status: 304,
    holds: (answer) => expect(answer.bytes.length).toBe(0),
  },
  {
    row: 'access.datafile',
    shows: 'refuses an absent token even for a public file',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  ...['', 'null', 'nonsense'].map((token): ContractCase => ({
    row: 'access.datafile',
    shows: `refuses the token "${token}" even for a public file`,
    given: ({ publishedFile }) => ({ path: [publishedFile], headers: { 'X-Service-key': token } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
  })),
  {
    row: 'access.datafile',
    shows: 'takes the token from the query',
    given: ({ publishedFile, callers }) => ({ path: [publishedFile], query: { key: callers.stranger.rest.token ?? '' } }),
    status: 200,
  },
  {
    row: 'access.datafile',
    shows: 'refuses an unpublished file to those who may not see drafts',
    as: 'stranger',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: 'access.datafile',
    shows: 'gives an unpublished file to a member',
    as: 'member',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 200,
  },
  {
    row: 'access.datafile',
    shows: 'refuses a restricted file without DownloadFile',
    as: 'stranger',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset, { name: 'secret.txt', jsonData: { restrict: true } });
      await publishDataset(callers.owner, dataset);
      expect((await callers.member.rest.get(`/api/access/datafile/${file}`)).status).toBe(200);
      return { path: [file] };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: 'access.datafile',
    shows: 'finds no file of an unknown number',
    as: 'stranger',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  { row: 'access.datafile', shows: 'finds no file of a bad id', as: 'stranger', given: () => ({ path: ['abc'] }), status: 404 },
  {
    row: 'access.datafile',
    shows: 'is public if the operator allows it',
    given: async ({ publishedFile, callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:GuestDownload', { method: 'PUT', raw: 'true' });
      return { path: [publishedFile] };
    },
    status: 200,
    holds: async (_answer, { callers, draftFile }) => {
      expect((await callers.guest.rest.get(`/api/access/datafile/${draftFile}`)).status).toBe(403);
      await callers.superuser.rest.delete('/api/admin/settings/:GuestDownload');
    },
  },
  {
    row: 'files.metadata.get',
    shows: 'gives bare JSON as text, with the id of the record',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 200,
    holds: (answer, { publishedFile }) => {
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(Object.keys(answer.record(''))).toEqual(['label', 'description', 'restricted', 'id']);
      expect(answer.number('id')).not.toBe(publishedFile);
      expect(readJson(JSON.parse(answer.body)).at('label')).toBe('first.txt');
    },
  },
  {
    row: 'files.metadata.get',
    shows: 'answers 400 when there is no such file',
    given: () => ({ path: [987_654] }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: 'files.metadata.get',
    shows: 'answers 400 to those who may not see the file',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'files.metadata.get',
    shows: 'answers 404 when no version with the file is published',
    as: 'owner',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 404,
    errorCode: 'NOT_FOUND',
  },
  { row: 'files.metadata.get', shows: 'refuses a bad file id', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
  {
    row: 'files.metadata.get',
    shows: 'needs the parameter persistentId beside :persistentId',
    given: () => ({ path: [':persistentId'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];
