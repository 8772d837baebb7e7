import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { StartupError } from '../../../src/errors/startup-error.ts';
import { createRequestedDocuments, type RequestedDocuments } from '../../../src/graphql/documents/requested-documents.ts';
import { openTrustedDocuments } from '../../../src/graphql/documents/trusted-documents.ts';

const idOf = (text: string, algorithm = 'sha256'): string => createHash(algorithm).update(text).digest('hex');
const log = { error: () => undefined, info: () => undefined };
const persisted = (sha256Hash: string): object => ({ persistedQuery: { version: 1, sha256Hash } });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archivolt-documents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof GraphQLError ? error.extensions['code'] : error;
  }
}

describe('a file of documents', () => {
  const TEXT = '{ __typename }';
  test.each([
    ['whose hash is another kind of hash', { [idOf(TEXT, 'md5')]: TEXT }],
    ['whose hash is that of another text', { [idOf('{ id }')]: TEXT }],
    ['whose text is not GraphQL', { [idOf('{ nosuch')]: '{ nosuch' }],
    ['whose text is too long', { [idOf(`${TEXT} #${'x'.repeat(100_000)}`)]: `${TEXT} #${'x'.repeat(100_000)}` }],
    ['that is another JSON', [TEXT]],
    ['with something else for a text', { [idOf(TEXT)]: 1 }],
  ])('%s keeps the server from starting, and is named', async (_what, json) => {
    const path = join(folder, 'bad.json');
    await writeFile(path, JSON.stringify(json));
    await expect(openTrustedDocuments(path, log)).rejects.toThrow(StartupError);
    await expect(openTrustedDocuments(path, log)).rejects.toThrow(path);
  });

  test('that is not there keeps the server from starting', async () => {
    await expect(openTrustedDocuments(join(folder, 'nosuch.json'), log)).rejects.toThrow(StartupError);
  });

  test('may be one document, with whatever white space it has', async () => {
    const text = `${TEXT}\n\n`;
    await writeFile(join(folder, 'one.graphql'), text);
    const documents = await openTrustedDocuments(join(folder, 'one.graphql'), log);
    expect([documents.textOf(idOf(text)), documents.textOf(idOf(TEXT))]).toEqual([text, undefined]);
    documents.close();
  });

  test('is needed where others are not run', () => {
    expect(() => readConfig({ DOCUMENT_TRUST: 'trusted-only' })).toThrow(/TRUSTED_DOCUMENTS/);
    expect(() => readConfig({ DOCUMENT_TRUST: 'some' })).toThrow(/DOCUMENT_TRUST/);
    expect(() => readConfig({ TRUSTED_DOCUMENTS: 'documents' })).toThrow(/TRUSTED_DOCUMENTS/);
  });
});

describe('documents that clients register', () => {
  const register = (documents: RequestedDocuments, text: string): void =>
    documents.find({ query: text, extensions: persisted(idOf(text)) })?.remember?.();
  const isKnown = (documents: RequestedDocuments, text: string): boolean =>
    codeOf(() => documents.find({ extensions: persisted(idOf(text)) })) === undefined;

  test('are kept within bounds, however many there are: the oldest go', () => {
    const documents = createRequestedDocuments({ textOf: () => undefined }, 'open');
    const texts = Array.from({ length: 10_000 }, (_, index) => `{ a${index}: __typename } #${'x'.repeat(2000)}`);
    for (const text of texts) register(documents, text);
    const known = texts.filter((text) => isKnown(documents, text));
    // Five million characters, of 2,200 each.
    expect(known.length).toBeGreaterThan(2000);
    expect(known.length).toBeLessThan(2500);
    expect(known.at(-1)).toBe(texts.at(-1));
    expect(isKnown(documents, texts[0] ?? '')).toBe(false);
  });

  test('are not trusted, and none is registered where it would not be run', () => {
    const text = '{ __typename }';
    const documents = createRequestedDocuments({ textOf: () => undefined }, 'anonymous-trusted-only');
    const found = documents.find({ query: text, extensions: persisted(idOf(text)) });
    expect(found).toMatchObject({ text, trusted: false });
    if (found === undefined) return;
    expect(codeOf(() => documents.admit(found, false))).toBe('DOCUMENT_NOT_TRUSTED');
    expect(codeOf(() => documents.admit(found, true))).toBeUndefined();
    expect(isKnown(documents, text)).toBe(false);
  });
});
