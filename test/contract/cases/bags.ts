import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { loseBytes } from '../../support/lose-bytes.ts';
import { readZip } from '../../support/read-zip.ts';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'datasets.versions.bag';

/** A published dataset with a file in a folder and a restricted one. */
async function filled({ fresh, callers: { owner } }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  await addFile(owner, dataset, { name: '100%.txt', bytes: 'in a folder', type: 'text/plain', jsonData: { directoryLabel: 'raw' } });
  await addFile(owner, dataset, { name: 'secret.txt', bytes: 'secret', type: 'text/plain', jsonData: { restrict: true } });
  await publishDataset(owner, dataset);
  return dataset;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** The entries of a bag by their paths below its folder. */
async function bagOf(bytes: Buffer): Promise<Map<string, string>> {
  const entries = await readZip(bytes);
  const name = entries[0]?.path ?? '';
  expect(entries.every(({ path }) => path.startsWith(name))).toBe(true);
  return new Map(entries.map(({ path, text }) => [path.slice(name.length), text]));
}

/** Cases of versions as bags. Source: exports.md 13. */
export const bagCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'holds the files, proves them, and describes them',
    as: 'owner',
    given: async (world) => ({ path: [(await filled(world)).id, '1.0'] }),
    status: 200,
    holds: async (answer) => {
      expect(answer.headers.get('content-disposition')).toMatch(/filename="doi-10-5072-FK2-\w+v-1-0\.zip"$/);
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
      const bag = await bagOf(answer.bytes);
      expect(bag.get('bagit.txt')).toBe('BagIt-Version: 1.0\r\nTag-File-Character-Encoding: UTF-8\r\n');
      const payload = [...bag].filter(([path]) => path.startsWith('data/') && !path.endsWith('/'));
      expect(payload.map(([path, text]) => [path.split('/').slice(2).join('/'), text])).toEqual([
        ['secret.txt', 'secret'],
        ['raw/100%.txt', 'in a folder'],
      ]);
      const lines = payload.map(([path, text]) => `${md5(text)} ${path.replace('%', '%25')}\r\n`);
      expect(bag.get('manifest-md5.txt')).toBe(lines.join(''));
      expect(bag.has('fetch.txt')).toBe(false);
      for (const line of bag.get('tagmanifest-md5.txt')?.trimEnd().split('\r\n') ?? []) {
        const [checksum, path = ''] = line.split(' ');
        expect(checksum).toBe(md5(bag.get(path) ?? 'absent'));
      }
      expect(bag.get('bag-info.txt')).toMatch(/^Payload-Oxum: 17\.2\r$/m);
      expect(bag.get('bag-info.txt')).toMatch(/^External-Identifier: https:\/\/doi\.org\/10\.5072\/FK2\/\w+\r$/m);
      for (const line of bag.get('bag-info.txt')?.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(78);
      const map = JSON.parse(bag.get('metadata/oai-ore.jsonld') ?? '') as { 'ore:describes': Record<string, unknown> };
      expect(map['ore:describes']).toMatchObject({
        'dvcore:totalSize': 17,
        'dvcore:fileCount': 2,
        'dvcore:maxFileSize': 11,
        'dcterms:format': ['text/plain'],
      });
      expect(JSON.parse(bag.get('metadata/ro-crate-metadata.json') ?? '')).toMatchObject({
        '@context': expect.stringContaining('ro/crate/1.2'),
      });
      expect(bag.get('metadata/datacite.xml')).toContain('<resource ');
      expect(bag.get('metadata/pid-mapping.txt')?.trimEnd().split('\r\n')).toHaveLength(3);
    },
  },
  {
    row: ROW,
    shows: 'holds the draft of those who publish it, without files',
    as: 'curator',
    given: async ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 200,
    holds: async (answer) => {
      const bag = await bagOf(answer.bytes);
      expect([bag.get('manifest-md5.txt'), bag.has('data/')]).toEqual(['', true]);
    },
  },
  {
    row: ROW,
    shows: 'refuses an absent token',
    given: ({ published }) => ({ path: [published.id, '1.0'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROW,
    shows: 'refuses a version whose bytes are gone',
    as: 'owner',
    given: async ({ fresh, server, callers: { owner } }) => {
      const dataset = await fresh.draft();
      const file = await addFile(owner, dataset, { name: 'gone.txt', bytes: 'gone' });
      await loseBytes(server, file);
      // As of bytes that came another way than an upload: they have to be read for the headers of an archive.
      await server.application.connection.sql`update data_file set crc32 = null where id = ${file}`;
      return { path: [dataset.id, ':draft'] };
    },
    status: 404,
    errorCode: 'FILE_BYTES_MISSING',
  },
  {
    row: ROW,
    shows: 'refuses accounts that may not publish',
    as: 'contributor',
    given: ({ published }) => ({ path: [published.id, '1.0'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROW,
    shows: 'refuses a version that is not there',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, '7.0'] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'refuses a dataset that is not there',
    as: 'owner',
    given: () => ({ path: [2_000_000_000, '1.0'] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'refuses what names no version',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, 'newest'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];
