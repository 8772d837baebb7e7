// Reads two pages of the files of a dataset through the caches of urql and of Apollo Client; prints what each holds then, and every complaint.
import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { minifyIntrospectionQuery } from '@urql/introspection';
import {
  buildSchema,
  getIntrospectionQuery,
  introspectionFromSchema,
  isAbstractType,
  isObjectType,
  parse,
  separateOperations,
} from 'graphql';

const [, , server, dataset] = argv;
const complaints = [];
for (const level of ['warn', 'error']) console[level] = (...words) => complaints.push(words.map(String).join(' '));

const url = `${server}/graphql`;
const schema = buildSchema(await readFile('schema.graphql', 'utf8'));
// Introspection as the server serves it is the SDL that it serves.
const served = await (
  await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
).json();
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const sameTypes = introspectionFromSchema(schema).__schema.types.length === served.data.__schema.types.length;
const operations = separateOperations(parse(await readFile('operations.graphql', 'utf8')));
const query = operations.DatasetPage;
const variables = { reference: { databaseId: Number(dataset) }, first: 2 };

async function urql() {
  // What has no id is a part of what holds it.
  const keys = Object.fromEntries(
    types.filter((type) => isObjectType(type) && !('id' in type.getFields())).map(({ name }) => [name, () => null]),
  );
  const client = new Client({
    url,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        schema: minifyIntrospectionQuery(served.data),
        keys,
        resolvers: { DatasetVersion: { files: relayPagination() } },
        logger: (severity, message) => complaints.push(`${severity}: ${message}`),
      }),
      fetchExchange,
    ],
  });
  const first = await client.query(query, variables).toPromise();
  const after = first.data.dataset.latestVersion.files.pageInfo.endCursor;
  const second = await client.query(query, { ...variables, after }).toPromise();
  // Answered by the cache alone, both pages together.
  const held = client.readQuery(query, { ...variables, after });
  const labels = (data) => data?.dataset.latestVersion.files.edges.map(({ node }) => node.label);
  return { first: labels(first.data), both: labels(held?.data ?? second.data) };
}

async function apolloClient() {
  const possibleTypes = Object.fromEntries(
    types.filter((type) => isAbstractType(type)).map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );
  const client = new ApolloClient({
    link: new HttpLink({ uri: url }),
    cache: new InMemoryCache({
      possibleTypes,
      typePolicies: { DatasetVersion: { fields: { files: relayStylePagination() } } },
    }),
  });
  const watched = client.watchQuery({ query, variables });
  const labels = ({ data }) => data.dataset.latestVersion.files.edges.map(({ node }) => node.label);
  const first = await watched.refetch();
  await watched.fetchMore({ variables: { after: first.data.dataset.latestVersion.files.pageInfo.endCursor } });
  const both = await client.query({ query, variables, fetchPolicy: 'cache-only' });
  const result = { first: labels(first), both: labels(both) };
  client.stop();
  return result;
}

console.log(JSON.stringify({ sameTypes, urql: await urql(), apollo: await apolloClient(), complaints }));
