/** Random valid documents of the schema, for unexpected combinations. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLNamedOutputType,
} from 'graphql';
import type { Dimension } from '../dimension.ts';
import { randomFrom } from '../random.ts';
import type { World } from '../world.ts';
import { graphqlRequest } from './graphql-request.ts';

const DEEPEST = 10;

/** The schema as the files have it. */
export function readSchema(): GraphQLSchema {
  const folder = join(import.meta.dirname, '..', '..', 'schema');
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  return buildSchema(text);
}

/** Writes one document of about so many fields, with arguments that name what is there. */
export class DocumentWriter {
  readonly #schema: GraphQLSchema;
  readonly #world: World;
  readonly #random: () => number;
  #fieldsLeft: number;
  #aliases = 0;

  constructor(schema: GraphQLSchema, world: World, random: () => number, fields: number) {
    this.#schema = schema;
    this.#world = world;
    this.#random = random;
    this.#fieldsLeft = fields;
  }

  write(operation: 'query' | 'mutation' = 'query'): string {
    const root = operation === 'query' ? this.#schema.getQueryType() : this.#schema.getMutationType();
    if (root === null || root === undefined) throw new Error(`The schema has no type for a ${operation}.`);
    const parts = [];
    while (this.#fieldsLeft > 0) parts.push(this.#selection(root, 0));
    return `${operation} { ${parts.join(' ')} }`;
  }

  #draw<Value>(values: readonly Value[]): Value | undefined {
    return values[Math.floor(this.#random() * values.length)];
  }

  /** A field or a fragment of a type. */
  #selection(type: GraphQLNamedOutputType, depth: number): string {
    if (isUnionType(type) || (isInterfaceType(type) && this.#random() < 0.5)) {
      const member = this.#draw(this.#schema.getPossibleTypes(type));
      return member === undefined ? '__typename' : `... on ${member.name} { ${this.#selection(member, depth)} }`;
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
    this.#fieldsLeft -= 1;
    const fields = Object.values(type.getFields()).filter((field) => depth < DEEPEST || isLeafType(getNamedType(field.type)));
    const field = this.#draw(fields);
    return field === undefined ? '__typename' : this.#field(field, depth);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    this.#aliases += 1;
    const given = field.args
      .filter((argument) => isNonNullType(argument.type) || this.#random() < 0.5)
      .map((argument) => `${argument.name}: ${this.#argument(argument)}`);
    const call = `a${this.#aliases}: ${field.name}${given.length === 0 ? '' : `(${given.join(', ')})`}`;
    const type = getNamedType(field.type);
    if (isLeafType(type)) return call;
    const below = [this.#selection(type, depth + 1)];
    while (this.#fieldsLeft > 0 && this.#random() < 0.6) below.push(this.#selection(type, depth + 1));
    return `${call} { ${below.join(' ')} }`;
  }

  #argument({ name, type }: GraphQLArgument): string {
    if (name === 'first' || name === 'limit') return String(1 + Math.floor(this.#random() * 100));
    return this.#value(name, type);
  }

  #value(name: string, type: GraphQLInputType): string {
    if (isNonNullType(type)) return this.#value(name, type.ofType);
    if (isListType(type)) return `[${this.#value(name, type.ofType)}]`;
    if (isEnumType(type)) return this.#draw(type.getValues())?.name ?? 'null';
    const { published, collection } = this.#world;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const needed = fields.filter((field) => isNonNullType(field.type));
      const sent = needed.length > 0 ? needed : fields.slice(0, 1);
      return `{ ${sent.map((field) => `${field.name}: ${this.#value(type.name + field.name, field.type)}`).join(', ')} }`;
    }
    if (/collection/i.test(name)) return type.name === 'Int' ? '1' : JSON.stringify(collection);
    if (type.name === 'Int') return String(/file/i.test(name) ? published.fileId : published.id);
    if (type.name === 'Boolean') return 'true';
    return type.name === 'Float' ? '1.5' : JSON.stringify(published.persistentId);
  }
}

/** So many cases, each a document that grows by fields drawn from its own number. */
export function randomDocuments(seed: number, count: number): readonly Dimension[] {
  let schema: GraphQLSchema | undefined;
  return Array.from({ length: count }, (_, index) => ({
    name: `graphql: document ${index} drawn by chance`,
    as: index % 2 === 0 ? 'guest' : 'depositor',
    sizes: [4, 256],
    requests: (size, world) => {
      schema ??= readSchema();
      return graphqlRequest(new DocumentWriter(schema, world, randomFrom(seed * 1000 + index), size).write());
    },
  }));
}
