import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descriptorsOf, UNHURRIED, until } from '../support/server-process.ts';
import { addedFileId, createDataset, download, fileRows, filesIn, openUpload, randomFile, startFreshServer, upload } from './depositor.ts';

const CUTS = 30;
/** More than one gathered write of the server, so that there is something on disk to take back. */
const SENT_BYTES = 6 * 1024 * 1024;

test.each(['REST', 'GraphQL'] as const)(
  'an upload over %s that the client cuts leaves nothing, however often',
  UNHURRIED,
  async (surface) => {
    const { server, databaseUrl, dataDir } = await startFreshServer();
    const storage = join(dataDir, 'files');
    const dataset = await createDataset(server);
    const bytes = randomFile(SENT_BYTES);

    async function cutOne(): Promise<void> {
      const outgoing = openUpload(server, dataset, surface);
      await outgoing.send(bytes);
      await until('the upload is being staged', () => filesIn(storage).staged.length > 0);
      await outgoing.cut();
      await until('the staged bytes are removed', () => filesIn(storage).staged.length === 0);
    }

    // The first ones open what is opened once.
    for (let warm = 0; warm < 3; warm++) await cutOne();
    await until('the connections are closed', () => descriptorsOf(server.pid).filter((name) => name.startsWith(storage)).length === 0);
    const before = descriptorsOf(server.pid).length;
    for (let cut = 0; cut < CUTS; cut++) await cutOne();
    await until('no descriptor is left over', () => descriptorsOf(server.pid).length <= before);

    expect(filesIn(storage)).toEqual({ kept: [], staged: [] });
    expect(await fileRows(databaseUrl)).toEqual([]);
    const answer = await upload(server, dataset, bytes, 'whole.bin');
    expect(answer.httpStatus).toBe(200);
    expect((await download(server, addedFileId(answer))).bytes.equals(bytes)).toBe(true);
  },
);

test('an upload over GraphQL that is refused after its last byte leaves nothing', UNHURRIED, async () => {
  const { server, databaseUrl, dataDir } = await startFreshServer();
  const dataset = await createDataset(server);
  const bytes = randomFile(1000);
  expect((await upload(server, dataset, bytes, 'first.bin')).httpStatus).toBe(200);
  const outgoing = openUpload(server, dataset, 'GraphQL', 'again.bin');
  await outgoing.send(bytes);
  expect(await outgoing.finish()).toMatchObject({ body: { errors: [{ extensions: { code: 'DUPLICATE_FILE' } }] } });
  await until('the staged bytes are removed', () => filesIn(join(dataDir, 'files')).staged.length === 0);
  expect(await fileRows(databaseUrl)).toHaveLength(1);
});
