/** What the server asks of itself in words of the contract, as a client of GraphQL asks it: with the names of enum values. */
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  print,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withContractWords } from '../../src/graphql/contract-words.ts';
import { enumAnswers } from '../../src/graphql/enum-answers.ts';
import { readSchemaText } from '../../src/graphql/schema-text.ts';
import { ENUM_WORDS } from '../../src/vocabulary/enum-words.ts';
import { enumName } from './enum-name.ts';

/** The schema inside, in which the words stand for the names that clients know. */
const inside = buildASTSchema(withContractWords(parse(await readSchemaText())));
for (const type of Object.values(inside.getTypeMap())) {
  if (isEnumType(type) && ENUM_WORDS.has(type.name)) for (const value of type.getValues()) value.value = enumName(type.name, value.name);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What is no word is sent as it is, to be refused. */
function named(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return named(value, type.ofType);
  if (isListType(type)) return Array.isArray(value) ? value.map((one) => named(one, type.ofType)) : named(value, type.ofType);
  if (isEnumType(type)) return typeof value === 'string' ? (type.getValue(value)?.value ?? value) : value;
  if (!isInputObjectType(type) || !isRecord(value)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const field = fields[name];
      return [name, field === undefined ? one : named(one, field.type)];
    }),
  );
}

/** An operation of the server as a client sends it. */
export interface AsClient {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Gives the answer in words of the contract. */
  readonly inWords: (data: unknown) => unknown;
}

/** An operation that the server asks of itself, for a client. */
export function asClient(operation: DocumentNode, variables: Readonly<Record<string, unknown>>): AsClient {
  const types = new Map<string, GraphQLInputType>();
  visit(operation, {
    VariableDefinition: (node) => {
      const type = typeFromAST(inside, node.type);
      if (type !== undefined && isInputType(type)) types.set(node.variable.name.value, type);
    },
  });
  const info = new TypeInfo(inside);
  const query = visit(
    operation,
    visitWithTypeInfo(info, {
      [Kind.ENUM]: (node) => {
        const type = info.getInputType();
        return { ...node, value: String(type === undefined || type === null ? node.value : named(node.value, withoutList(type))) };
      },
    }),
  );
  const rename = enumAnswers(inside, operation);
  return {
    query: print(query),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => {
        const type = types.get(name);
        return [name, type === undefined ? value : named(value, type)];
      }),
    ),
    inWords: (data) => {
      rename?.(data);
      return data;
    },
  };
}

function withoutList(type: GraphQLInputType): GraphQLInputType {
  return isNonNullType(type) || isListType(type) ? withoutList(type.ofType) : type;
}
