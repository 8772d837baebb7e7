/** Writers of files: added over both surfaces, described, removed. */
import { z } from 'zod';
import { askGraphql, askRest } from '../door.ts';
import { addFile, createDataset, drawFile } from './documents.ts';
import { changingWriter, makingWriter, type MadeOptions, type WriterMaker } from './writer.ts';

/** A dataset is left alone once it has so many: answers to additions would grow. */
const FILES_OF_DATASET = 200;

/** Gives the dataset that the next file goes into. */
function datasetsInTurn(name: string): (url: string) => Promise<number> {
  let dataset: number | undefined;
  let files = 0;
  return async (url) => {
    if (dataset === undefined || files >= FILES_OF_DATASET) {
      dataset = await createDataset(url, name);
      files = 0;
    }
    files += 1;
    return dataset;
  };
}

const whole: MadeOptions['found'] = async (sql, keys) =>
  (
    await sql<{ key: string }[]>`
      select f.id || ':' || f.checksum_value as key from data_file f where f.id = any(select split_part(k, ':', 1)::int from unnest(${[...keys]}::text[]) k)`
  ).map(({ key }) => key);

const byRest: WriterMaker = async () => {
  const into = datasetsInTurn('files over REST');
  return makingWriter({
    kind: 'file added over REST',
    send: async (url, name) => {
      const file = drawFile();
      return `${await addFile(url, await into(url), name, file)}:${file.md5}`;
    },
    found: whole,
  });
};

const ADD = 'mutation ($input: AddFileInput!) { addFile(input: $input) { files { dataFile { databaseId } } } }';
const added = z.object({ addFile: z.object({ files: z.tuple([z.object({ dataFile: z.object({ databaseId: z.number() }) })]) }) });

const byGraphql: WriterMaker = async () => {
  const into = datasetsInTurn('files over GraphQL');
  return makingWriter({
    kind: 'file added over GraphQL',
    send: async (url, name) => {
      const file = drawFile();
      const variables = { input: { dataset: { databaseId: await into(url) }, file: null } };
      const answer = await askGraphql(url, ADD, variables, { file: { name, bytes: file.bytes, at: 'variables.input.file' } });
      return `${added.parse(answer).addFile.files[0].dataFile.databaseId}:${file.md5}`;
    },
    found: whole,
  });
};

const description: WriterMaker = async (url) => {
  const dataset = await createDataset(url, 'files that are described');
  const file = await addFile(url, dataset, 'described.bin', drawFile());
  return changingWriter({
    kind: 'file described',
    send: async (there, value) => {
      const form = new FormData();
      form.set('jsonData', JSON.stringify({ description: String(value) }));
      await askRest(there, 'POST', `/files/${file}/metadata`, form);
    },
    stored: async (sql) =>
      Number(
        (await sql<{ text: string | null }[]>`select description as text from file_metadata where data_file_id = ${file}`)[0]?.text ?? 0,
      ),
  });
};

const removal: WriterMaker = async () => {
  const into = datasetsInTurn('files that are removed');
  return makingWriter({
    kind: 'file removed',
    send: async (url, name) => {
      const file = await addFile(url, await into(url), name, drawFile(20_000));
      await askRest(url, 'DELETE', `/files/${file}`);
      return String(file);
    },
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select k::text as key from unnest(${keys.map(Number)}::int[]) k where not exists (select from file_metadata where data_file_id = k)`
      ).map(({ key }) => key),
  });
};

export const fileWriters: readonly WriterMaker[] = [byRest, byGraphql, description, removal];
