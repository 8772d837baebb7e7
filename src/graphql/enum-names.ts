import {
  GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { ENUM_WORDS } from '../vocabulary/enum-words.ts';

/** The enum with names for clients, which stand for its words. */
function namedEnum(type: GraphQLEnumType): GraphQLEnumType {
  const nameFor = new Map([...(ENUM_WORDS.get(type.name) ?? [])].map(([name, word]) => [word, name]));
  const config = type.toConfig();
  const values = Object.entries(config.values).map(([word, value]) => [nameFor.get(word) ?? word, { ...value, value: word }] as const);
  return new GraphQLEnumType({ ...config, values: Object.fromEntries(values) });
}

/**
 * Gives the enums of a schema the names that clients use for words of the contract. The schema given is changed: it has to be one that was just
 * made for clients.
 */
export function nameEnums(schema: GraphQLSchema): GraphQLSchema {
  const types = schema.getTypeMap();
  const replaced = new Map<GraphQLType, GraphQLEnumType>();
  for (const type of Object.values(types)) {
    if (!isEnumType(type) || !ENUM_WORDS.has(type.name)) continue;
    const named = namedEnum(type);
    replaced.set(type, named);
    types[type.name] = named;
  }
  function rename<Type extends GraphQLType>(type: Type): Type;
  function rename(type: GraphQLType): GraphQLType {
    if (isNonNullType(type)) {
      const inner = rename(type.ofType);
      return inner === type.ofType ? type : new GraphQLNonNull(inner);
    }
    if (isListType(type)) {
      const inner = rename(type.ofType);
      return inner === type.ofType ? type : new GraphQLList(inner);
    }
    return replaced.get(type) ?? type;
  }
  for (const type of Object.values(types)) {
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) field.type = rename(field.type);
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        field.type = rename(field.type);
        for (const argument of field.args) argument.type = rename(argument.type);
      }
    }
  }
  return schema;
}
