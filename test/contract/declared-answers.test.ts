import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Answers, bareJson, bytes, emptyAnswer, enveloped } from '../../src/rest-compat/answers.ts';
import { listOf, recordSchema } from '../../src/rest-compat/records/schema.ts';
import { type Route, route } from '../../src/rest-compat/route.ts';
import { operation } from '../unit/rest-compat/rest-server.ts';
import { undeclaredIn, undeclaredRefusal } from './declared-answers.ts';

const thing = recordSchema('ThingOfTheTest', 'A thing.', { id: z.int(), part: z.strictObject({ name: z.string() }).optional() });

function rowThat(answers: Answers): Route {
  return route({
    id: 'things',
    method: 'GET',
    path: '/api/things',
    summary: 'A row for the test.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_EMPTY'],
    statuses: { COLLECTION_NOT_EMPTY: 409 },
    answer: answers,
    operation: operation('query Echo { x }'),
    variables: () => ({}),
    reply: () => ({ empty: true }),
  });
}

const row = rowThat([enveloped(listOf(thing), { beside: ['totalCount'] }), enveloped(thing, { status: 201 }), emptyAnswer]);

function given(status: number, body: unknown, mediaType = 'application/json'): Parameters<typeof undeclaredIn>[1] {
  return { status, mediaType, body: JSON.stringify(body) };
}

describe('an answer that a row declares', () => {
  test.each([
    ['a list with its length', given(200, { status: 'OK', totalCount: 1, data: [{ id: 1 }] })],
    ['a list without its length', given(200, { status: 'OK', data: [] })],
    ['another status', given(201, { status: 'OK', data: { id: 1, part: { name: 'a' } } })],
    ['no body', { status: 204, mediaType: undefined, body: '' }],
  ])('is found: %s', (_what, answer) => {
    expect(undeclaredIn(row, answer)).toBeUndefined();
  });

  test.each([
    ['a key that the record does not have', given(200, { status: 'OK', data: [{ id: 1, more: 2 }] }), /more/],
    ['a key that a part of it does not have', given(201, { status: 'OK', data: { id: 1, part: { name: 'a', more: 2 } } }), /more/],
    ['a value of another type', given(200, { status: 'OK', data: [{ id: '1' }] }), /id/],
    ['a key beside data', given(200, { status: 'OK', message: { message: 'a' }, data: [] }), /message/],
    ['no data', given(200, { status: 'OK' }), /data/],
    ['another word for success', given(200, { status: 'WORKFLOW_IN_PROGRESS', data: [] }), /status/],
    ['a status that is not declared', given(202, { status: 'OK', data: [] }), /declares no answer 202/],
    ['a media type that is not declared', given(200, 'a', 'text/plain'), /declares no answer 200 text\/plain/],
  ])('is missed: %s', (_what, answer, why) => {
    expect(undeclaredIn(row, answer)).toMatch(why);
  });
});

test('bytes have the media types that are declared, and no others', () => {
  const zip = rowThat(bytes('application/zip'));
  expect([200, 206, 303, 304].map((status) => undeclaredIn(zip, given(status, '', 'application/zip')))).toEqual(Array(4).fill(undefined));
  expect(undeclaredIn(zip, given(200, '', 'text/html'))).toMatch(/declares no answer/);
});

test('JSON without the envelope is held against its schema', () => {
  const bare = rowThat(bareJson(thing));
  expect(undeclaredIn(bare, given(200, { id: 1 }))).toBeUndefined();
  expect(undeclaredIn(bare, given(200, { id: 1, more: 2 }))).toMatch(/more/);
});

describe('a refusal', () => {
  const refusal = { status: 'ERROR', message: 'No.', errorCode: 'COLLECTION_NOT_EMPTY', requestId: 'a' };
  test.each([
    ['its own code, under the status of the row', 409, refusal, undefined],
    ['a code of who may call', 401, { ...refusal, errorCode: 'AUTHENTICATION_REQUIRED' }, undefined],
    ['a code of every row', 503, { ...refusal, errorCode: 'SERVICE_UNAVAILABLE' }, undefined],
  ])('is declared: %s', (_what, status, body, why) => {
    expect(undeclaredRefusal(row, given(status, body))).toBe(why);
  });

  test.each([
    ['a code of other rows', 404, { ...refusal, errorCode: 'DATASET_NOT_FOUND' }, /declares no 404 DATASET_NOT_FOUND/],
    ['another status', 403, refusal, /declares no 403/],
    ['a key that refusals do not have', 409, { ...refusal, stack: 'a' }, /stack/],
  ])('is not declared: %s', (_what, status, body, why) => {
    expect(undeclaredRefusal(row, given(status, body))).toMatch(why);
  });
});
