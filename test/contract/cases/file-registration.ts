import { expect } from 'vitest';
import { addFile, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const SETTING = '/api/admin/settings/:FilePIDsEnabled';

async function allow({ callers }: ContractWorld): Promise<void> {
  succeeded(await callers.superuser.rest.send(SETTING, { method: 'PUT', raw: 'true' }));
}

async function forbid({ callers }: ContractWorld): Promise<void> {
  await callers.superuser.rest.delete(SETTING);
}

/** A file without an identifier. */
async function freshFile({ callers, fresh }: ContractWorld): Promise<number> {
  return addFile(callers.owner, await fresh.draft(), { name: 'plain.txt', bytes: uniqueName('plain'), type: 'text/plain' });
}

/** Cases of identifiers of single files. Source: datasets.md 12.2. */
export const fileRegistrationCases: readonly ContractCase[] = ['admin.registerDataFile', 'admin.registerDataFile.get'].flatMap(
  (row): ContractCase[] => [
    {
      row,
      shows: 'is not for guests',
      given: ({ publishedFile }) => ({ path: [publishedFile] }),
      status: 401,
      errorCode: 'AUTHENTICATION_REQUIRED',
    },
    {
      row,
      shows: 'needs a superuser',
      as: 'owner',
      given: ({ publishedFile }) => ({ path: [publishedFile] }),
      status: 403,
      errorCode: 'SUPERUSER_REQUIRED',
    },
    { row, shows: 'knows no such file', as: 'superuser', given: () => ({ path: [999_999] }), status: 404, errorCode: 'FILE_NOT_FOUND' },
    { row, shows: 'refuses what is no id', as: 'superuser', given: () => ({ path: ['x'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
    {
      row,
      shows: 'refuses where files get no identifiers',
      as: 'superuser',
      given: ({ publishedFile }) => ({ path: [publishedFile] }),
      status: 403,
      errorCode: 'REGISTRATION_REFUSED',
    },
    {
      row,
      shows: 'gives a file its identifier, once',
      as: 'superuser',
      given: async (world) => {
        await allow(world);
        return { path: [await freshFile(world)] };
      },
      restore: forbid,
      status: 200,
      keys: ['message'],
      holds: (answer) => expect(answer.text('data.message')).toMatch(/registered successfully/),
    },
    {
      row,
      shows: 'leaves an identifier that is there',
      as: 'superuser',
      given: async (world) => {
        await allow(world);
        const id = await freshFile(world);
        const { rest } = world.callers.superuser;
        succeeded(await rest.post(`/api/admin/${id}/registerDataFile`, undefined));
        const known = succeeded(await rest.get(`/api/files/${id}`)).text('data.dataFile.persistentId');
        return { path: [':persistentId'], query: { persistentId: known } };
      },
      restore: forbid,
      status: 200,
      holds: (answer) => expect(answer.text('data.message')).toMatch(/already registered/),
    },
  ],
);
