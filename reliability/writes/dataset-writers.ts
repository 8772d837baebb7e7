/** Writers of datasets: made, edited, published, withdrawn, removed, sent to review. */
import { z } from 'zod';
import { askGraphql, askRest } from '../door.ts';
import { createDataset, datasetDocument } from './documents.ts';
import { changingWriter, makingWriter, type WriterMaker } from './writer.ts';

const CREATE = 'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { databaseId } } }';
const created = z.object({ createDataset: z.object({ dataset: z.object({ databaseId: z.number() }) }) });

const editTitle = (url: string, dataset: number, title: string): Promise<unknown> =>
  askRest(url, 'PUT', `/datasets/${dataset}/editMetadata?replace=true`, JSON.stringify({ fields: [{ typeName: 'title', value: title }] }));
const publish = (url: string, dataset: number, type: 'major' | 'minor'): Promise<unknown> =>
  askRest(url, 'POST', `/datasets/${dataset}/actions/:publish?type=${type}`);

const byRest: WriterMaker = async () =>
  makingWriter({
    kind: 'dataset created over REST',
    send: async (url, name) => `${await createDataset(url, name)}:${name}`,
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select v.dataset_id || ':' || v.title as key from dataset_version v join unnest(${[...keys]}::text[]) k on k = v.dataset_id || ':' || v.title`
      ).map(({ key }) => key),
  });

/** Sent again under its key until it is answered: it is made once. */
const byKey: WriterMaker = async () =>
  makingWriter({
    kind: 'dataset created under a key',
    again: true,
    send: async (url, name) => {
      const input = { collection: { alias: 'root' }, version: { native: datasetDocument(name).datasetVersion } };
      const answer = await askGraphql(url, CREATE, { input }, { headers: { 'idempotency-key': name } });
      return `${created.parse(answer).createDataset.dataset.databaseId}:${name}`;
    },
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select min(v.dataset_id) || ':' || v.title as key from dataset_version v
          where v.title = any(select substring(k from position(':' in k) + 1) from unnest(${[...keys]}::text[]) k)
          group by v.title having count(*) = 1`
      ).map(({ key }) => key),
  });

const title: WriterMaker = async (url) => {
  const dataset = await createDataset(url, '0');
  return changingWriter({
    kind: 'title edited',
    send: async (there, value) => void (await editTitle(there, dataset, String(value))),
    stored: async (sql) =>
      Number((await sql<{ title: string }[]>`select title from dataset_version where dataset_id = ${dataset}`)[0]?.title),
  });
};

/** Versions are numbered without a gap, and each acknowledged one is there. */
const minorVersions: WriterMaker = async (url) => {
  const dataset = await createDataset(url, '0');
  await publish(url, dataset, 'major');
  return changingWriter({
    kind: 'version published',
    send: async (there, value) => {
      await editTitle(there, dataset, String(value));
      await publish(there, dataset, 'minor');
    },
    stored: async (sql) => {
      const versions = await sql<{ minor: number; title: string }[]>`
        select version_minor_number as minor, title from dataset_version where dataset_id = ${dataset} and state = 'RELEASED' order by ordinal`;
      const inOrder = versions.every(({ minor }, index) => minor === index);
      return inOrder ? Number(versions.at(-1)?.title) : Number.NaN;
    },
  });
};

/** With its event and its notification once, and one line in the record of what was done. */
const publication: WriterMaker = async () =>
  makingWriter({
    kind: 'dataset published',
    send: async (url, name) => {
      const dataset = await createDataset(url, name);
      await publish(url, dataset, 'major');
      return String(dataset);
    },
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select d.id::text as key from unnest(${keys.map(Number)}::int[]) d(id)
          where exists (select from dataset_version v where v.dataset_id = d.id and v.state = 'RELEASED' and v.version_number = 1)
            and (select count(*) from feed_event e where e.subject_id = d.id and e.kind = 'DATASET_PUBLISHED') = 1
            and (select array_agg(n.user_account_id) from notification n where n.subject_id = d.id and n.type = 'PUBLISHEDDS') = array[(select creator_id from node where id = d.id)]
            and (select count(*) from audit_record a where a.subject_id = d.id and a.command = 'publishDataset') = 1`
      ).map(({ key }) => key),
  });

const deaccession: WriterMaker = async () =>
  makingWriter({
    kind: 'version deaccessioned',
    send: async (url, name) => {
      const dataset = await createDataset(url, name);
      await publish(url, dataset, 'major');
      await askRest(url, 'POST', `/datasets/${dataset}/versions/1.0/deaccession`, JSON.stringify({ deaccessionReason: 'Wrong' }));
      return String(dataset);
    },
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select dataset_id::text as key from dataset_version where dataset_id = any(${keys.map(Number)}) and state = 'DEACCESSIONED'`
      ).map(({ key }) => key),
  });

const removal: WriterMaker = async () =>
  makingWriter({
    kind: 'draft removed',
    send: async (url, name) => {
      const dataset = await createDataset(url, name);
      await askRest(url, 'DELETE', `/datasets/${dataset}`);
      return String(dataset);
    },
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select k::text as key from unnest(${keys.map(Number)}::int[]) k where not exists (select from node where id = k)`
      ).map(({ key }) => key),
  });

const review: WriterMaker = async () =>
  makingWriter({
    kind: 'draft sent to review',
    send: async (url, name) => {
      const dataset = await createDataset(url, name);
      await askRest(url, 'POST', `/datasets/${dataset}/submitForReview`);
      return String(dataset);
    },
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select dataset_id::text as key from dataset_lock where dataset_id = any(${keys.map(Number)}) group by dataset_id
          having count(*) filter (where lock_type = 'InReview') = 1`
      ).map(({ key }) => key),
  });

export const datasetWriters: readonly WriterMaker[] = [byRest, byKey, title, minorVersions, publication, deaccession, removal, review];
