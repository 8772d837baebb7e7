/** The few REST calls that the benchmark makes itself, as the first superuser. */
import { z } from 'zod';

/** Token of the measured server's superuser; the server lives on this machine for a few minutes. */
export const SUPERUSER_TOKEN = 'benchmark-superuser-token';

/** Encrypts the secrets in its database. */
export const SECRET_KEY = Buffer.alloc(32, 'benchmark').toString('base64');

const envelope = z.object({ data: z.unknown() });

/** Sends a request as the superuser; the `data` of the answer. @throws Error with the answer when it is not a success. */
export async function callApi(url: string, method: string, body?: FormData | string): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      'x-service-key': SUPERUSER_TOKEN,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} gave ${response.status}: ${text.slice(0, 500)}`);
  return envelope.parse(JSON.parse(text)).data;
}

const graphqlAnswer = z.object({ data: z.unknown(), errors: z.array(z.unknown()).optional() });

/** Sends a GraphQL operation as the superuser; the `data` of the answer. @throws Error with the answer when it has errors. */
export async function callGraphql(url: string, query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'x-service-key': SUPERUSER_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const answer = response.ok ? graphqlAnswer.parse(JSON.parse(text)) : undefined;
  if (answer === undefined || answer.errors !== undefined) throw new Error(`GraphQL gave ${response.status}: ${text.slice(0, 500)}`);
  return answer.data;
}
