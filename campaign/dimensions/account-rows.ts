/** Rows of accounts that read texts from their paths. Node takes 16 KB of request line and headers. */
import type { Dimension } from '../dimension.ts';
import { jsonRequest } from './graphql-request.ts';

const LARGEST = 15_000;
const PERSON = { userName: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };

/** By name: a path of a size. */
const creations: Readonly<Record<string, (size: number) => string>> = {
  'a password': (n) => `/api/builtin-users/${'x'.repeat(n)}/key`,
  'a key': (n) => `/api/builtin-users/password/${'x'.repeat(n)}`,
  'whether mail is sent': (n) => `/api/builtin-users/password/key/${'x'.repeat(n)}`,
};

const permitted: Readonly<Record<string, (size: number) => string>> = {
  'an account': (n) => `/api/users/${'x'.repeat(n)}/allowedCollections/any`,
  'a permission': (n) => `/api/users/:me/allowedCollections/${'x'.repeat(n)}`,
};

const passwords: Readonly<Record<string, (size: number) => string>> = {
  'a name': (n) => `/api/builtin-users/${'x'.repeat(n)}/api-token?password=a`,
  'a password': (n) => `/api/builtin-users/nobody/api-token?password=${'x'.repeat(n)}`,
};

const traced: Readonly<Record<string, (size: number) => string>> = {
  'an account': (n) => `/api/users/${'x'.repeat(n)}/traces`,
  'a kind': (n) => `/api/users/admin/traces/${'x'.repeat(n)}`,
  'how many to leave out': (n) => `/api/users/admin/traces/dataFileCreator?offset=${n}00`,
};

export const accountRowDimensions: readonly Dimension[] = [
  ...Object.entries(creations).map(([name, pathOf]): Dimension => ({
    name: `account rows: ${name} of a new account`,
    sizes: [64, LARGEST],
    requests: (size) => jsonRequest('POST', pathOf(size), JSON.stringify(PERSON)),
  })),
  ...Object.entries(permitted).map(([name, pathOf]): Dimension => ({
    name: `account rows: ${name} whose collections are listed`,
    as: 'depositor',
    sizes: [64, LARGEST],
    requests: (size) => ({ path: pathOf(size) }),
  })),
  ...Object.entries(passwords).map(([name, pathOf]): Dimension => ({
    name: `account rows: ${name} of a token for a password`,
    sizes: [64, LARGEST],
    requests: (size) => ({ path: pathOf(size) }),
  })),
  ...Object.entries(traced).map(([name, pathOf]): Dimension => ({
    name: `account rows: ${name} of traces`,
    as: 'superuser',
    sizes: [64, LARGEST],
    requests: (size) => ({ path: pathOf(size) }),
  })),
];
