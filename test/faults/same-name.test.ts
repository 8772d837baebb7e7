import { expect, test } from 'vitest';
import { UNHURRIED } from '../support/server-process.ts';
import {
  addedFileId,
  createDataset,
  download,
  md5,
  queryDatabase,
  randomFile,
  startFreshServer,
  upload,
  uploadByGraphql,
} from './depositor.ts';

test('uploads of the same name at once are all kept, each whole and under a name of its own', UNHURRIED, async () => {
  const { server, databaseUrl } = await startFreshServer();
  const dataset = await createDataset(server);
  const files = await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const bytes = randomFile(300_000);
      const id =
        index % 2 === 0
          ? addedFileId(await upload(server, dataset, bytes, 'same.bin'))
          : (await uploadByGraphql(server, dataset, bytes, 'same.bin')).id;
      return { id, checksum: md5(bytes) };
    }),
  );
  expect(new Set(files.map(({ id }) => id)).size).toBe(16);
  for (const { id, checksum } of files) expect(md5((await download(server, id)).bytes)).toBe(checksum);
  const labels = await queryDatabase(databaseUrl, async (sql) => await sql<{ label: string }[]>`select label from file_metadata`);
  const expected = ['same.bin', ...Array.from({ length: 15 }, (_, index) => `same-${index + 1}.bin`)];
  expect(labels.map(({ label }) => label).sort()).toEqual(expected.sort());
});

test('of uploads of the same bytes at once one is kept, the others are refused and leave nothing', UNHURRIED, async () => {
  const { server } = await startFreshServer();
  const dataset = await createDataset(server);
  const bytes = randomFile(300_000);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => upload(server, dataset, bytes, `${index}.bin`)));
  const outcomes = answers.map(({ httpStatus, errorCode }) => String(errorCode ?? httpStatus)).sort();
  expect(outcomes).toEqual(['200', ...Array.from({ length: 7 }, () => 'DUPLICATE_FILE')]);
});
