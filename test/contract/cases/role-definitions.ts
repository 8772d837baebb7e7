import { expect } from 'vitest';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import { collectionRole, inputCases, RECORD, roleBody } from './role-requests.ts';

/** Defining a role in a collection, by either path. Source: collections.md 5.7, 7.1. */
function definingCases(row: string, at: (collection: string) => CaseRequest): readonly ContractCase[] {
  return [
    {
      row,
      shows: 'gives the record, permissions in catalogue order',
      as: 'superuser',
      given: ({ open }) => ({ ...at(open.alias), json: roleBody() }),
      status: 200,
      keys: RECORD,
      holds: (answer, { open }) => {
        expect(answer.at('data.permissions')).toEqual(['AddDataset', 'EditDataset']);
        expect(answer.at('data.ownerId')).toBe(open.id);
      },
    },
    ...inputCases(row, ({ open }) => at(open.alias)),
    {
      row,
      shows: 'refuses an alias that any role has',
      as: 'superuser',
      given: async (world) => ({ ...at(world.closed.alias), json: roleBody({ alias: (await collectionRole(world)).alias }) }),
      status: 403,
      errorCode: 'ROLE_ALIAS_TAKEN',
    },
    {
      row,
      shows: 'tells aliases by their case',
      as: 'superuser',
      given: async (world) => ({ ...at(world.open.alias), json: roleBody({ alias: (await collectionRole(world)).alias.toUpperCase() }) }),
      status: 200,
    },
    {
      row,
      shows: 'is for superusers, also where permissions are managed',
      as: 'owner',
      given: ({ open }) => ({ ...at(open.alias), json: roleBody() }),
      status: 403,
      errorCode: 'SUPERUSER_REQUIRED',
    },
    {
      row,
      shows: 'needs ManageCollectionPermissions',
      as: 'curator',
      given: ({ open }) => ({ ...at(open.alias), json: roleBody() }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    { row, shows: 'is not for guests', given: ({ open }) => ({ ...at(open.alias), json: roleBody() }), status: 401 },
    {
      row,
      shows: 'names an unknown collection',
      as: 'superuser',
      given: () => ({ ...at('nowhere'), json: roleBody() }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
  ];
}

/** Cases of defining roles in collections. */
export const roleDefinitionCases: readonly ContractCase[] = [
  ...definingCases('collections.roles.create', (collection) => ({ path: [collection] })),
  ...definingCases('roles.create', (collection) => ({ query: { dvo: collection } })),
  {
    row: 'roles.create',
    shows: 'needs the parameter dvo',
    as: 'superuser',
    given: () => ({ json: roleBody() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /dvo/,
  },
];
