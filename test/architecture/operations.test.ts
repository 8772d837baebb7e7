import { type DocumentNode, Kind, parse, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as oaiOperations from '../../src/generated/oai-operations.ts';
import * as pageOperations from '../../src/generated/page-operations.ts';
import * as restOperations from '../../src/generated/operations.ts';
import * as mcpOperations from '../../src/generated/mcp-operations.ts';
import * as swordOperations from '../../src/generated/sword-operations.ts';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';
import { compileOperation } from '../../src/graphql/compile.ts';

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === Kind.DOCUMENT;
}

const { schema } = await buildExecutableSchema();
const surfaces = [
  { surface: 'REST', folder: 'src/rest-compat', generated: restOperations },
  { surface: 'the pages', folder: 'src/pages/operations', generated: pageOperations },
  { surface: 'OAI-PMH', folder: 'src/oai/operations', generated: oaiOperations },
  { surface: 'SWORD', folder: 'src/sword/operations', generated: swordOperations },
  { surface: 'MCP', folder: 'src/mcp/operations', generated: mcpOperations },
].map(({ surface, folder, generated }) => ({
  surface,
  folder,
  documents: Object.entries(generated).flatMap(([name, value]) => {
    const exported: unknown = value;
    return name.endsWith('Document') && isDocument(exported) ? [{ name, document: exported }] : [];
  }),
}));

describe.each(surfaces)('the operations behind $surface', ({ folder, documents }) => {
  test('are all generated', async () => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.graphql'));
    const files = await Promise.all(names.map(async (name) => ({ name, document: parse(await readFile(join(folder, name), 'utf8')) })));
    const written = files.flatMap(({ document }) =>
      document.definitions.flatMap((part) => (part.kind === Kind.OPERATION_DEFINITION ? [`${part.name?.value ?? ''}Document`] : [])),
    );
    expect(written.length).toBeGreaterThan(0);
    expect(new Set(documents.map(({ name }) => name))).toEqual(new Set(written));
    expect(new Set(written).size).toBe(written.length);
  });

  test.each(documents)('$name is valid and compiles', ({ document }) => {
    expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
    // compileOperation falls back to graphql-js in silence; here the compiler itself has to take the operation.
    expect(isCompiledQuery(compileQuery(schema, document))).toBe(true);
    expect(compileOperation(schema, document)).toBeTypeOf('function');
  });
});
