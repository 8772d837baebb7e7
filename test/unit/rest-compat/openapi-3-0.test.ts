import { expect, test } from 'vitest';
import { openApi30 } from '../../../src/rest-compat/openapi-3-0.ts';

const schemas = (one: unknown): unknown => openApi30({ components: { schemas: { One: one } } });
const expected = (one: unknown): unknown => ({ openapi: '3.0.4', components: { schemas: { One: one } } });

test.each([
  [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [{ type: ['object', 'array'] }, { anyOf: [{ type: 'object' }, { type: 'array', items: {} }] }],
  [{ type: ['string', 'number', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'number' }], nullable: true }],
  [{ anyOf: [{ $ref: '#/components/schemas/Two' }, { type: 'null' }] }, { anyOf: [{ $ref: '#/components/schemas/Two' }], nullable: true }],
  [
    { type: 'string', const: 'ERROR' },
    { type: 'string', enum: ['ERROR'] },
  ],
  [
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], minItems: 2 },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, minItems: 2 },
  ],
  [
    { type: 'object', propertyNames: { pattern: 'a' }, additionalProperties: {} },
    { type: 'object', additionalProperties: {} },
  ],
  [
    { type: 'string', format: 'binary', contentMediaType: 'application/json' },
    { type: 'string', format: 'binary' },
  ],
])('%j is %j in OpenAPI 3.0', (written, translated) => {
  expect(schemas(written)).toEqual(expected(translated));
});

test('names of properties and values stay as they are, whatever keywords they look like', () => {
  const schema = {
    type: 'object',
    properties: { type: { type: 'string' }, const: { type: ['string', 'null'] }, anyOf: { type: 'array', items: { type: 'string' } } },
    enum: [{ const: 1, type: ['a', 'b'] }],
    example: { type: ['string', 'null'] },
  };
  expect(schemas(schema)).toEqual(expected({ ...schema, properties: { ...schema.properties, const: { type: 'string', nullable: true } } }));
});
