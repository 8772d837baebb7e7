import { type ConstValueNode, type DocumentNode, Kind, type TypeNode, visit } from 'graphql';
import { ENUM_WORDS } from '../vocabulary/enum-words.ts';

function nameOfType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOfType(type.type);
}

function wordFor(owner: string, name: string): string {
  const words = ENUM_WORDS.get(owner);
  const word = words === undefined ? name : words.get(name);
  if (word === undefined) throw new Error(`No word of the contract is known for ${owner}.${name}.`);
  return word;
}

/** The types of the fields of inputs, by input and field. */
function inputFieldsOf(sdl: DocumentNode): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    sdl.definitions.flatMap((node) =>
      node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION
        ? [[node.name.value, new Map((node.fields ?? []).map(({ name, type }) => [name.value, nameOfType(type)]))] as const]
        : [],
    ),
  );
}

/**
 * The SDL of schema/ as the server uses it inside: the values of enums are words of the contract, which resolvers give and the operations behind
 * REST send and get. @throws Error for a value that src/vocabulary/enum-words.ts does not know.
 */
export function withContractWords(sdl: DocumentNode): DocumentNode {
  const inputs = inputFieldsOf(sdl);
  const inWords = (value: ConstValueNode, type: string | undefined): ConstValueNode => {
    if (value.kind === Kind.ENUM) return type === undefined ? value : { ...value, value: wordFor(type, value.value) };
    if (value.kind === Kind.LIST) return { ...value, values: value.values.map((one) => inWords(one, type)) };
    if (value.kind !== Kind.OBJECT) return value;
    const fields = inputs.get(type ?? '');
    return { ...value, fields: value.fields.map((one) => ({ ...one, value: inWords(one.value, fields?.get(one.name.value)) })) };
  };
  return visit(sdl, {
    EnumTypeDefinition: (node) => {
      const { value: owner } = node.name;
      if (!ENUM_WORDS.has(owner)) return undefined;
      return {
        ...node,
        values: (node.values ?? []).map((one) => ({ ...one, name: { ...one.name, value: wordFor(owner, one.name.value) } })),
      };
    },
    InputValueDefinition: (node) =>
      node.defaultValue === undefined ? undefined : { ...node, defaultValue: inWords(node.defaultValue, nameOfType(node.type)) },
  });
}
