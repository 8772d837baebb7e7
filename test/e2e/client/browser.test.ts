/** The package as an application in a browser has it: built, from another origin than the server. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assembleClient } from '../../../tools/client-package.ts';
import { BROWSER_TEST, hasBrowser, launchBrowser, patientContext } from '../../support/browser.ts';
import { createCollection, createDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { siteOfItsOwn } from '../../support/site-of-its-own.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

/** What the application does, as text: it runs in the page. */
const JOB = `async ({ server, token, dataset }) => {
  const { createClient, valueOf } = await import('/archivolt-client.js');
  const client = createClient({ server, token });
  const bytes = new Uint8Array(6_000_000).map((_value, at) => (at * 7) % 251);
  const file = new File([bytes], 'from-the-page.bin');
  const progress = [];
  const uploaded = valueOf(await client.upload(dataset, file, { partSizeBytes: 5_000_000, onProgress: ({ bytes }) => progress.push(bytes) }));
  const labels = [];
  for await (const { label } of client.files(dataset)) labels.push(label);
  const download = await client.download(uploaded.file.dataFile.databaseId);
  const back = new Uint8Array(await (await download.blob()).arrayBuffer());
  const refused = await client.createDataset({ collection: { alias: 'nowhere' }, version: { typed: { metadata: { citation: { title: 'A' } } } } }).catch((error) => error);
  const changes = client.datasetChanges(dataset);
  const next = changes.next();
  let told;
  for (let edit = 0; told === undefined; edit += 1) {
    await client.editMetadata({ dataset: { databaseId: dataset }, values: { typed: { citation: { title: 'Edited ' + edit } } }, replace: true });
    told = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 500))]);
  }
  await changes.return();
  return {
    labels,
    progress: progress.at(-1),
    checksum: uploaded.file.dataFile.checksum.type,
    same: back.length === bytes.length && back.every((value, at) => value === bytes[at]),
    refusal: refused.code,
    kind: told.value.event.kind,
  };
}`;

describe.runIf(hasBrowser)('in a browser, from a page of another origin', BROWSER_TEST, () => {
  let server: TestServer;
  let browser: Browser;
  let application: Server;
  let folder: string;
  let origin: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archivolt-client-'));
    await assembleClient(folder);
    application = createServer((request, response) => {
      const path = request.url === '/' ? undefined : join(folder, new URL(request.url ?? '/', 'http://a').pathname);
      const body = path === undefined ? Promise.resolve('<!doctype html><title>An application</title>') : readFile(path);
      body.then(
        (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(path ?? '.html')] ?? 'text/html' }).end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => void application.listen(0, '127.0.0.1', resolve));
    const address = application.address();
    origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    server = await startTestServer({ ...(await siteOfItsOwn()), CORS_ORIGINS: origin });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    application.close().closeAllConnections();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('an application uploads, lists, downloads with verification, is refused by a code, and is told of changes', async () => {
    const dataset = await createDataset(superuser(server), await createCollection(superuser(server)));
    const page = await (await patientContext(browser)).newPage();
    await page.goto(`${origin}/`);
    const job = `(${JOB})(${JSON.stringify({ server: server.url, token: SUPERUSER_TOKEN, dataset: dataset.id })})`;
    expect(await page.evaluate(job)).toEqual({
      labels: ['from-the-page.bin'],
      progress: 6_000_000,
      checksum: expect.any(String),
      same: true,
      refusal: 'COLLECTION_NOT_FOUND',
      kind: expect.stringMatching(/^DATASET_/),
    });
  });
});
