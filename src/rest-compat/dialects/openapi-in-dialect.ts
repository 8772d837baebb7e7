import { type Dialect, type Names, pathInDialect, wordIn } from './dialect.ts';

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every place where a schema names a key or lists fixed words; `key` is that which holds what it describes. */
function renameSchema(node: unknown, key: string | undefined, dialect: Dialect): unknown {
  if (Array.isArray(node)) return node.map((one) => renameSchema(one, key, dialect));
  if (!isObject(node)) return node;
  const words: Names | undefined = key === undefined ? undefined : dialect.words[key];
  const spoken = (word: unknown) => (typeof word === 'string' ? wordIn(words, word) : word);
  return Object.fromEntries(
    Object.entries(node).map(([name, value]): [string, unknown] => {
      if (name === 'enum' && Array.isArray(value)) return [name, value.map(spoken)];
      if (name === 'const') return [name, spoken(value)];
      if (name === 'required' && Array.isArray(value)) return [name, value.map((one: unknown) => wordIn(dialect.keys, String(one)))];
      if (name === 'properties' && isObject(value)) {
        const properties = Object.entries(value).map(([own, schema]) => [wordIn(dialect.keys, own), renameSchema(schema, own, dialect)]);
        return [name, Object.fromEntries(properties)];
      }
      return [name, renameSchema(value, key, dialect)];
    }),
  );
}

function renameParameters(parameters: unknown, dialect: Dialect): unknown {
  if (!Array.isArray(parameters)) return parameters;
  return parameters.map((one: unknown) =>
    isObject(one) ? { ...one, schema: renameSchema(one['schema'], String(one['name']), dialect) } : one,
  );
}

/** What a row is for is told in our words. */
function renameOperation(operation: unknown, dialect: Dialect): unknown {
  if (!isObject(operation)) return operation;
  return Object.fromEntries(
    Object.entries(operation).map(([part, value]): [string, unknown] => {
      if (part === 'parameters') return [part, renameParameters(value, dialect)];
      return [part, part === 'requestBody' || part === 'responses' ? renameSchema(value, undefined, dialect) : value];
    }),
  );
}

/** Words of component schemas that lists refer to, such as permissions: they are held by the key that refers to them. */
function keysOfComponents(node: unknown, key: string | undefined, found: Map<string, string>): Map<string, string> {
  if (Array.isArray(node)) for (const one of node) keysOfComponents(one, key, found);
  else if (isObject(node)) {
    for (const [name, value] of Object.entries(node)) {
      if (name === '$ref' && key !== undefined) found.set(String(value).split('/').at(-1) ?? '', key);
      const inner = name === 'properties' && isObject(value) ? Object.entries(value) : [[key, value] as const];
      for (const [own, schema] of inner) keysOfComponents(schema, own, found);
    }
  }
  return found;
}

/** The OpenAPI document as clients of a dialect see this server. */
export function openApiInDialect(document: JsonObject, dialect: Dialect): JsonObject {
  const { paths, components, info } = document;
  if (!isObject(paths) || !isObject(components) || !isObject(info)) throw new Error('This is no OpenAPI document.');
  const held = keysOfComponents(components, undefined, new Map());
  const schemas = isObject(components['schemas']) ? components['schemas'] : {};
  const securitySchemes = isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const tokenHeader = isObject(securitySchemes['tokenHeader']) ? securitySchemes['tokenHeader'] : {};
  return {
    ...document,
    info: { ...info, title: `${String(info['title'])}, in the words of ${dialect.name}` },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        pathInDialect(path, dialect),
        Object.fromEntries(Object.entries(isObject(item) ? item : {}).map(([method, row]) => [method, renameOperation(row, dialect)])),
      ]),
    ),
    components: {
      ...components,
      securitySchemes: { ...securitySchemes, tokenHeader: { ...tokenHeader, name: dialect.tokenHeader } },
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, renameSchema(schema, held.get(name), dialect)])),
    },
  };
}
