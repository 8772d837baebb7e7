/** Bulk jobs, and the keys of requests. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import { formOf } from './form.ts';
import { graphqlRequest } from './graphql-request.ts';

const BEGIN = 'mutation ($input: BulkQueryInput!) { bulkQuery(input: $input) { bulkJob { databaseId } } }';
const BEGIN_LINES = 'mutation ($input: BulkMutationInput!) { bulkMutation(input: $input) { bulkJob { databaseId } } }';
const WALK = '{ collection(reference: { alias: "root" }) { contents { nodes { __typename } } } }';
const MUTATION = 'mutation ($name: String!) { createToken(input: { name: $name, scopes: [READ] }) { token { databaseId } } }';
/** Beyond what a server takes of headers as a whole. */
const LONGEST_HEADER = 15_000;

const begun = (input: Readonly<Record<string, unknown>>): HostileRequest => graphqlRequest(BEGIN, { input });

function lines(content: string, mutation = MUTATION): HostileRequest {
  const operations = JSON.stringify({ query: BEGIN_LINES, variables: { input: { mutation, lines: null } } });
  const form = formOf('/graphql', [
    { name: 'operations', content: operations },
    { name: 'map', content: '{"0":["variables.input.lines"]}' },
    { name: '0', fileName: 'lines.jsonl', content },
  ]);
  return { ...form, headers: { ...form.headers, 'apollo-require-preflight': 'true' } };
}

function keyed(key: string): HostileRequest {
  const request = graphqlRequest('mutation { createToken(input: { name: "n", scopes: [READ] }) { token { databaseId } } }');
  return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
}

export const bulkDimensions: readonly Dimension[] = [
  { name: 'bulk: a document of a guest', sizes: [64, 1_900_000], requests: (n) => begun({ query: `{ ${'a '.repeat(n / 2)}}` }) },
  { name: 'bulk: lines of a guest', sizes: [64, 100_000_000], requests: (n) => lines('x'.repeat(n)) },
  { name: 'bulk: a document', as: 'depositor', sizes: [64, 1_900_000], requests: (n) => begun({ query: `{ ${'a '.repeat(n / 2)}}` }) },
  {
    name: 'bulk: fragments on the way',
    as: 'depositor',
    sizes: [1, 20_000],
    requests: (n) => begun({ query: `{ ${'... { '.repeat(n)}viewer { identifier }${' }'.repeat(n)} }` }),
  },
  {
    name: 'bulk: variables',
    as: 'depositor',
    sizes: [1, 100_000],
    requests: (n) =>
      begun({
        query:
          'query ($ids: [Int!]) { collection(reference: { alias: "root" }) { contents { nodes { __typename } } } __typename @skip(if: $ids) }',
        variables: { ids: Array.from({ length: n }, () => 'x') },
      }),
  },
  {
    name: 'bulk: a key of a job',
    as: 'depositor',
    sizes: [64, 1_900_000],
    requests: (n) => begun({ query: WALK, clientKey: 'x'.repeat(n) }),
  },
  { name: 'bulk: one line', as: 'depositor', sizes: [64, 100_000_000], requests: (n) => lines('x'.repeat(n)), writes: true },
  { name: 'bulk: empty lines', as: 'depositor', sizes: [64, 1_000_000], requests: (n) => lines('\n'.repeat(n)), writes: true },
  {
    name: 'bulk: jobs of an account',
    as: 'depositor',
    sizes: [1, 100],
    requests: (n) => Array.from({ length: n }, () => begun({ query: WALK })),
    background: true,
    writes: true,
  },
  {
    name: 'bulk: a signature of a result',
    sizes: [16, 15_000],
    requests: (n) => ({ path: `/api/bulk/1/result?expires=9999999999999&signature=${'x'.repeat(n)}` }),
  },
  { name: 'idempotency: a key', as: 'depositor', sizes: [16, LONGEST_HEADER], requests: (n) => keyed('x'.repeat(n)) },
  {
    name: 'idempotency: a key in quotes that do not end',
    as: 'depositor',
    sizes: [16, LONGEST_HEADER],
    requests: (n) => keyed(`"${'" '.repeat(n / 2)}`),
  },
  {
    name: 'idempotency: variables that are compared',
    as: 'depositor',
    sizes: [16, 100_000],
    requests: (n) => {
      const request = graphqlRequest(MUTATION, {
        name: 'n',
        unused: Array.from({ length: n }, (_, index) => ({ [`k${n - index}`]: index })),
      });
      return { ...request, headers: { ...request.headers, 'idempotency-key': `variables-${n}` } };
    },
    writes: true,
  },
];
