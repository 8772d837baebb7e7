/**
 * A depositor's main job by types made from the OpenAPI document: a dataset with a described file is made and published. Compiled and run by
 * test/e2e/generated-clients.test.ts, which puts the types beside it.
 */
import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const [, , baseUrl = '', token = '', exampleFile = ''] = argv;
const client = createClient<paths>({ baseUrl, headers: { 'X-Service-key': token } });

/** The `data` of an answer. @throws Error with what the server says when it refuses. */
function dataOf<Data>({ data, error }: { data?: { data: Data }; error?: { message: string; errorCode: string } }): Data {
  if (data === undefined) throw new Error(`${error?.errorCode}: ${error?.message}`);
  return data.data;
}

const { alias } = dataOf(
  await client.POST('/api/collections/{id}', {
    params: { path: { id: ':root' } },
    body: { alias: 'door-counters', name: 'Door counters', collectionContacts: [{ contactEmail: 'counts@example.org' }] },
  }),
);
const { datasetVersion } = JSON.parse(await readFile(exampleFile, 'utf8')) as { datasetVersion: Record<string, unknown> };
const created = dataOf(await client.POST('/api/collections/{id}/datasets', { params: { path: { id: alias } }, body: { datasetVersion } }));

const contents = dataOf(await client.GET('/api/collections/{id}/contents', { params: { path: { id: alias } } }));
const listed = contents.flatMap((child) =>
  child.type === 'dataset' ? [`${child.protocol}:${child.authority}${child.separator}${child.identifier}`] : [],
);

const added = dataOf(
  await client.POST('/api/datasets/{id}/add', {
    params: { path: { id: String(created.id) } },
    body: { file: 'Twelve people at nine.\n', jsonData: JSON.stringify({ description: 'Counts by the hour', directoryLabel: 'data' }) },
    bodySerializer: ({ file, jsonData }) => {
      const form = new FormData();
      form.set('file', new Blob([file ?? ''], { type: 'text/plain' }), 'counts.txt');
      form.set('jsonData', jsonData ?? '{}');
      return form;
    },
  }),
);

dataOf(await client.POST('/api/collections/{id}/actions/:publish', { params: { path: { id: alias } } }));
const published = dataOf(
  await client.POST('/api/datasets/{id}/actions/:publish', {
    params: { path: { id: ':persistentId' }, query: { persistentId: created.persistentId, type: 'major' } },
  }),
);

const { latestVersion } = dataOf(await client.GET('/api/datasets/{id}', { params: { path: { id: String(published.id) } } }));
const unknown = await client.GET('/api/datasets/{id}', { params: { path: { id: '0' } } });

console.log(
  JSON.stringify({
    created: created.persistentId,
    listed,
    added: added.files.map(({ label, dataFile }) => ({ label, checksum: dataFile.checksum.type })),
    state: latestVersion?.versionState,
    files: latestVersion?.files?.map(({ directoryLabel, label, description }) => ({ directoryLabel, label, description })),
    refusal: unknown.error?.errorCode,
  }),
);
