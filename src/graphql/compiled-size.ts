import {
  type DocumentNode,
  getNamedType,
  getOperationAST,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  type TypeNode,
} from 'graphql';
import { measureShape } from './document-shape.ts';

/** How many values an input type has, those of inputs within it put in; infinite where one contains itself. */
function valuesOf(type: GraphQLInputType, around: readonly string[] = []): number {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return 1;
  if (around.includes(named.name)) return Infinity;
  const within = [...around, named.name];
  return Object.values(named.getFields()).reduce((sum, field) => sum + valuesOf(field.type, within), 1);
}

function valuesOfVariable(schema: GraphQLSchema, node: TypeNode): number {
  const type = schema.getType(namedNode(node));
  return isInputType(type) ? valuesOf(type) : 1;
}

function namedNode(node: TypeNode): string {
  return 'type' in node ? namedNode(node.type) : node.name.value;
}

/**
 * How much code an operation becomes: each field once for each type of object that it is asked of, and each value of its
 * variables, for the compiler writes all of it out. Infinite when it must not be compiled.
 */
export function compiledSize(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return Infinity;
  const fields = measureShape(schema, document).compiledFields.get(operation) ?? Infinity;
  return (operation.variableDefinitions ?? []).reduce((sum, { type }) => sum + valuesOfVariable(schema, type), fields);
}
