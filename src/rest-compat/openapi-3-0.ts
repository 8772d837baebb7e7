type JsonObject = Record<string, unknown>;

/** Keywords of JSON Schema that OpenAPI 3.0 has no words for; without them a schema allows more, never less. */
const UNKNOWN = new Set(['contentMediaType', 'propertyNames']);
/** Members that are values, not schemas. */
const VALUES = new Set(['enum', 'default', 'example']);

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

/** A type among several, or null: `['string', 'null']` is a string that may be null. */
function typeIn30(types: readonly unknown[]): JsonObject {
  const others = types.filter((type) => type !== 'null');
  const nullable = others.length < types.length ? { nullable: true } : {};
  if (others.length === 1) return { type: others[0], ...nullable };
  // An array needs the schema of its items there.
  return { anyOf: others.map((one) => (one === 'array' ? { type: 'array', items: {} } : { type: one })), ...nullable };
}

/** Alternatives, of which null becomes a word of its own. */
function alternativesIn30(keyword: string, alternatives: readonly unknown[]): JsonObject {
  const others = alternatives.filter((one) => !isNull(one));
  return { [keyword]: others.map(in30), ...(others.length < alternatives.length ? { nullable: true } : {}) };
}

function memberIn30(key: string, value: unknown): JsonObject {
  if (UNKNOWN.has(key)) return {};
  if (VALUES.has(key)) return { [key]: value };
  if (key === 'const') return { enum: [value] };
  if (key === 'type' && Array.isArray(value)) return typeIn30(value);
  if (key === 'prefixItems' && Array.isArray(value)) return { items: { anyOf: value.map(in30) } };
  if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) return alternativesIn30(key, value);
  // The names of properties are words of the document, not keywords.
  if (key === 'properties' && isObject(value)) return { [key]: eachIn30(value) };
  return { [key]: in30(value) };
}

function objectIn30(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).flatMap(([key, member]) => Object.entries(memberIn30(key, member))));
}

const eachIn30 = (named: JsonObject): JsonObject => Object.fromEntries(Object.entries(named).map(([name, one]) => [name, in30(one)]));

function in30(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(in30);
  if (!isObject(value)) return value;
  return objectIn30(value);
}

/**
 * An OpenAPI 3.1 document in OpenAPI 3.0.4, for programs that read no newer one. Of the keywords that 3.0 lacks, it translates or leaves out those that
 * our documents have.
 *
 * Source: OpenAPI 3.0.4, Schema Object.
 */
export function openApi30(document: JsonObject): JsonObject {
  return { ...objectIn30(document), openapi: '3.0.4' };
}
