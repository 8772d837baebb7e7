import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';
import { askOai } from '../../support/oai-client.ts';
import { type Caller, createCollection, createDataset, publishDataset, succeeded, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { hasSchemas, schemaFaults, type SchemaName } from '../../support/xml-schemas.ts';
import { blocks, compound, field } from '../../unit/metadata/standard-catalog.ts';
import { everyField, metadataOf } from '../../unit/exports/snapshots.ts';

const HOSTILE = `a < b & c > d ]]> <script>"x" 'y'</script> &lt;p&gt; \u000B\uFFFE \u{1F426} \u202Eright \u05D0\u05D1 é\u0301`;

function described(text: string): VersionMetadata {
  return metadataOf(
    blocks(
      field('title', 'T'),
      field('author', [compound({ authorName: 'A' })]),
      field('datasetContact', [compound({ datasetContactEmail: 'a@example.org' })]),
      field('dsDescription', [compound({ dsDescriptionValue: text })]),
      field('subject', ['Other']),
    ),
  );
}

const metadata: Readonly<Record<string, VersionMetadata>> = {
  'every field': everyField('Text'),
  required: described('D'),
  hostile: everyField(HOSTILE),
  long: described(`${HOSTILE} word & `.repeat(2000)),
};

const formats: Readonly<Record<string, SchemaName>> = {
  oai_dc: 'oaiDc',
  oai_ddi: 'ddi',
  Datacite: 'datacite',
  oai_datacite: 'datacite',
};

let server: TestServer;
let admin: Caller;
const published = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  for (const [name, value] of [
    [':OAIServerEnabled', 'true'],
    [':OAIServerPageSize', '3'],
  ] as const) {
    succeeded(await admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw: value }));
  }
  const collection = await createCollection(admin);
  for (const [name, value] of Object.entries(metadata)) {
    const dataset = await createDataset(admin, collection);
    // As it is stored: an import can bring what a form would refuse.
    await server.application.connection.sql`
      update dataset_version set metadata = ${JSON.stringify(value)}::text::json where dataset_id = ${dataset.id}`;
    await publishDataset(admin, dataset);
    published.set(name, dataset.persistentId);
  }
});
afterAll(() => server.stop());

describe.skipIf(!hasSchemas)('records in an answer to harvesters fit their schemas (needs ../shared/schemas)', () => {
  test.each(Object.entries(formats))('%s', async (metadataPrefix, schema) => {
    const documents: Record<string, string> = {};
    for (const [name, identifier] of published) {
      const { text, errors } = await askOai(server.url, { verb: 'GetRecord', metadataPrefix, identifier });
      expect(errors).toEqual([]);
      documents[name] = /<metadata>(.*)<\/metadata>/s.exec(text)?.[1] ?? '';
    }
    expect(await schemaFaults(schema, documents)).toEqual({});
  });
});

test('the commands of the guide harvest every record', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'archivolt-harvest-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const guide = await readFile('docs/how-to/harvest.md', 'utf8');
  const commands = /^## A harvest\n+```sh\n(.*?)^```$/ms.exec(guide)?.[1] ?? '';
  expect(commands).not.toBe('');
  await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: { PATH: process.env['PATH'], SITE: server.url },
  });
  const parts = await readdir(folder);
  expect(parts.toSorted()).toEqual(['part-0.xml', 'part-1.xml']);
  const texts = await Promise.all(parts.map((part) => readFile(path.join(folder, part), 'utf8')));
  const identifiers = texts.flatMap((text) => [...text.matchAll(/<header><identifier>([^<]*)</g)].map(([, identifier = '']) => identifier));
  expect(identifiers.toSorted()).toEqual([...published.values()].toSorted());
});
