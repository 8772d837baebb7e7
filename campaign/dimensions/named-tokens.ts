/** What a named token is made with. */
import type { Dimension } from '../dimension.ts';
import { graphqlRequest } from './graphql-request.ts';

const LARGEST = 1_900_000;
const CREATE = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { token { databaseId } } }';

/** By name: the input of a size. */
const inputs: Readonly<Record<string, (size: number) => Readonly<Record<string, unknown>>>> = {
  'a name': (n) => ({ name: 'x'.repeat(n), scopes: ['READ'] }),
  scopes: (n) => ({ name: 'n', scopes: Array.from({ length: Math.ceil(n / 7) }, () => 'READ') }),
  'an alias': (n) => ({ name: 'n', scopes: ['READ'], collection: { alias: 'x'.repeat(n) } }),
};

export const namedTokenDimensions: readonly Dimension[] = [
  ...Object.entries(inputs).map(([name, inputOf]): Dimension => ({
    name: `named tokens: ${name}`,
    as: 'depositor',
    sizes: [64, LARGEST],
    requests: (size) => graphqlRequest(CREATE, { input: inputOf(size) }),
  })),
  {
    name: 'signed URLs: parameters before the signature',
    sizes: [64, 15_000],
    requests: (size) =>
      ['a=b&', '%61=%62&', '+&', 'user=a&', '='].map((text) => ({
        path: `/api/users/:me?${text.repeat(Math.ceil(size / text.length))}&user=admin&method=GET&token=${'0'.repeat(128)}`.slice(
          0,
          15_200,
        ),
      })),
  },
  {
    name: 'named tokens: a secret',
    sizes: [64, 15_000],
    requests: (size) => ({ path: '/api/users/:me', headers: { 'x-service-key': `avt_${'x'.repeat(size)}` } }),
  },
];
