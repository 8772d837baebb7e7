import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heatMapPng } from '../../src/demo/heat-map-png.ts';
import { readZip } from '../support/read-zip.ts';
import { type S3Server, s3ServerAbsence, startS3Server } from '../support/s3-server.ts';
import { addFile, createCollection, createDataset, type SeededDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PICTURE = heatMapPng([
  [0, 1],
  [1, 0],
]);

describe.skipIf(s3ServerAbsence !== undefined).each([true, false])('files in a bucket, direct downloads: %s', (direct) => {
  let bucket: S3Server;
  let name: string;
  let server: TestServer;
  let dataset: SeededDataset;
  let file: number;
  let picture: number;
  beforeAll(async () => {
    bucket = await startS3Server();
    bucket.lendCredentials();
    const parameters = new URLSearchParams({ endpoint: bucket.endpoint, directDownload: String(direct) });
    name = await bucket.makeBucket();
    server = await startTestServer({ STORAGE_URL: `s3://${name}?${parameters.toString()}` });
    const admin = superuser(server);
    dataset = await createDataset(admin, await createCollection(admin));
    file = await addFile(admin, dataset, { name: 'größe.txt', bytes: '0123456789', type: 'text/plain' });
    picture = await addFile(admin, dataset, { name: 'map.png', bytes: PICTURE, type: 'image/png' });
  });
  afterAll(async () => {
    await server.stop();
    await bucket.stop();
  });

  test('a file comes with its name and type, from the store itself or through the server', async () => {
    const answer = await superuser(server).rest.get(`/api/access/datafile/${file}`);
    expect(answer.status).toBe(direct ? 303 : 200);
    const given = direct ? await fetch(answer.headers.get('location') ?? '') : undefined;
    const [text, headers] = given === undefined ? [answer.body, answer.headers] : [await given.text(), given.headers];
    expect(text).toBe('0123456789');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="gr%C3%B6%C3%9Fe\.txt"/);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test('HEAD is answered by the server, whose address of the store is good for GET alone', async () => {
    const answer = await superuser(server).rest.send(`/api/access/datafile/${file}`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '10']);
  });

  test('an archive is made by the server, and any range of it', async () => {
    const { rest } = superuser(server);
    const whole = await rest.get(`/api/access/dataset/${dataset.id}`);
    expect((await readZip(whole.bytes)).map(({ path }) => path)).toEqual(['größe.txt', 'map.png', 'MANIFEST.TXT']);
    const part = await rest.get(`/api/access/dataset/${dataset.id}`, { Range: 'bytes=45-' });
    expect([part.status, part.bytes.equals(whole.bytes.subarray(45))]).toEqual([206, true]);
  });

  test('a picture is made once and lies beside the file', async () => {
    const { rest } = superuser(server);
    const answers = [
      await rest.get(`/api/access/datafile/${picture}?imageThumb=true`),
      await rest.get(`/api/access/datafile/${picture}?imageThumb=true`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(direct ? [303, 303] : [200, 200]);
    const { sql } = server.application.connection;
    const rows = await sql`select longest_side, size_bytes > 0 as made from file_thumbnail where data_file_id = ${picture}`;
    expect([...rows]).toEqual([{ longest_side: 64, made: true }]);
  });

  test('what a GraphQL client has made from a file lies beside it, and one that is refused leaves nothing', async () => {
    const { rest, graphql } = superuser(server);
    const add = (formatVersion: string) =>
      graphql.upload(
        'mutation ($input: AddAuxiliaryFileInput!) { addAuxiliaryFile(input: $input) { auxiliaryFile { sizeBytes checksum { value } } file { label } } }',
        { input: { file: { databaseId: file }, formatTag: 'dp', formatVersion, upload: null } },
        { name: 'statistics.json', bytes: '{}', type: 'application/json' },
        { path: 'variables.input.upload' },
      );
    const before = await bucket.keysOf(name);
    expect((await add('1')).record('data.addAuxiliaryFile')).toMatchObject({
      auxiliaryFile: { sizeBytes: 2 },
      file: { label: 'größe.txt' },
    });
    expect((await add('1')).code).toBe('AUXILIARY_FILE_EXISTS');
    expect((await add(' ')).code).toBe('BAD_USER_INPUT');
    const after = await bucket.keysOf(name);
    expect(after).toHaveLength(before.length + 1);
    const answer = await rest.get(`/api/access/datafile/${file}/auxiliary/dp/1`);
    expect(direct ? await (await fetch(answer.headers.get('location') ?? '')).text() : answer.body).toBe('{}');
  });
});
