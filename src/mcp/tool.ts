import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { checkBySchema } from '../rest-compat/schema-problems.ts';
import type { FileStorage } from '../storage/file-storage.ts';

/** What a tool works with: the operations of GraphQL as the caller, and bytes. */
export interface ToolCall {
  /** @throws DomainError with the code of the first error */
  readonly run: <Data, Variables>(operation: TypedDocumentNode<Data, Variables>, variables: Variables) => Promise<Data>;
  readonly storage: FileStorage;
}

/** The answer of a tool: an object in JSON. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** JSON Schema (2020-12) of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Record<string, object>;
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** Something that a program may ask for. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools. */
  readonly description: string;
  readonly readOnly: boolean;
  /** Form of the arguments. */
  readonly inputSchema: ObjectSchema;
  /** @throws DomainError, BAD_USER_INPUT with every fault of the arguments among them */
  readonly run: (given: unknown, call: ToolCall) => Promise<ToolAnswer>;
}

/** Makes a tool of a schema and what is done with arguments that fit it. */
export function defineTool<Input>(
  facts: Pick<Tool, 'name' | 'title' | 'description' | 'readOnly'>,
  input: z.ZodType<Input>,
  run: (input: Input, call: ToolCall) => Promise<ToolAnswer>,
): Tool {
  return {
    ...facts,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the arguments of a tool are an object
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as ObjectSchema,
    run: (given, call) => run(checkBySchema(input, given, 'The arguments', ''), call),
  };
}

/** What was found. @throws DomainError for what is not there, or not to be seen */
export function found<Value>(
  value: Value | null | undefined,
  code: 'COLLECTION_NOT_FOUND' | 'DATASET_NOT_FOUND' | 'DATASET_VERSION_NOT_FOUND' | 'FILE_NOT_FOUND' | 'FILE_NOT_TABULAR',
): Value {
  if (value !== null && value !== undefined) return value;
  throw new DomainError(code, 'There is no such thing, or the caller may not see it.');
}
