import { succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import { nobodies } from './groups-members.ts';
import { createGroup, withGroup } from './groups-seed.ts';

const ADD = 'groups.assignees.add';
const ADD_ONE = 'groups.assignees.addOne';

/** Adding one identifier by either row. */
function adding(row: typeof ADD | typeof ADD_ONE, place: readonly (string | number)[], identifier: string): CaseRequest {
  return row === ADD ? { path: place, json: [identifier] } : { path: [...place, encodeURIComponent(identifier)] };
}

/** Whom explicit groups do not take. Source: collections.md 4, 6. */
export const groupMemberRefusals: readonly ContractCase[] = [
  ...nobodies.map((identifier): ContractCase => ({
    row: ADD_ONE,
    shows: `does not know ${identifier}`,
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs', encodeURIComponent(identifier)] }),
    status: 403,
    errorCode: 'ASSIGNEE_NOT_FOUND',
  })),
  ...([ADD, ADD_ONE] as const).flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'refuses an account that is deactivated',
      as: 'owner',
      given: async (world) => {
        const name = uniqueName('gone');
        await world.server.application.connection.sql`
          insert into user_account (user_name, first_name, last_name, email, authentication_provider_id, persistent_user_id, deactivated_at)
          values (${name}, 'Gone', 'User', ${`${name}@example.org`}, 'builtin', ${name}, now())`;
        return adding(row, [(await withGroup(world)).alias, 'ccs'], `@${name}`);
      },
      status: 403,
      errorCode: 'USER_DEACTIVATED',
    },
    {
      row,
      shows: 'refuses a group in itself',
      as: 'owner',
      given: async (world) => {
        const collection = await withGroup(world);
        return adding(row, [collection.alias, 'ccs'], `&explicit/${collection.id}-ccs`);
      },
      status: 403,
      errorCode: 'GROUP_CONTAINMENT_REFUSED',
    },
    {
      row,
      shows: 'refuses a group that contains this one at any depth',
      as: 'owner',
      given: async (world) => {
        const { owner } = world.callers;
        const collection = await withGroup(world);
        const middle = await createGroup(owner, collection, 'middle');
        const outer = await createGroup(owner, collection, 'outer');
        const groups = `/api/collections/${collection.id}/groups`;
        succeeded(await owner.rest.post(`${groups}/outer/roleAssignees`, [middle]));
        succeeded(await owner.rest.post(`${groups}/middle/roleAssignees`, [`&explicit/${collection.id}-ccs`]));
        return adding(row, [collection.alias, 'ccs'], outer);
      },
      status: 403,
      errorCode: 'GROUP_CONTAINMENT_REFUSED',
    },
    {
      row,
      shows: 'refuses a group that is defined neither in the collection nor above',
      as: 'superuser',
      given: async (world) => {
        const beside = await createGroup(world.callers.owner, await world.fresh.collection(), 'beside');
        return adding(row, [(await withGroup(world)).alias, 'ccs'], beside);
      },
      status: 403,
      errorCode: 'GROUP_CONTAINMENT_REFUSED',
    },
  ]),
];
