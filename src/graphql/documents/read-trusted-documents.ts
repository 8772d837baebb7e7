/** Files of documents, as the tools that build front ends write them. */
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GraphQLError, parse } from 'graphql';
import { z } from 'zod';
import { StartupError } from '../../errors/startup-error.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import { type DocumentId, documentIdOf, readDocumentId } from './document-id.ts';

/** Most bytes of all files together: a front end has some hundred kilobytes. */
const MOST_BYTES = 50_000_000;
const MOST_DOCUMENTS = 20_000;

const mapSchema = z.record(z.string(), z.string());
const apolloSchema = z.looseObject({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.looseObject({ id: z.string(), body: z.string() })),
});

/** Documents by what they are known by. */
export type DocumentTexts = ReadonlyMap<DocumentId, string>;

/** A file that counts, with what tells whether it has changed. */
export interface DocumentFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** The files of documents at a path: itself, or those of a folder that end in `.json`, `.graphql` or `.gql`, by name. @throws Error */
export async function listDocumentFiles(path: string): Promise<DocumentFile[]> {
  const isFolder = (await stat(path)).isDirectory();
  const names = isFolder ? (await readdir(path)).filter((name) => /^[^.].*\.(json|graphql|gql)$/.test(name)).sort() : [];
  const paths = isFolder ? names.map((name) => join(path, name)) : [path];
  return Promise.all(
    paths.map(async (one) => {
      const { size, mtimeMs } = await stat(one);
      return { path: one, sizeBytes: size, modifiedMs: mtimeMs };
    }),
  );
}

function entriesOf(path: string, text: string): (readonly [id: string, body: string])[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new StartupError(`TRUSTED_DOCUMENTS: ${path} is no JSON.`, { cause: error });
  }
  const apollo = apolloSchema.safeParse(json);
  if (apollo.success) return apollo.data.operations.map(({ id, body }) => [id, body]);
  const map = mapSchema.safeParse(json);
  if (map.success) return Object.entries(map.data);
  throw new StartupError(`TRUSTED_DOCUMENTS: ${path} is neither an object from identifiers to documents nor a manifest of Apollo.`);
}

function requireDocument(path: string, text: string, name: string): void {
  const where = `TRUSTED_DOCUMENTS: ${path}: the document ${name}`;
  if (text.length > GRAPHQL_LIMITS.characters) throw new StartupError(`${where} has more than ${GRAPHQL_LIMITS.characters} characters.`);
  try {
    parse(text, { maxLexicalTokens: GRAPHQL_LIMITS.tokens, noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError) throw new StartupError(`${where} is not GraphQL: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The documents of a file. An identifier that is not the hash of its text would let one document pass as another. */
function documentsIn(path: string, text: string): (readonly [id: DocumentId, text: string])[] {
  if (!path.endsWith('.json')) {
    requireDocument(path, text, 'in it');
    return [[documentIdOf(text), text]];
  }
  return entriesOf(path, text).map(([key, body]) => {
    const name = JSON.stringify(key.slice(0, 80));
    const id = documentIdOf(body);
    if (readDocumentId(key) !== id) {
      throw new StartupError(
        `TRUSTED_DOCUMENTS: ${path}: ${name} is not the SHA-256 of its document; set the tool that wrote the file to SHA-256.`,
      );
    }
    requireDocument(path, body, name);
    return [id, body];
  });
}

/** Reads all documents. @throws StartupError naming the first file, and what in it, that cannot be used */
export async function readTrustedDocuments(files: readonly DocumentFile[]): Promise<DocumentTexts> {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MOST_BYTES) throw new StartupError(`TRUSTED_DOCUMENTS: the files have ${bytes} bytes, more than ${MOST_BYTES}.`);
  const texts = new Map<DocumentId, string>();
  for (const { path } of files) {
    for (const [id, text] of documentsIn(path, await readFile(path, 'utf8'))) texts.set(id, text);
  }
  if (texts.size > MOST_DOCUMENTS) throw new StartupError(`TRUSTED_DOCUMENTS has ${texts.size} documents, more than ${MOST_DOCUMENTS}.`);
  return texts;
}
