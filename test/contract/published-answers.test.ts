import { expect, test } from 'vitest';
import { publishedAnswers } from './published-answers.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const differs = publishedAnswers({
  paths: {
    '/api/things/{id}': {
      get: {
        operationId: 'things.get',
        responses: {
          200: json({ type: 'object', required: ['data'], properties: { data: { $ref: '#/components/schemas/Thing' } } }),
          404: { $ref: '#/components/responses/Refusal' },
          default: { $ref: '#/components/responses/Refusal' },
        },
      },
    },
    '/api/things/{id}/bytes': { get: { operationId: 'things.bytes', responses: { 200: { content: { '*/*': {} } } } } },
  },
  components: {
    schemas: {
      Thing: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, at: { type: 'string', format: 'date-time' } } },
    },
    responses: { Refusal: json({ type: 'object', required: ['errorCode'], properties: { errorCode: { type: 'string' } } }) },
  },
});
const given = (body: unknown, status = 200) => ({ status, mediaType: 'application/json', body: JSON.stringify(body) });

test('an answer that keeps to what is published differs in nothing', () => {
  expect(differs('things.get', given({ data: { id: 1, at: '2026-01-02T03:04:05Z' } }))).toBeUndefined();
  expect(differs('things.get', given({ errorCode: 'GONE' }, 404))).toBeUndefined();
  expect(differs('things.get', given({ errorCode: 'GONE' }, 503))).toBeUndefined();
  expect(differs('things.bytes', given({ what: 'a file may be' }))).toBeUndefined();
});

test.each([
  ['a key that is missing', 'things.get', given({ data: {} }), /must have required property 'id'/],
  ['a value of another type', 'things.get', given({ data: { id: '1' } }), /data\/id must be integer/],
  ['a text of another format', 'things.get', given({ data: { id: 1, at: 'once' } }), /data\/at must match format/],
  ['a refusal without its code', 'things.get', given({}, 404), /errorCode/],
  ['a row that is not published', 'things.put', given({}), /no operation things.put/],
] as const)('%s is told', (_what, row, answer, why) => {
  expect(differs(row, answer)).toMatch(why);
});
